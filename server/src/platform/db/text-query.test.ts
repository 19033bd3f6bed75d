import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { queryText } from './text-query.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const ask = (text: string, values: unknown[] = [], name?: string) =>
  queryText(server.platform.pool, { text, values, ...(name !== undefined && { name }) });

describe('a text query', () => {
  test('answers rows as text', async () => {
    expect(await ask('select 1, null, true, $1::text', ['中文 "quoted"'])).toEqual([['1', null, 't', '中文 "quoted"']]);
    expect(await ask('select 1 where false')).toEqual([]);
  });

  test('takes numbers, flags, nothing and lists', async () => {
    const list = ['a', 'b "c" \\d', '{x,y}', null, ''];
    expect(
      await ask('select $1::numeric, $2::boolean, $3::text, array_to_json($4::text[])', [1.5, false, undefined, list]),
    ).toEqual([['1.5', 'f', null, JSON.stringify(list)]]);
  });

  test('prepares a named statement once and keeps to it', async () => {
    for (let n = 0; n < 30; n += 1) expect(await ask('select $1::int + 1', [n], 'plus_one')).toEqual([[String(n + 1)]]);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask('select $1::int + 1', [n], 'plus_one')));
    expect(answers).toEqual(answers.map((_, n) => [[String(n + 1)]]));
  });

  test('passes on what the database refuses, and the connection serves on', async () => {
    const refused = async (text: string, values: unknown[], name: string) =>
      ask(text, values, name).then(
        () => 'fine',
        (error: { code?: string }) => error.code,
      );
    expect(await refused('select nothing from nowhere', [], 'broken')).toBe('42P01');
    expect(await refused('select nothing from nowhere', [], 'broken')).toBe('42P01');
    expect(await refused('select $1::int', ['x'], 'int')).toBe('22P02');
    expect(await ask('select $1::int', ['7'], 'int')).toEqual([['7']]);
    expect(server.platform.pool.waitingCount).toBe(0);
  });

  test('fails with its connection, and the next one gets another', async () => {
    await expect(ask('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
    expect(await ask('select 1')).toEqual([['1']]);
  });
});
