import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'dist/gallery');
const stampFile = path.join(target, 'sources.sha256');

/** Builds the gallery of components when its sources are not those of the last build, and says where it is. */
export async function buildGallery(): Promise<string> {
  const hash = sourcesHash();
  if (isBuilt(hash)) return target;
  const unfinished = `${target}.${process.pid}`;
  // a test of the server may ask first: built for tests, ids of components would all be one, and Escape reach nobody
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
    await build({
      configFile: false,
      mode: 'production',
      define: { 'process.env.NODE_ENV': '"production"' },
      root: path.join(root, 'packages/gallery'),
      base: './',
      logLevel: 'warn',
      plugins: [react()],
      html: { cspNonce: nonceMark },
      worker: { format: 'es' },
      build: {
        outDir: unfinished,
        emptyOutDir: true,
        target: 'es2023',
        minify: false,
        // data: addresses are for images alone, as in the product
        assetsInlineLimit: (file) => (/\.(svg|png|gif|webp)$/.test(file) ? undefined : false),
        chunkSizeWarningLimit: 10_000,
        rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
      },
    });
    writeFileSync(path.join(unfinished, path.basename(stampFile)), hash);
    // another worker of the tests may have been first, and its files are being served
    if (isBuilt(hash)) return target;
    rmSync(target, { recursive: true, force: true });
    mkdirSync(path.dirname(target), { recursive: true });
    try {
      renameSync(unfinished, target);
    } catch (error) {
      if (!isBuilt(hash)) throw error;
    }
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    rmSync(unfinished, { recursive: true, force: true });
  }
  return target;
}

/** Whoever serves the gallery puts the nonce of the answer in its place. */
export const nonceMark = '__GALLERY_NONCE__';

function isBuilt(hash: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash;
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  const files = globSync(
    ['packages/*/src/**/*', 'packages/gallery/index.html', 'package-lock.json', 'tools/gallery.ts'],
    { cwd: root, withFileTypes: true },
  );
  const paths = files
    .filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
    .map((file) => path.join(file.parentPath, file.name))
    .sort();
  for (const file of paths) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}
