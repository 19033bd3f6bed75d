import { randomUUID } from 'node:crypto';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import { analyticsPagesApi } from '@formwork/contract/analytics/page-api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let maker: Client;
let other: Client;
let made: string;

/** A screen of a person's own. */
async function screen(who: Client, name: string, release = true): Promise<string> {
  const { id } = await who.ok(definitionsApi.create, {
    params: { kind: 'screen' },
    body: {
      commandId: randomUUID(),
      name: { zh: name },
      draft: {
        ...emptyScreen(),
        elements: [{ id: 'e1', name, is: 'clock', x: 0, y: 0, w: 100, h: 40, size: 20, shows: 'time' }],
      },
    },
  });
  if (release) await who.ok(definitionsApi.release, { params: { kind: 'screen', id }, body: { version: 1 } });
  return id;
}
const start = (who: Client) => who.ok(analyticsPagesApi.start);
const page = (id: string) => ({ body: { page: { kind: 'screen' as const, id } } });
const none = { body: { page: null } };

beforeAll(async () => {
  server = await startTestServer();
  [admin, maker, other] = [await server.as('admin'), await server.as('user2'), await server.as('user3')];
  made = await screen(maker, '大屏');
});
afterAll(() => server.stop());

test('what somebody chose opens for them alone', async () => {
  await maker.ok(analyticsPagesApi.setOwnStart, page(made));
  expect((await start(maker)).own).toEqual({ kind: 'screen', id: made, name: { zh: '大屏' } });
  expect(await start(other)).toEqual({ own: null, everyone: null });
  await maker.ok(analyticsPagesApi.setOwnStart, none);
  expect((await start(maker)).own).toBeNull();
});

test('what one does not see, or was never released, cannot be chosen', async () => {
  expect(codeOf(await other.call(analyticsPagesApi.setOwnStart, page(made)))).toBe('analytics.screen.gone');
  const draft = await screen(maker, '草稿', false);
  expect(codeOf(await maker.call(analyticsPagesApi.setOwnStart, page(draft)))).toBe('analytics.screen.gone');
});

test('an administrator chooses for all who chose nothing, and who does not see it has the list', async () => {
  expect((await maker.call(analyticsPagesApi.setStart, page(made))).status).toBe(403);
  await admin.ok(analyticsPagesApi.setStart, page(made));
  expect((await start(maker)).everyone?.id).toBe(made);
  expect((await start(other)).everyone).toBeNull();
  await admin.ok(definitionsApi.enable, { params: { kind: 'screen', id: made }, body: { enabled: false } });
  expect((await start(maker)).everyone).toBeNull();
  await admin.ok(definitionsApi.enable, { params: { kind: 'screen', id: made }, body: { enabled: true } });
  await admin.ok(analyticsPagesApi.setStart, none);
  expect((await start(maker)).everyone).toBeNull();
});

test('favourites are one’s own, and the list can be of them alone', async () => {
  const mark = (who: Client, id: string, favourite: boolean) =>
    who.call(definitionsApi.mark, { params: { kind: 'screen', id }, body: { favourite } });
  const second = await screen(maker, '第二块');
  const listed = async (who: Client) =>
    (await who.ok(definitionsApi.list, { params: { kind: 'screen' }, query: { favourite: true } })).rows.map(
      ({ id }) => id,
    );
  const marked = async (who: Client) => (await who.ok(definitionsApi.favourites, { params: { kind: 'screen' } })).ids;
  expect((await mark(maker, made, true)).status).toBe(200);
  expect((await mark(maker, made, true)).status).toBe(200);
  expect((await mark(maker, second, true)).status).toBe(200);
  expect(await marked(maker)).toEqual([second, made]);
  expect((await listed(maker)).toSorted()).toEqual([made, second].toSorted());
  // whoever does not see it cannot mark it, and an administrator sees none of these marks
  expect((await mark(other, made, true)).status).toBe(404);
  expect(await marked(admin)).toEqual([]);
  expect(await listed(admin)).toEqual([]);
  await mark(maker, made, false);
  expect(await listed(maker)).toEqual([second]);
  await maker.ok(definitionsApi.archive, { params: { kind: 'screen', id: second }, body: {} });
  expect(await listed(maker)).toEqual([]);
});
