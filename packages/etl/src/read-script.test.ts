import { expect, test } from 'vitest';
import { readScript } from './read-script.ts';

test.each<[string, string, number | undefined, string[] | undefined]>([
  ['members are read', 'return { a: row.a, b: row["b c"] }', undefined, ['a', 'b c']],
  ['what is set is no column', 'row.sum = row.a + 1; return row.sum', undefined, ['a']],
  ['all of it', 'return { ...row, a: row.a }', undefined, undefined],
  ['nobody knows which', 'return { a: row[name] }', undefined, undefined],
  ['what every object has', 'return row.hasOwnProperty("a") ? { a: row.a } : null', undefined, ['a']],
  ['no JavaScript', 'const a = row.a;\nreturn { a: ', 2, ['a']],
  ['nothing', '', undefined, []],
])('%s', (_, code, wrongLine, reads) => {
  const found = readScript(code);
  expect(found.wrongLine).toBe(wrongLine);
  expect(found.reads && [...found.reads]).toEqual(reads);
});
