import { expect, test } from 'vitest';
import { withNamedValues } from './named-values.ts';

const filled = (sql: string, escapes = false) =>
  withNamedValues(sql, escapes, (name) => (name === 'x' ? '1' : undefined));

test.each([
  ['a = :x and b = :y', 'a = 1 and b = :y'],
  ['\':x\' ":x" `:x` $$:x$$ $t$:x$t$', '\':x\' ":x" `:x` $$:x$$ $t$:x$t$'],
  ["'it''s :x' || :x", "'it''s :x' || 1"],
  // of PostgreSQL, with a quote that a backslash lets stand
  [String.raw`e'it\'s :x' || :x`, String.raw`e'it\'s :x' || 1`],
  ['-- :x\n:x', '-- :x\n1'],
  ['/* /* :x */ :x */ :x', '/* /* :x */ :x */ 1'],
  ['day::date, a[1:x], :x::int', 'day::date, a[1:x], 1::int'],
])('values stand where a statement has room for them: %s', (sql, made) => {
  expect(filled(sql)).toBe(made);
});

test('where a backslash means something, it does so for comments and texts too', () => {
  expect(filled(String.raw`'it\'s :x' # :x`, true)).toBe(String.raw`'it\'s :x' # :x`);
  expect(filled('/* /* */ :x', true)).toBe('/* /* */ 1');
});
