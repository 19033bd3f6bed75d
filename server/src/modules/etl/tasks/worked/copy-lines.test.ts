import { expect, test } from 'vitest';
import { copyLines } from './copy-lines.ts';

const said = (texts: readonly (string | null)[]): (string | null)[] => [texts.map((text) => text ?? '-').join('+')];

/** The lines in pieces of every length come out as the whole. */
function through(inputs: number, drop: number, text: string): string {
  const whole = Buffer.from(text);
  const outcomes = Array.from({ length: Math.min(whole.length, 40) }, (_, at) => {
    const lines = copyLines(inputs, drop, inputs === 0 ? () => ['x', null] : said);
    const out: Buffer[] = [];
    for (let from = 0; from < whole.length; from += at + 1) out.push(lines.take(whole.subarray(from, from + at + 1)));
    return Buffer.concat([...out, lines.end()]).toString();
  });
  expect(new Set(outcomes).size).toBe(1);
  return outcomes[0]!;
}

test.each([
  ['what is read goes on', 2, 0, 'a\tb\tc\n', 'a\tb\tc\ta+b\n'],
  ['what is read goes no further', 2, 2, 'a\tb\tc\td\n', 'c\td\ta+b\n'],
  ['the first of it does not', 2, 1, 'a\tb\tc\n', 'b\tc\ta+b\n'],
  ['there is nothing else', 1, 1, 'a\nb\n', 'a\nb\n'],
  ['all of it goes on and there is nothing else', 2, 0, 'a\tb\n', 'a\tb\ta+b\n'],
  ['the first goes no further and there is nothing else', 2, 1, 'a\tb\n', 'b\ta+b\n'],
  ['nothing is read', 0, 0, 'a\tb\n', 'a\tb\tx\t\\N\n'],
  ['blank', 1, 0, '\n\n', '\t\n\t\n'],
  ['nothing and a text alike', 1, 1, '\\N\ta\n\\\\N\tb\n', 'a\t-\nb\t\\\\N\n'],
  ['signs that are written otherwise', 1, 1, 'a\\tb\\nc\\\\\tz\n', 'z\ta\\tb\\nc\\\\\n'],
  ['signs of several bytes', 1, 0, '雨\t1\n雪é\t2\n', '雨\t1\t雨\n雪é\t2\t雪é\n'],
  ['a last line without an end', 1, 0, 'a\t1\nb\t2', 'a\t1\ta\nb\t2\tb\n'],
])('lines of which %s', (_, inputs, drop, text, expected) => {
  expect(through(inputs, drop, text)).toBe(expected);
});

test('answers longer than the lines, and many different ones', () => {
  const lines = copyLines(1, 1, ([text]) => [`${text}${'y'.repeat(200)}`]);
  const rows = Array.from({ length: 30_000 }, (_, n) => `${n % 11_000}\n`).join('');
  const out = Buffer.concat([lines.take(Buffer.from(rows)), lines.end()])
    .toString()
    .split('\n');
  expect(out).toHaveLength(30_001);
  expect(out[29_999]).toBe(`${29_999 % 11_000}${'y'.repeat(200)}`);
  expect(out[11_000]).toBe(`0${'y'.repeat(200)}`);
});
