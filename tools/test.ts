// `npm test`: the tests of packages and server, then the browser tests on the built front end. With names of files only
// those run: `npm test -- server/src/modules/forms e2e/main/main-job.e2e.ts`.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildWeb } from './build.ts';
import { ensureChromium } from './chromium.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, by name: hours of output come between a failure and the last line. */
  names: string[];
}

const root = path.resolve(import.meta.dirname, '..');
const given = process.argv.slice(2);
const browserTests = given.filter((argument) => /^e2e(\/|$)|\.e2e\.ts/.test(argument));
const otherTests = given.filter((argument) => !browserTests.includes(argument));
const folder = mkdtempSync(path.join(tmpdir(), 'formwork-results-'));
let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {
  running?.kill(signal);
  rmSync(folder, { recursive: true, force: true });
  process.exit(130);
});

const nothingRan: Counts = { passed: 0, failed: 1, skipped: 0, names: [] };
const results: Counts[] = [];
try {
  await buildWeb();
  if (given.length === 0 || otherTests.length > 0) results.push(await runVitest(otherTests));
  if (given.length === 0 || browserTests.length > 0) results.push(await runPlaywright(browserTests));
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
for (const name of results.flatMap((counts) => counts.names)) console.log(`failed: ${name}`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') + unwantedSkips === 0 ? 0 : 1);

async function runVitest(files: string[]): Promise<Counts> {
  const report = path.join(folder, 'vitest.json');
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files], {});
  const json = read(report) as VitestReport | undefined;
  if (!json) return nothingRan;
  // a file that cannot be loaded has no tests to count
  const broken = json.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'));
  const names = [
    ...broken.map((file) => path.relative(root, file.name)),
    ...json.testResults.flatMap((file) => file.assertionResults.filter((test) => test.status === 'failed').map((test) => `${path.relative(root, file.name)} › ${test.fullName}`)),
  ];
  return atLeastOneFailure(code, { passed: json.numPassedTests, failed: json.numFailedTests + broken.length, skipped: json.numPendingTests + json.numTodoTests, names });
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
  const { expected, unexpected, flaky, skipped } = json.stats;
  return atLeastOneFailure(code, { passed: expected + flaky, failed: unexpected, skipped, names: json.suites.flatMap((suite) => failedIn(suite)) });
}

function failedIn(suite: PlaywrightSuite): string[] {
  const here = suite.specs.filter((spec) => !spec.ok).map((spec) => `e2e/${spec.file}:${String(spec.line)} › ${spec.title}`);
  return [...here, ...(suite.suites ?? []).flatMap(failedIn)];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

interface PlaywrightSuite {
  specs: { ok: boolean; title: string; file: string; line: number }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** The runner may fail without a failed test: an error outside of them, or no test at all. */
function atLeastOneFailure(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1, names: ['an error outside of the tests, see above'] } : counts;
}

function run(name: string, args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    running = spawn(process.execPath, [path.join(root, 'node_modules/.bin', name), ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
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
