import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { z } from 'zod';
import { exactTime, pageByIds, pageOf, placeOf, readCursor, readIdCursor, readPlace } from './paging.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('rows of one millisecond come once each, in their order, whatever the page', async () => {
  const ids = Array.from({ length: 7 }, (_, n) => `01890000-0000-7000-8000-00000000000${n}`);
  const read = async (after: string | undefined) => {
    const cursor = readCursor(after);
    const { rows } = await server.platform.pool.query<{ id: string; at: string }>({
      text: `select id, ${exactTime('at')} as at from (
          select id::uuid, '2026-03-08 01:59:59.999'::timestamptz + n * interval '1 microsecond' as at from unnest($1::text[]) with ordinality as given (id, n)
        ) rows where $2::timestamptz is null or (at, id) < ($2::timestamptz, $3::uuid) order by at desc, id desc limit 3`,
      values: [ids, cursor?.at ?? null, cursor?.id ?? null],
    });
    return pageOf(rows, 2);
  };
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const { shown, next } = await read(after);
    seen.push(...shown.map(({ id }) => id));
    after = next ?? undefined;
  } while (after !== undefined && seen.length < 20);
  expect(seen).toEqual(ids.toReversed());
});

test('a place that is none is refused', () => {
  for (const text of ['x', Buffer.from('2026-01-01 x').toString('base64url')])
    expect(() => readCursor(text)).toThrow(expect.objectContaining({ status: 422 }));
});

test('where ids rise with the time the last one is the place', () => {
  const rows = ['c', 'b', 'a'].map((end) => ({ id: `01890000-0000-7000-8000-00000000000${end}` }));
  const { shown, next } = pageByIds(rows, 2);
  expect([shown.length, readIdCursor(next!)]).toEqual([2, rows[1]!.id]);
  expect(pageByIds(rows, 3).next).toBeNull();
  expect(() => readIdCursor('x')).toThrow(expect.objectContaining({ status: 422 }));
});

test('a place in an order by name comes back as it was given, and another shape is refused', () => {
  const shape = z.tuple([z.string(), z.int()]);
  expect(readPlace(placeOf(['设备 \n"', 7]), shape)).toEqual(['设备 \n"', 7]);
  expect(readPlace(undefined, shape)).toBeUndefined();
  for (const text of ['x', placeOf(['a']), placeOf(['a', 'b'])])
    expect(() => readPlace(text, shape)).toThrow(expect.objectContaining({ status: 422 }));
});
