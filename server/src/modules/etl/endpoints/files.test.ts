import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineOf } from '../../../platform/engine/engine.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { filesEndpoint, wholeFile, type ShelfFile } from './files.ts';

// What is too large to be looked into is refused by its name, and hides nothing else that lies beside it.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const contents: Record<string, string> = { 'small.csv': 'a,b\n1,2\n', 'large.csv': `a\n${'1\n'.repeat(600)}` };
const columnsOf = async (files: ShelfFile[], name: string) => {
  const endpoint = filesEndpoint(
    engineOf(server.platform, 'etl'),
    {
      list: () => Promise.resolve(files),
      open: (file) => Promise.resolve(wholeFile(() => Readable.from(Buffer.from(contents[file] ?? '')))),
      close: () => Promise.resolve(),
    },
    'UTC',
    1_000,
  );
  try {
    return await endpoint.columns({ schema: '', name });
  } finally {
    await endpoint.close();
  }
};

test.each([
  ['said by the place', 1_202],
  ['counted on the way', null],
])('a bound on files: %s', async (_how, size) => {
  const files = [
    { name: 'book.xlsx', size: 5_000 },
    { name: 'large.csv', size },
    { name: 'small.csv', size: 8 },
  ];
  expect((await columnsOf(files, 'small')).map(({ name }) => name)).toEqual(['a', 'b']);
  await expect(columnsOf(files, 'large')).rejects.toMatchObject({ code: 'etl.file.too_big' });
  await expect(columnsOf(files, 'book sheet 1')).rejects.toMatchObject({
    code: 'etl.file.too_big',
    data: { file: 'book.xlsx' },
  });
});
