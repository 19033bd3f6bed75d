import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, sources } from './sources.ts';

/** Loaded with every page. */
const always = ['shell', 'ui', 'errors'];
const entry = /(\w+): \{\s*load: \(\) => import\('\.\/([^']+)'\)(?:,\s*texts: \[([^\]]*)\])?/g;

/** A page names the areas of all texts that it and its parts show: they are loaded beside it, or keys would be shown. */
export function pageTextProblems(): string[] {
  const areaOf = new Map(
    sources('packages/web/src/i18n/*.zh-CN.json').flatMap(({ file, text }) =>
      Object.keys(JSON.parse(text) as object).map((key) => [key, path.basename(file).split('.')[0]!] as const),
    ),
  );
  const areas = new Set(areaOf.values());
  return sources('apps/*/pages.ts').flatMap(({ file, text }) =>
    [...text.matchAll(entry)].flatMap(([, id, page, list]) => {
      const named = new Set([...always, ...[...(list ?? '').matchAll(/'([^']+)'/g)].map((match) => match[1]!)]);
      const shown = new Map<string, string>();
      const perhaps = new Set<string>();
      for (const part of partsOf(path.join(root, path.dirname(file), page!))) {
        const place = path.relative(root, part);
        const found = areasIn(readFileSync(part, 'utf8'), areaOf, areas);
        // elsewhere the same words are names of permissions and errors first, and some of them are shown
        if (!/^(apps|packages\/(web|ui|[a-z]+-ui))\//.test(place)) for (const area of found) perhaps.add(area);
        else for (const area of found) if (!shown.has(area)) shown.set(area, place);
      }
      const missing = [...shown]
        .filter(([area]) => !named.has(area))
        .map(([area, part]) => `${file}: page ${id} does not name the texts '${area}', which ${part} shows`);
      const idle = [...named]
        .filter((area) => !always.includes(area) && !shown.has(area) && !perhaps.has(area))
        .map((area) => `${file}: page ${id} names the texts '${area}', but shows none of them`);
      return [...missing, ...idle];
    }),
  );
}

function areasIn(text: string, areaOf: Map<string, string>, areas: Set<string>): Set<string> {
  const literals = [...text.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/gi)].flatMap(
    (match) => areaOf.get(match[1]!) ?? [],
  );
  const prefixes = [
    ...text.matchAll(/\bt\(`([a-z]\w*)\.[\w.-]*\$\{/gi),
    ...text.matchAll(/\bcolumnsOf<\w+>\(\)\(\s*'([a-z]\w*)\./gi),
  ]
    .map((match) => match[1]!)
    .filter((area) => areas.has(area));
  return new Set([...literals, ...prefixes]);
}

/** The file and everything of ours that it imports, also lazily. */
function partsOf(start: string): Set<string> {
  const parts = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file; file = open.pop()) {
    if (parts.has(file) || !existsSync(file)) continue;
    parts.add(file);
    for (const [, target] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*['"]((?:\.|@formwork\/)[^'"]+\.tsx?)['"]/g,
    )) {
      open.push(
        target!.startsWith('.')
          ? path.resolve(path.dirname(file), target!)
          : path.join(root, target!.replace(/^@formwork\/([\w-]+)\//, 'packages/$1/src/')),
      );
    }
  }
  return parts;
}
