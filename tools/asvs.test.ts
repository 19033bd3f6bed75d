import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const rows = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, demands, how, heldBy] = /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.*?) ?\|$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number, demands: demands!, how: how!, heldBy: heldBy! }];
  });

/** Requirements of levels 1 and 2 in ASVS 5.0.0, by chapter. */
const counts = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
};

test('every requirement of the standard stands in the table, once', () => {
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  expect(
    Object.fromEntries(
      Object.keys(counts).map((chapter) => [
        chapter,
        rows.filter(({ number }) => number.startsWith(`${chapter}.`)).length,
      ]),
    ),
  ).toEqual(counts);
});

test('each says what holds it: a file that is there, or why there is none', () => {
  const wrong = rows.filter(({ how, heldBy }) => {
    const files = [...heldBy.matchAll(/`([^`]+)`/g)].map(([, file]) => file!);
    if (files.length === 0) return !/No object|Installation|Open:|this chapter/i.test(how);
    return files.some((file) => !existsSync(path.join(root, 'server/src', file)) && !existsSync(path.join(root, file)));
  });
  expect(wrong).toEqual([]);
});
