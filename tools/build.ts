import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { firstFilesName, type FirstFiles } from '@formwork/contract/first-files.ts';

const root = path.resolve(import.meta.dirname, '..');
const development = ['true', '1'].includes(process.env.FORMWORK_DEVELOPMENT ?? '');
// an unminified build beside the other: a server with the one does not take the files of a server with the other
const target = path.join(root, development ? 'dist/web-development' : 'dist/web');
const stampFile = path.join(target, 'sources.sha256');

/** Builds the front end when its sources are not those of the last build, and says where it is. */
export async function buildWeb(): Promise<string> {
  if (isBuilt()) return target;
  console.log('Building the front end ...');
  // in a process of its own: the builder's memory is not kept by the server
  const { status } = spawnSync(process.execPath, [import.meta.filename], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The front end could not be built.');
  return target;
}

if (import.meta.main && !isBuilt()) {
  try {
    await build();
  } catch (error) {
    // the builder's own words; its stack says nothing about our sources
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function build(): Promise<void> {
  const started = performance.now();
  const hash = sourcesHash();
  // beside the old build, so that a running server keeps its files until the new ones are complete
  const unfinished = `${target}.${process.pid}`;
  process.env.FORMWORK_WEB_OUT = unfinished;
  try {
    const { build: viteBuild } = await import('vite');
    await viteBuild({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
    await compressFiles(path.join(unfinished, 'assets'));
    writeFileSync(path.join(unfinished, path.basename(stampFile)), hash);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(path.dirname(target), { recursive: true });
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  console.log(`Built the front end in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

function isBuilt(): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesHash();
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  const files = globSync(
    [
      'apps/**/*',
      'packages/*/src/**/*',
      'packages/*/package.json',
      'package-lock.json',
      'vite.config.ts',
      'tools/web/*.ts',
    ],
    { cwd: root, withFileTypes: true },
  );
  const paths = files
    .filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
    .map((file) => path.join(file.parentPath, file.name))
    .sort();
  for (const file of paths) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** Each text also in its compressed forms: the server sends them as they are. What the most visited pages begin with is pressed hardest, which takes five times as long for a twelfth. */
async function compressFiles(folder: string): Promise<void> {
  const { pages } = JSON.parse(readFileSync(path.join(folder, '..', firstFilesName), 'utf8')) as FirstFiles;
  const daily = new Set(
    ['home', 'login', 'workbench', 'appList', 'recordDetail'].flatMap((id) => {
      const { scripts = [], styles = [], texts = {} } = pages[id] ?? {};
      return [...scripts, ...styles, ...Object.values(texts).flat()].map((file) => path.basename(file));
    }),
  );
  await Promise.all(
    readdirSync(folder).map(async (name) => {
      if (!/\.(js|css|svg|json|wasm)$/.test(name)) return;
      const file = path.join(folder, name);
      const content = readFileSync(file);
      if (content.length < 1_024) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: daily.has(name) ? 11 : 9 };
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
    }),
  );
}
