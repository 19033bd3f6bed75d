import { readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { Figure } from './measure.ts';

const source = path.resolve(import.meta.dirname, '../packages/feel/src');
const mostKb = 90;

/** All of packages/feel in one file, with the grammar and whatever else it imports, as a browser would load it. No page reads DMN models: `dmn/` stays on the server. The table of pinyin comes only to forms that ask for it. */
export async function feelBundle(): Promise<Figure> {
  const parts = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(^|\/)(tck|testing|dmn)\//.test(name),
  );
  const entry = parts
    .map((name, n) => `export * as part${n} from ${JSON.stringify(path.join(source, name))};`)
    .join('\n');
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'all-parts',
        resolveId: (id) => (id === 'all-parts' ? id : undefined),
        load: (id) => (id === 'all-parts' ? entry : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: 'all-parts', preserveEntrySignatures: 'strict', external: ['pinyin-pro'] },
    },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('The package was not built.');
  const bytes = built.output.reduce(
    (sum, chunk) => sum + (chunk.type === 'chunk' ? gzipSync(chunk.code).length : 0),
    0,
  );
  return { name: 'bundle', unit: 'kB gzip', ours: bytes / 1_000, limit: mostKb, better: 'lower' };
}
