import { expect, test } from 'vitest';
import { advisoriesIn, knownIn, overdue } from './advisories.ts';

const hole = (id: string, severity: string) => ({
  source: 1,
  name: 'qs',
  dependency: 'qs',
  title: 'reads too much',
  url: `https://github.com/advisories/${id}`,
  severity,
  range: '<6.0.0',
});
const report = {
  auditReportVersion: 2,
  vulnerabilities: {
    qs: { name: 'qs', severity: 'high', via: [hole('GHSA-aaaa', 'high'), hole('GHSA-bbbb', 'moderate')] },
    fastify: {
      name: 'fastify',
      severity: 'high',
      via: ['qs', hole('GHSA-aaaa', 'high'), hole('GHSA-cccc', 'critical')],
    },
  },
};

test('holes of components are dealt with in their time: seven days, thirty, or the next version', () => {
  const found = advisoriesIn(report);
  expect(found.map(({ id, severity }) => [id, severity])).toEqual([
    ['GHSA-aaaa', 'high'],
    ['GHSA-bbbb', 'moderate'],
    ['GHSA-cccc', 'critical'],
  ]);
  const known = knownIn(
    '# what is known\nGHSA-aaaa 2026-01-01 waits for 6.0\nGHSA-cccc 2026-01-01 is not reached\nGHSA-dddd 2026-01-01\n',
  );
  expect([...known.keys()]).toEqual(['GHSA-aaaa', 'GHSA-cccc']);
  const on = (day: string) => overdue(found, known, new Date(day)).map((line) => line.slice(0, 9));
  expect([on('2026-01-08'), on('2026-01-09'), on('2026-02-01')]).toEqual([
    [],
    ['GHSA-cccc'],
    ['GHSA-aaaa', 'GHSA-cccc'],
  ]);
  expect(overdue(found, new Map(), new Date())).toHaveLength(2);
});

test('a registry that does not answer is no good news', () => {
  expect(() => advisoriesIn({ message: '405 Method Not Allowed', statusCode: 405 })).toThrow('does not answer');
  expect(advisoriesIn({ auditReportVersion: 2, vulnerabilities: {} })).toEqual([]);
});
