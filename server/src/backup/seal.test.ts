import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { newSeal, openSeal, type Seal } from './seal.ts';

let seal: Seal;
let again: Seal;
let wrong: unknown;
beforeAll(async () => {
  const made = await newSeal('correct horse');
  seal = made.seal;
  again = await openSeal(made.file, 'correct horse');
  wrong = await openSeal(made.file, 'correct house').catch((error: unknown) => error);
});

const piece = 64 * 1024;

async function* chunks(bytes: Buffer, size = 50_000): AsyncGenerator<Buffer, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  return undefined;
}

async function whole(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of source) all.push(chunk);
  return Buffer.concat(all);
}

test('what is sealed opens with the phrase, whatever its size, and takes the bytes that are told before', async () => {
  for (const size of [0, 1, piece - 1, piece, piece + 1, 3 * piece, 300_000]) {
    const bytes = randomBytes(size);
    const sealed = await whole(seal.seal('a', chunks(bytes)));
    expect(sealed.length).toBe(seal.size(size));
    expect((await whole(again.open('a', chunks(sealed, 777)))).equals(bytes), `${size} bytes`).toBe(true);
  }
});

test('another phrase is told apart', () => expect(wrong).toMatchObject({ exit: 'phrase' }));

test('nothing can be changed, cut off, left out, exchanged or renamed', async () => {
  const sealed = await whole(seal.seal('a', chunks(randomBytes(3 * piece))));
  const other = await whole(seal.seal('a', chunks(randomBytes(3 * piece))));
  const head = 40;
  const each = piece + 16;
  const at = (n: number) => sealed.subarray(head + n * each, head + (n + 1) * each);
  const flipped = Buffer.from(sealed);
  flipped[head + 100]! ^= 1;
  const broken = {
    flipped,
    'cut off': sealed.subarray(0, head + 2 * each),
    'cut inside': sealed.subarray(0, sealed.length - 5),
    'left out': Buffer.concat([sealed.subarray(0, head), at(1), at(2)]),
    exchanged: Buffer.concat([sealed.subarray(0, head), at(1), at(0), at(2)]),
    'of another': Buffer.concat([sealed.subarray(0, head), other.subarray(head, head + each), at(1), at(2)]),
    'with more': Buffer.concat([sealed, at(2)]),
  };
  for (const [what, bytes] of Object.entries(broken))
    await expect(whole(again.open('a', chunks(bytes))), what).rejects.toMatchObject({ exit: 'broken' });
  await expect(whole(again.open('b', chunks(sealed)))).rejects.toMatchObject({ exit: 'broken' });
});
