import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
/** Each build in a folder of its own, named by its sources: what one worker serves no other takes away. */
const builds = path.join(root, 'dist/gallery');

/** Builds the gallery of components when there is no build of its sources yet, and says where it is. */
export async function buildGallery(): Promise<string> {
  const target = path.join(builds, sourcesHash().slice(0, 16));
  if (existsSync(target)) return target;
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
    try {
      renameSync(unfinished, target);
    } catch (error) {
      // another worker of the tests was first
      if (!existsSync(target)) throw error;
    }
    removeOlder();
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    rmSync(unfinished, { recursive: true, force: true });
  }
  return target;
}

/** Builds of yesterday and before: nobody serves them any more. */
function removeOlder(): void {
  for (const { parentPath, name } of readdirSync(builds, { withFileTypes: true })) {
    const folder = path.join(parentPath, name);
    if (statSync(folder).mtimeMs < Date.now() - 86_400_000) rmSync(folder, { recursive: true, force: true });
  }
}

/** Whoever serves the gallery puts the nonce of the answer in its place. */
export const nonceMark = '__GALLERY_NONCE__';

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
