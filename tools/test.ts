// `npm test`: the tests of packages and server, then the browser tests on the built front end. With names of files only
// those run: `npm test -- server/src/modules/forms e2e/main/main-job.e2e.ts`. `--changed` runs what the changes since main
// can reach, `--times` says at the end where the time went.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { firstFilesName } from '@formwork/contract/first-files.ts';
import { buildWeb } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { ensureClickhouse } from './clickhouse.ts';
import { changedFiles, changedSince, reachedByImports, reachedInBrowser } from './tests/changed.ts';
import {
  nothingRan,
  playwrightCounts,
  timesText,
  vitestCounts,
  type Counts,
  type PlaywrightReport,
  type VitestReport,
} from './tests/reports.ts';

const root = path.resolve(import.meta.dirname, '..');
const flags = new Set<string>(
  process.argv.slice(2).filter((argument) => argument === '--times' || argument === '--changed'),
);
const given = process.argv.slice(2).filter((argument) => !flags.has(argument));
const wanted = flags.has('--changed') ? reached(changedFiles(root, changedSince(root))) : named(given);
const folder = mkdtempSync(path.join(tmpdir(), 'formwork-results-'));
let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    running?.kill(signal);
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });

const results: Counts[] = [];
try {
  // server tests need a front end that is there, browser tests the one of now
  const isBuilt = existsSync(path.join(root, 'dist/web', firstFilesName));
  if (wanted.browser || (wanted.others && !isBuilt)) await buildWeb();
  if (wanted.others) ensureClickhouse();
  if (wanted.others) results.push(await runVitest(wanted.others));
  if (wanted.browser) results.push(await runPlaywright(wanted.browser));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  results.push(nothingRan);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const sum = (name: 'passed' | 'failed' | 'skipped') => results.reduce((total, counts) => total + counts[name], 0);
// a test that is skipped where everything should run has failed to run
const unwantedSkips = process.env.CI === 'true' ? sum('skipped') : 0;
if (unwantedSkips > 0) console.log('Skipped tests count as failed here (CI=true).');
if (flags.has('--times')) console.log(timesText(results.flatMap(({ times }) => times)));
for (const name of results.flatMap(({ unsteady }) => unsteady)) console.log(`unsteady: ${name}`);
for (const name of results.flatMap(({ names }) => names)) console.log(`failed: ${name}`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') + unwantedSkips === 0 ? 0 : 1);

/** What the two runners are given; undefined for one that has nothing to do. */
interface Wanted {
  others: string[] | undefined;
  browser: string[] | undefined;
}

function named(files: readonly string[]): Wanted {
  const isBrowser = (file: string) => /^e2e(\/|$)|\.e2e\.ts/.test(file);
  if (files.length === 0) return { others: ['run'], browser: [] };
  const others = files.filter((file) => !isBrowser(file));
  const browser = files.filter(isBrowser);
  return {
    others: others.length > 0 ? ['run', ...others] : undefined,
    browser: browser.length > 0 ? browser : undefined,
  };
}

function reached(changed: readonly string[]): Wanted {
  if (given.length > 0) throw new Error('--changed chooses the files itself: leave the names out');
  const tests = globSync(
    ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'tools/**/*.test.ts'],
    { cwd: root, exclude: ['**/node_modules/**'] },
  );
  const files = reachedByImports(
    changed,
    new Map(tests.map((file) => [file, readFileSync(path.join(root, file), 'utf8')])),
  );
  const browser = reachedInBrowser(changed);
  console.log(
    `${changed.length} files changed since main: ${files?.length === 0 ? 'no tests of packages and server' : files ? 'tests that import them' : 'all tests of packages and server'}, ${browser.length === 0 ? 'none in the browser' : browser.join(' ')}`,
  );
  return {
    others:
      files === undefined
        ? ['run']
        : files.length === 0
          ? undefined
          : ['related', '--run', '--passWithNoTests', ...files],
    browser: browser.length > 0 ? browser : undefined,
  };
}

async function runVitest(command: string[]): Promise<Counts> {
  const report = path.join(folder, 'vitest.json');
  const code = await run(
    'vitest',
    [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {},
  );
  const json = read(report) as VitestReport | undefined;
  if (!json) return nothingRan;
  return atLeastOneFailure(code, vitestCounts(json, root));
}

async function runPlaywright(files: string[]): Promise<Counts> {
  const problem = ensureChromium();
  if (problem !== undefined) {
    console.error(problem);
    return nothingRan;
  }
  const report = path.join(folder, 'playwright.json');
  const code = await run('playwright', ['test', '--reporter=list,json', ...files], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    FORMWORK_E2E_PORT: process.env.FORMWORK_E2E_PORT ?? String(await freePort()),
  });
  const json = read(report) as PlaywrightReport | undefined;
  if (!json) return nothingRan;
  return atLeastOneFailure(code, playwrightCounts(json));
}

/** The runner may fail without a failed test: an error outside of them, or no test at all. */
function atLeastOneFailure(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0
    ? { ...counts, failed: 1, names: ['an error outside of the tests, see above'] }
    : counts;
}

function run(name: string, args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    running = spawn(process.execPath, [path.join(root, 'node_modules/.bin', name), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    running.on('close', (code) => resolve(code ?? 1));
  });
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
