import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { firstFilesName, type FirstFiles } from '@formwork/contract/first-files.ts';
import { frameModule } from './shared-by.ts';
import { firstAreas, listedPages, type ListedPage } from './text-parts.ts';

interface Chunk {
  fileName: string;
  imports: string[];
  moduleIds: string[];
  facadeModuleId: string | null;
  viteMetadata?: { importedCss: Set<string> };
}

/** Writes down which files each page begins with, for the server that names them in the HTML and for the check of their weight. */
export function firstFiles(root: string): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    // behind what takes files away
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [each as unknown as Chunk] : []));
      const source = JSON.stringify(filesOfPages(chunks, path.join(root, 'apps')));
      this.emitFile({ type: 'asset', fileName: firstFilesName, source });
    },
  };
}

function filesOfPages(chunks: readonly Chunk[], apps: string): FirstFiles {
  const pages: FirstFiles['pages'] = {};
  const frame = chunks.filter(({ moduleIds }) => moduleIds.some((id) => frameModule.test(id)));
  for (const list of chunks.filter(({ facadeModuleId }) => /\/apps\/[\w-]+\/pages\.ts$/.test(facadeModuleId ?? ''))) {
    const app = path.dirname(list.facadeModuleId!);
    const entry = chunks.find(({ facadeModuleId }) => facadeModuleId === path.join(app, 'index.html'));
    for (const page of listedPages(readFileSync(list.facadeModuleId!, 'utf8'))) {
      const own = chunkOf(chunks, path.join(app, page.file));
      if (entry === undefined || own === undefined)
        throw new Error(`${path.relative(apps, app)}: ${page.id} is in no file`);
      const needed = withImports([entry, list, own], chunks);
      pages[page.id] = {
        scripts: addresses(needed),
        styles: [...new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))].map(
          (file) => `/${file}`,
        ),
        texts: { 'zh-CN': textFiles(chunks, page, 'zh-CN'), en: textFiles(chunks, page, 'en') },
      };
    }
  }
  return { pages, frame: addresses(withImports(frame, chunks)) };
}

function textFiles(chunks: readonly Chunk[], page: ListedPage, locale: string): string[] {
  const files = [...firstAreas, ...page.texts].flatMap((area) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${area}.${locale}.json`)));
    return chunk === undefined ? [] : [chunk];
  });
  return addresses([...new Set(files)]);
}

function chunkOf(chunks: readonly Chunk[], file: string): Chunk | undefined {
  return (
    chunks.find(({ facadeModuleId }) => facadeModuleId === file) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(file))
  );
}

function withImports(from: readonly Chunk[], chunks: readonly Chunk[]): Chunk[] {
  const seen = new Set(from);
  for (const chunk of seen)
    for (const name of chunk.imports) {
      const next = chunks.find(({ fileName }) => fileName === name);
      if (next) seen.add(next);
    }
  return [...seen];
}

function addresses(chunks: readonly Chunk[]): string[] {
  return chunks.map(({ fileName }) => `/${fileName}`);
}
