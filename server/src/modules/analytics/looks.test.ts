import { randomUUID } from 'node:crypto';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import { analyticsPagesApi } from '@formwork/contract/analytics/page-api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { visitorsApi } from '@formwork/contract/visitors/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spaceSchema } from '../../platform/db/space-data.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { forgetLooks } from './looks.ts';

let server: TestServer;
let maker: Client;
let reader: Client;
let other: Client;
let id: string;
const params = () => ({ analysisKind: 'screen' as const, analysisId: id });
const looks = (who: Client) => who.ok(analyticsPagesApi.looks, { params: params() });
const table = `${spaceSchema('demo')}.analytics_look`;

beforeAll(async () => {
  server = await startTestServer();
  [maker, reader, other] = [await server.as('user2'), await server.as('user3'), await server.as('user4')];
  ({ id } = await maker.ok(definitionsApi.create, {
    params: { kind: 'screen' },
    body: {
      commandId: randomUUID(),
      name: { zh: '大屏' },
      draft: {
        ...emptyScreen(),
        elements: [{ id: 'e1', name: 'c', is: 'clock', x: 0, y: 0, w: 100, h: 40, size: 20, shows: 'time' }],
      },
    },
  }));
  await maker.ok(definitionsApi.release, { params: { kind: 'screen', id }, body: { version: 1 } });
  await maker.ok(definitionsApi.putAccess, {
    params: { kind: 'screen', id },
    body: { rules: [{ subject: { kind: 'person', id: reader.id }, level: 'use' }] },
  });
});
afterAll(() => server.stop());

test('who may change it sees who looked; who comes back at once is still looking', async () => {
  await reader.ok(analyticsPagesApi.look, { params: params() });
  await reader.ok(analyticsPagesApi.look, { params: params() });
  await maker.ok(analyticsPagesApi.look, { params: params() });
  const { people, days, visitors } = await looks(maker);
  expect(people.map(({ person, n }) => [person, n])).toEqual([
    [maker.id, 1],
    [reader.id, 1],
  ]);
  expect(days).toHaveLength(1);
  expect(days[0]!.n).toBe(2);
  expect(visitors).toBeNull();
  await server.platform.pool.query(`update ${table} set last = now() - interval '11 minutes' where person = $1`, [
    reader.id,
  ]);
  await reader.ok(analyticsPagesApi.look, { params: params() });
  expect((await looks(maker)).people.find(({ person }) => person === reader.id)?.n).toBe(2);
});

test('who may only look is not told who else did, and who may not look does not count', async () => {
  expect((await reader.call(analyticsPagesApi.looks, { params: params() })).status).toBe(403);
  expect(codeOf(await other.call(analyticsPagesApi.look, { params: params() }))).toBe('analytics.screen.gone');
  expect(codeOf(await other.call(analyticsPagesApi.looks, { params: params() }))).toBe('analytics.screen.gone');
  expect((await looks(maker)).people.some(({ person }) => person === other.id)).toBe(false);
});

test('visitors are a number without names', async () => {
  const { token } = await maker.ok(visitorsApi.createLink, {
    params: { kind: 'screen', thing: id },
    body: { choice: null, password: null, most: null, expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
  });
  const opened = await server.visitor.ok(visitorsApi.open, { body: { token } });
  await server.visitor.ok(visitorsApi.open, { body: { token } });
  // whoever asks again with their ticket is the visitor of before
  await server.visitor.ok(visitorsApi.open, { body: { token, ticket: 'ticket' in opened ? opened.ticket : '' } });
  await vi.waitFor(async () => expect((await looks(maker)).visitors?.n).toBe(2));
  expect((await looks(maker)).people).toHaveLength(2);
});

test('looks go after half a year', async () => {
  await server.platform.pool.query(`update ${table} set day = current_date - 181 where person = $1`, [reader.id]);
  await forgetLooks.run(server.platform);
  const { rows } = await server.platform.pool.query(`select 1 from ${table} where person = $1`, [reader.id]);
  expect(rows).toEqual([]);
  expect((await looks(maker)).people).toHaveLength(1);
});
