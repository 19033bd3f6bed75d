import path from 'node:path';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, by name: hours of output come between a failure and the last line. */
  names: string[];
  /** What failed first and passed when it was tried again. */
  unsteady: string[];
  /** Seconds that the tests of a file took, added up. */
  times: FileTime[];
}

interface FileTime {
  file: string;
  seconds: number;
}

export const nothingRan: Counts = { passed: 0, failed: 1, skipped: 0, names: [], unsteady: [], times: [] };

export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

export function vitestCounts(report: VitestReport, root: string): Counts {
  // a file that cannot be loaded has no tests to count
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, name: `${path.relative(root, file.name)} › ${test.fullName}` })),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: [
      ...broken.map((file) => path.relative(root, file.name)),
      ...tests.filter(({ status }) => status === 'failed').map(({ name }) => name),
    ],
    // what a first try said stays with a test that passed
    unsteady: tests
      .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages?.length ?? 0) > 0)
      .map(({ name }) => name),
    times: report.testResults.map(({ name, startTime, endTime }) => ({
      file: path.relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    })),
  };
}

interface PlaywrightSuite {
  specs: {
    ok: boolean;
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { duration: number }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

export interface PlaywrightReport {
  suites: PlaywrightSuite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

export function playwrightCounts({ suites, stats }: PlaywrightReport): Counts {
  const specs = suites.flatMap(specsIn);
  const nameOf = ({ file, line, title }: (typeof specs)[number]) => `e2e/${file}:${String(line)} › ${title}`;
  const byFile = Object.groupBy(specs, ({ file }) => file);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    names: specs.filter(({ ok }) => !ok).map(nameOf),
    unsteady: specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(nameOf),
    times: Object.entries(byFile).map(([file, own]) => ({
      file: `e2e/${file}`,
      seconds: own!
        .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
        .reduce((sum, { duration }) => sum + duration / 1_000, 0),
    })),
  };
}

function specsIn(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)];
}

const shownFiles = 20;

/** Where the time goes: the slowest files, and what each part of the house takes. */
export function timesText(times: readonly FileTime[]): string {
  const sorted = times.toSorted((a, b) => b.seconds - a.seconds);
  const areas = Object.entries(Object.groupBy(times, ({ file }) => areaOf(file)))
    .map(([file, own]) => ({ file, seconds: own!.reduce((sum, { seconds }) => sum + seconds, 0) }))
    .toSorted((a, b) => b.seconds - a.seconds);
  const lines = (list: readonly FileTime[]) =>
    list.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`).join('\n');
  return `The slowest files:\n${lines(sorted.slice(0, shownFiles))}\nBy part:\n${lines(areas)}`;
}

/** `server/src/modules/forms`, `packages/feel`, `e2e/main`. */
function areaOf(file: string): string {
  const parts = path.dirname(file).split('/');
  return parts.slice(0, parts[0] === 'server' ? 4 : 2).join('/');
}
