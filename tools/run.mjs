// Entry of every npm script: `node tools/run.mjs <script.ts> [arguments]`.
// Runs on whatever Node the machine has (20 or later), installs the dependencies when they are not the
// committed ones, then runs the script with the Node 26 that came with them. Built-in imports only: at this
// moment nothing else may be there.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.formwork-install.json');
const [script, ...args] = process.argv.slice(2);

/**
 * Where a heap may grow beyond 2 GB, V8 lets four times as much garbage stand as is in use before it looks: an import of a
 * million rows took 330 MB, and takes half of that. What NODE_OPTIONS asks for counts more.
 */
const serverHeapMb = 2_000;

if (!script) fail('usage: node tools/run.mjs <script> [arguments]');
runScript(installed() ?? install());

/** The Node binary of a finished, current installation. */
function installed() {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
    return stamp.hash === wantedHash() && (stamp.node === '' || existsSync(join(root, stamp.node)))
      ? stamp.node
      : undefined;
  } catch {
    return undefined;
  }
}

function install() {
  console.error('Installing dependencies ...');
  const hash = wantedHash();
  // gone first, so that an interrupted installation is repeated
  rmSync(stampFile, { force: true });
  const flags = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  // with the Node that runs npm: ours may be the one that is being replaced
  const result = npm
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...flags], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', flags, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) fail(`npm install failed${result.error ? `: ${result.error.message}` : ''}`);
  const node = findNode();
  mkdirSync(modules, { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ hash, node }));
  return node;
}

/** Path below the project of a Node 26 for this machine; '' means the one that runs this file. */
function findNode() {
  const { platform, arch } = process;
  const candidates = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`].map((name) =>
    join('node_modules', name, 'bin', 'node'),
  );
  const found = candidates.find((path) => spawnSync(join(root, path), ['--version']).status === 0);
  if (found) return found;
  if (Number(process.versions.node.split('.')[0]) >= 26) return '';
  return fail(
    `No Node 26 for ${platform}-${arch} could be installed. Install Node 26 or later and run the command again.`,
  );
}

/** What was installed for: every package.json, the lockfile and the machine. */
function wantedHash() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const path of packageFiles()) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function packageFiles() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(join(root, parent))
      .sort()
      .map((name) => `${parent}/${name}`);
  });
  return ['package.json', 'package-lock.json', '.npmrc', ...folders.map((folder) => `${folder}/package.json`)].filter(
    (path) => existsSync(join(root, path)),
  );
}

function runScript(node) {
  const isServer = /^(server|bench)\//.test(script);
  const binary = node === '' ? process.execPath : join(root, node);
  const child = spawn(
    binary,
    ['--import', new URL('watch-parent.mjs', import.meta.url).href, join(root, script), ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: [dirname(binary), join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter),
        // glibc gives each thread heaps of its own and keeps them: two are enough, and an import takes a tenth less memory
        MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
        ...(isServer && {
          NODE_OPTIONS: `--max-old-space-size=${serverHeapMb} ${process.env.NODE_OPTIONS ?? ''}`.trim(),
        }),
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'compile'),
      },
    },
  );
  child.on('error', (error) => fail(error.message));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      process.on(signal, () => {}); // a terminal and npm both send it: one is enough
      child.kill(signal);
    });
  // npm killed alone sends nothing; the only trace is another parent
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
