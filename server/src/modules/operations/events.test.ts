import { auditApi } from '@formwork/contract/audit/api.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { operationsApi } from '@formwork/contract/operations/api.ts';
import { eventsApi, type FailedEvent } from '@formwork/contract/operations/events.ts';
import { operatorRolesApi, personnelApi } from '@formwork/contract/operations/staff.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { modules } from '../../modules.ts';
import { asDispatcher } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { inSpace } from '../../platform/db/space-data.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { withModule } from '../../testing/with-module.ts';

let isBroken = true;
const heard: string[] = [];
withModule({
  name: 'test',
  subscribers: [
    {
      name: 'test.brittle',
      start: 'first',
      types: ['test.brittle'],
      handle: async (_platform, spaceId, events) => {
        if (isBroken) throw new Error('the scale does not answer');
        heard.push(...events.map(({ subject, data }) => `${spaceId} ${subject} ${String(data.weight)}`));
      },
    },
  ],
});

let server: TestServer;
let root: Client;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_LOG_LEVEL: 'fatal' });
  root = await server.as('root');
});
afterAll(() => server.stop());
beforeEach(() => {
  isBroken = true;
});

const failed = async (person = root) =>
  (await person.ok(eventsApi.failed, { query: { subscriber: 'test.brittle' } as never })).rows;
const happens = (spaceId: string, subject: string) =>
  inSpace(
    { platform: server.platform, spaceId, requestId: 'test', ip: '127.0.0.1', user: { id: newId(), role: 'admin' } },
    (tx) => tx.event('test.brittle', subject, { weight: 7 }),
  );
const fails = async (spaceId: string, subject: string): Promise<FailedEvent> => {
  await happens(spaceId, subject);
  await expect.poll(async () => (await failed()).map((event) => event.subject)).toContain(subject);
  return (await failed()).find((event) => event.subject === subject)!;
};
const of = ({ id, subscriber }: Pick<FailedEvent, 'id' | 'subscriber'>) => ({ body: { events: [{ id, subscriber }] } });
const log = async () =>
  (await root.ok(auditApi.list, { query: { limit: 200 } })).rows
    .filter(({ type }) => type.startsWith('operations.event.'))
    .map(({ type, subject, data }) => ({ type, subject, data }));

test('a failed event is listed with who failed and why, handed on again when asked, and gone when that went well', async () => {
  const event = await fails('demo', 'lorry');
  expect(event).toMatchObject({
    subscriber: 'test.brittle',
    type: 'test.brittle',
    space: { id: 'demo', name: '示范企业' },
    tries: 5,
    asked: false,
    requestId: 'test',
    can: { replay: true, discard: true },
  });
  expect(event.error).toContain('the scale does not answer');
  expect((await root.ok(operationsApi.overview)).failedEvents).toBe(1);
  expect((await root.ok(eventsApi.lag)).rows.find(({ subscriber }) => subscriber === 'test.brittle')).toMatchObject({
    failed: 1,
  });

  // still broken: it comes back with one try more
  expect(await root.ok(eventsApi.replay, of(event))).toEqual({ asked: 1 });
  await expect.poll(async () => (await failed())[0]).toMatchObject({ tries: 6, asked: false });
  isBroken = false;
  expect(await root.ok(eventsApi.replay, of(event))).toEqual({ asked: 1 });
  await expect.poll(() => failed()).toEqual([]);
  expect(heard).toEqual(['demo lorry 7']);
  expect(await root.ok(eventsApi.replay, of(event))).toEqual({ asked: 0 });
  await expect
    .poll(log)
    .toEqual(
      Array.from({ length: 2 }, () => ({
        type: 'operations.event.replayed',
        subject: event.id,
        data: expect.objectContaining({ subscriber: 'test.brittle', space: 'demo', eventType: 'test.brittle' }),
      })),
    );
});

