// `npm run check`: everything that can be said about the code without running it. `--write` brings server/schema.sql,
// server/src/testing/access-matrix.txt and the settings in docs/operations.md up to date.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

interface Check {
  name: string;
  command: string[];
  /** A reason why success is none. */
  doubt?: (output: string) => string | undefined;
}

const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string) => [process.execPath, path.join(root, 'node_modules/.bin', name)];
const cruised = [
  'packages',
  'apps',
  'server',
  'tools',
  'e2e',
  'bench',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
].filter((file) => existsSync(path.join(root, file)));

const checks: Check[] = [
  // what did not change since the last check is not looked at again
  ...['pure', 'web', 'node', 'e2e'].map((name) => ({
    name: `types (${name})`,
    command: [
      ...bin('tsc'),
      '-p',
      `tsconfig.${name}.json`,
      '--pretty',
      'false',
      '--incremental',
      '--tsBuildInfoFile',
      path.join(root, `node_modules/.cache/types/${name}.json`),
    ],
  })),
  { name: 'format', command: [...bin('oxfmt'), '--list-different'] },
  { name: 'lint', command: [...bin('oxlint'), '--type-aware', '--deny-warnings', '-f', 'unix'] },
  {
    name: 'boundaries',
    command: [...bin('depcruise'), '--config', '.dependency-cruiser.cjs', ...cruised],
    doubt: seesEveryModule,
  },
  { name: 'dead code', command: [...bin('knip'), '--no-config-hints', '--no-progress'] },
  {
    name: 'conventions',
    command: [
      process.execPath,
      'tools/conventions.ts',
      ...process.argv.slice(2).filter((argument) => argument === '--write'),
    ],
  },
  { name: 'first pages', command: [process.execPath, 'tools/first-page.ts'] },
];

const started = performance.now();
const queue = [...checks];
const failed: string[] = [];
// two at a time: each uses more than one core by itself
await Promise.all([work(), work()]);
console.log(
  failed.length === 0
    ? `\nEverything holds (${seconds(started)} s)`
    : `\nFailed: ${failed.join(', ')} (${seconds(started)} s)`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function work(): Promise<void> {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const begun = performance.now();
    const { code, output } = await run(check.command);
    const doubt = code === 0 ? check.doubt?.(output) : undefined;
    const good = code === 0 && doubt === undefined;
    if (!good) failed.push(check.name);
    console.log(`${good ? 'ok    ' : 'FAILED'} ${check.name} (${seconds(begun)} s)`);
    if (!good) console.log(`${(doubt ?? output).replaceAll(`${root}/`, '').trim().replace(/^/gm, '    ')}\n`);
  }
}

function run([command, ...args]: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command!, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** With a wrong setup dependency-cruiser finds no module and is content. */
function seesEveryModule(output: string): string | undefined {
  const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0);
  return modules < 100 ? `only ${modules} modules were seen:\n${output}` : undefined;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
