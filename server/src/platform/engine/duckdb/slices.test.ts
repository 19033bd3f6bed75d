import { expect, test } from 'vitest';
import { rowLine, rowsOf } from '../rows.ts';
import { slicesOf } from './slices.ts';

const rows = Array.from({ length: 500 }, (_, n) => [
  String(n),
  n % 3 === 0 ? `"${n}", said\n"twice"\n` : `plain ${n}`,
  n % 7 === 0 ? null : '',
]);
const text = Buffer.from(rows.map(rowLine).join(''));

async function* inPieces(size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.subarray(at, at + size));
}

test.each([1, 7, 64, 1_000, 100_000])('each slice ends with a row, in chunks of %i bytes', async (size) => {
  const slices: (string | null)[][][] = [];
  for await (const slice of slicesOf(inPieces(size), 900)) {
    const read: (string | null)[][] = [];
    for await (const batch of rowsOf(slice)) read.push(...batch);
    slices.push(read);
  }
  expect(slices.flat()).toEqual(rows);
  expect(slices.length > 10).toBe(size <= 1_000);
  expect(slices.every((slice) => slice.length > 0)).toBe(true);
});

test('what is small is one slice, and nothing is none', async () => {
  let count = 0;
  for await (const slice of slicesOf(inPieces(64), 1e9)) for await (const chunk of slice) count += chunk.length;
  expect(count).toBe(text.length);
  for await (const slice of slicesOf((async function* () {})(), 10)) expect(slice).toBeUndefined();
});
