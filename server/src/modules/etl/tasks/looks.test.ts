import { expect, test } from 'vitest';
import { lookedAt } from './looks.ts';

const line = `${'x'.repeat(99)}\n`;

/** So many bytes of whole lines, in pieces that end within one. */
async function* lines(bytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.from(line.repeat(10_000)).subarray(0, 999_950);
  const rest = Buffer.from(line).subarray(50);
  for (let sent = 0; sent < bytes; sent += 1_000_000) {
    yield piece;
    yield rest;
    await Promise.resolve();
  }
}

async function copied(file: string, bytes: number): Promise<{ size: number; end: string }> {
  let size = 0;
  let end = '';
  for await (const chunk of lookedAt(file)(lines(bytes))) {
    size += chunk.length;
    end = chunk.subarray(-1).toString();
  }
  return { size, end };
}

test('a look copies the beginning of a long text, whole lines of it, and a short one whole', async () => {
  const { size, end } = await copied('far/long.CSV', 80_000_000);
  expect(end).toBe('\n');
  expect(size % line.length).toBe(0);
  expect(size).toBeLessThan(35_000_000);
  expect(size).toBeGreaterThan(30_000_000);
  expect(await copied('short.jsonl', 3_000_000)).toEqual({ size: 3_000_000, end: '\n' });
});

test('what has to be there whole is refused by its name where it is too large', async () => {
  await expect(copied('books/large.xlsx', 250_000_000)).rejects.toMatchObject({
    code: 'etl.file.too_big',
    data: { file: 'books/large.xlsx', most: 200 },
  });
  expect((await copied('table.parquet', 250_000_000)).size).toBe(250_000_000);
});
