import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { keptJson } from './kept-json.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('whatever a text holds, it can be kept, and what can be kept stays as it is', async () => {
  const kept = async (value: unknown) =>
    (await server.platform.pool.query<{ kept: unknown }>('select $1::jsonb as kept', [keptJson(value)])).rows[0]!.kept;
  const fine = { a: 'b\\u0000', b: ['\\ud800', '😀', null, 1, true], 'c\\u0000': {}, d: new Date(0).toISOString() };
  expect(await kept(fine)).toEqual(fine);
  expect(await kept({ 'a\u0000': ['x\u0000y', '\ud83d', '\udc00z', '\\\u0000'], b: { c: 'ok' } })).toEqual({
    a: ['xy', '\ufffd', '\ufffdz', '\\'],
    b: { c: 'ok' },
  });
  expect(await kept(undefined)).toBeNull();
});