test('a discarded event is gone for good', async () => {
  const event = await fails('other', 'tank');
  expect(await root.ok(eventsApi.discard, of(event))).toEqual({ discarded: 1 });
  expect(await failed()).toEqual([]);
  isBroken = false;
  expect(await root.ok(eventsApi.discard, of(event))).toEqual({ discarded: 0 });
  expect(heard).not.toContain('other tank 7');
  await expect
    .poll(async () => (await log())[0])
    .toMatchObject({ type: 'operations.event.discarded', subject: event.id });
});

test('what failed before events were kept, or in a subscriber that is no more, can only be discarded', async () => {
  const [old, orphan] = [newId(), newId()];
  await asDispatcher(server.platform.control, async (tx) => {
    const row = {
      space_id: 'demo',
      type: 'test.brittle',
      error: 'once',
      failed_at: new Date(),
      subject: '',
      actor: null,
      request_id: '',
      ip: '',
      tries: 5,
      asked_at: null,
    };
    await tx
      .insertInto('platform.failed_event')
      .values([
        { ...row, subscriber: 'test.brittle', event_id: old, at: null, data: null },
        { ...row, subscriber: 'test.no_more', event_id: orphan, at: new Date(), data: JSON.stringify({}) as never },
      ])
      .execute();
  });
  const { rows } = await root.ok(eventsApi.failed);
  expect(rows.map(({ can }) => can)).toEqual([
    { replay: false, discard: true },
    { replay: false, discard: true },
  ]);
  const body = {
    events: [
      { id: old, subscriber: 'test.brittle' },
      { id: orphan, subscriber: 'test.no_more' },
    ],
  };
  expect(await root.ok(eventsApi.replay, { body })).toEqual({ asked: 0 });
  expect(await root.ok(eventsApi.discard, { body })).toEqual({ discarded: 2 });
});

test('every subscriber says how far behind it is, on the page and in the figures', async () => {
  const lag = await root.ok(eventsApi.lag);
  expect(lag.alive).toBe(true);
  const names = modules.flatMap((module) => module.subscribers ?? []).map(({ name }) => name);
  expect(lag.rows.map(({ subscriber }) => subscriber).sort()).toEqual(
    ['platform.audit', 'platform.queue', ...names].sort(),
  );
  const figures = await (await fetch(`${server.url}/metrics`)).text();
  for (const { subscriber } of lag.rows)
    expect(figures).toContain(`formwork_event_lag_seconds{subscriber="${subscriber}"}`);
  await asDispatcher(server.platform.control, (tx) =>
    tx
      .updateTable('platform.event_lag')
      .set({ seen_at: new Date(Date.now() - 60_000) })
      .execute(),
  );
  expect((await root.ok(eventsApi.lag)).alive).toBe(false);
});

test('staff who may only look do nothing, and nobody else sees anything', async () => {
  const event = await fails('demo', 'barrel');
  const { id: roleId } = await root.ok(operatorRolesApi.create, {
    body: { name: 'looks', description: '', grants: ['operations.event.read'] },
  });
  const { person, password } = await root.ok(personnelApi.create, {
    body: { name: '值班', login: 'duty', everything: false, roleIds: [roleId] },
  });
  const { body } = await server.visitor.call(signInApi.signIn, { body: { login: person.login, password } });
  await server.visitor.ok(signInApi.newPassword, {
    body: { ticket: (body as { ticket: string }).ticket, next: `Own-${password}` },
  });
  const duty = await signIn(server.url, person.login, `Own-${password}`);
  expect((await failed(duty))[0]!.can).toEqual({ replay: false, discard: false });
  expect((await duty.call(eventsApi.replay, of(event))).status).toBe(403);
  expect((await duty.call(eventsApi.discard, of(event))).status).toBe(403);
  for (const login of ['saas', 'admin', 'user'])
    expect((await (await server.as(login)).call(eventsApi.failed)).status).toBe(403);
  expect((await failed()).length).toBe(1);
});
