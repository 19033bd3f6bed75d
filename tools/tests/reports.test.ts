import { expect, it } from 'vitest';
import { playwrightCounts, timesText, vitestCounts } from './reports.ts';

it('names what failed, what needed a second try and how long a file took', () => {
  const test = (fullName: string, status: string, failureMessages: string[] = []) => ({
    fullName,
    status,
    failureMessages,
  });
  const file = (name: string, status: string, assertionResults: ReturnType<typeof test>[]) => ({
    name: `/house/${name}`,
    status,
    startTime: 1_000,
    endTime: 3_500,
    assertionResults,
  });
  const counts = vitestCounts(
    {
      numPassedTests: 2,
      numFailedTests: 1,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        file('a.test.ts', 'failed', [
          test('one', 'passed'),
          test('two', 'failed', ['no']),
          test('three', 'passed', ['no']),
        ]),
        file('b.test.ts', 'failed', []),
      ],
    },
    '/house',
  );
  expect(counts).toMatchObject({
    failed: 2,
    names: ['b.test.ts', 'a.test.ts › two'],
    unsteady: ['a.test.ts › three'],
    times: [
      { file: 'a.test.ts', seconds: 2.5 },
      { file: 'b.test.ts', seconds: 2.5 },
    ],
  });
});

it('reads the browser tests the same way', () => {
  const spec = (title: string, status: string, ...durations: number[]) => ({
    ok: status !== 'unexpected',
    title,
    file: 'main/x.e2e.ts',
    line: 7,
    tests: [{ status, results: durations.map((duration) => ({ duration })) }],
  });
  const counts = playwrightCounts({
    suites: [{ specs: [spec('one', 'expected', 500)], suites: [{ specs: [spec('two', 'flaky', 1_000, 1_500)] }] }],
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
  });
  expect(counts).toMatchObject({
    passed: 2,
    names: [],
    unsteady: ['e2e/main/x.e2e.ts:7 › two'],
    times: [{ file: 'e2e/main/x.e2e.ts', seconds: 3 }],
  });
  expect(timesText(counts.times)).toContain('3.0 s  e2e/main');
});
