import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { usualWorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { Flow, FlowStart } from '@formwork/contract/rules/flow.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { field, newForm } from '../../testing/forms.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { ruleMoments } from '../rules/clock.ts';
import { make, releaseRule, traces } from '../rules/testing/scene.ts';
import { flowKind as serverKind } from './flow-kind.ts';
import { flowMoments } from './starts/dates.ts';
import { flowScene } from './testing/flow-scene.ts';

let server: TestServer;
let admin: Client;
let app: string;
let scene: ReturnType<typeof flowScene>;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_LOG_LEVEL: 'error' });
  admin = await server.as('admin');
  scene = flowScene(admin);
  app = (await admin.ok(formsApi.createApp, { body: { title: { zh: '到期' } } })).id;
});
afterAll(() => server.stop());

type DateStart = Extract<FlowStart, { on: 'date' }>;

const form = () =>
  newForm(admin, app, {
    fields: [field('text', 'note'), field('date', 'due'), field('dateTime', 'met')],
    titleField: 'note',
  });
const startAt = (formId: string, more: Partial<DateStart>): DateStart => ({
  id: 'd',
  on: 'date',
  form: formId,
  field: 'due',
  shift: 'P0D',
  working: false,
  ...more,
});
const changes = (starts: DateStart[]) => ({
  starts,
  inputs: [
    { name: 'recordId', type: 'string' },
    { name: 'note', type: 'string' },
    { name: 'record', type: 'Any' },
  ],
  outputs: [
    { name: 'id', value: 'recordId' },
    { name: 'note', value: 'note' },
    { name: 'due', value: 'record.due' },
    { name: 'at', value: 'event.due' },
  ],
});
const flowBy = (starts: DateStart[], more = {}) =>
  scene.flow([{ kind: 'end', id: 'end' }], 'start>end', { ...changes(starts), ...more });
const look = (at: string) => flowMoments(server.platform, server.spaceId, new Date(at));
const runsOf = async (definition: string) =>
  (await admin.ok(orchestrationApi.runs, { query: { definition, limit: 50 } })).rows;
const results = async (definition: string) => {
  const runs = await runsOf(definition);
  return Promise.all(runs.toReversed().map(async ({ id }) => (await scene.over(id)).result));
};
const change = async (formId: string, recordId: string, values: Record<string, string | null>) => {
  const { version } = await admin.ok(recordsApi.get, { params: { formId, recordId } });
  await admin.ok(recordsApi.update, { params: { formId, recordId }, body: { expectedVersion: version, values } });
};

test('a flow begins so many days before a date, at a time of that day, once and with the record', async () => {
  const formId = await form();
  const flow = await flowBy([startAt(formId, { shift: '-P2DT16H' })]);
  await look('2026-10-28T00:00:00Z');
  const { id } = await make(admin, formId, { note: 'a', due: '2026-11-03' });
  // three days before, at eight in Shanghai
  await look('2026-10-30T23:59:00Z');
  expect(await runsOf(flow)).toEqual([]);
  await Promise.all([look('2026-10-31T00:00:30Z'), look('2026-10-31T00:00:40Z')]);
  await look('2026-10-31T00:02:00Z');
  expect(await results(flow)).toEqual([{ id, note: 'a', due: '2026-11-03', at: '2026-10-31T00:00:00.000Z' }]);
  expect(await runsOf(flow)).toMatchObject([{ trigger: 'date', actor: null }]);
});

test('what broke off before it was noted begins nothing twice, and a day of standstill is made up for', async () => {
  const formId = await form();
  const flow = await flowBy([startAt(formId, { field: 'met', shift: '-PT1H' })]);
  await look('2026-11-26T00:00:00Z');
  await make(admin, formId, { note: 'a', met: '2026-11-26T05:00:00.000Z' });
  await look('2026-11-26T20:00:00Z');
  expect(await results(flow)).toMatchObject([{ note: 'a', at: '2026-11-26T04:00:00.000Z' }]);
  const { rowCount } = await server.platform.owner.query(
    `update space_${server.spaceId}.rules_clock set until = '2026-11-26T00:00:00Z' where rule = $1`,
    [flow],
  );
  expect(rowCount).toBe(1);
  await look('2026-11-26T20:01:00Z');
  expect(await runsOf(flow)).toHaveLength(1);
});

test('a date that is moved begins it again, a record that is gone does not', async () => {
  const formId = await form();
  const flow = await flowBy([startAt(formId, {})]);
  await look('2026-11-10T00:00:00Z');
  const moved = await make(admin, formId, { note: 'moved', due: '2026-11-11' });
  const gone = await make(admin, formId, { note: 'gone', due: '2026-11-11' });
  const emptied = await make(admin, formId, { note: 'emptied', due: '2026-11-11' });
  const later = await make(admin, formId, { note: 'later', due: '2026-11-11' });
  await admin.ok(recordsApi.remove, { params: { formId, recordId: gone.id } });
  await change(formId, emptied.id, { due: null });
  await change(formId, later.id, { due: '2026-11-13' });
  await look('2026-11-10T16:01:00Z');
  expect(await results(flow)).toMatchObject([{ note: 'moved' }]);
  await change(formId, moved.id, { due: '2026-11-12' });
  await look('2026-11-11T16:01:00Z');
  await change(formId, moved.id, { due: '2026-11-11' });
  await look('2026-11-12T16:01:00Z');
  expect(await results(flow)).toMatchObject([
    { note: 'moved', due: '2026-11-11' },
    { note: 'moved', due: '2026-11-12' },
    { note: 'later', due: '2026-11-13' },
  ]);
});

test('days of work and the zone are those of the enterprise; two starts each begin it', async () => {
  const home = { ...usualWorkTime, timeZone: 'Asia/Shanghai' };
  await admin.ok(enterpriseApi.setWorkTime, { body: { ...home, timeZone: 'America/New_York' } });
  const formId = await form();
  const shift = '-P2DT16H';
  const flow = await flowBy([startAt(formId, { shift, working: true }), startAt(formId, { id: 'e', shift })]);
  await look('2026-10-28T00:00:00Z');
  await make(admin, formId, { note: 'a', due: '2026-11-03' });
  const at = async () => (await results(flow)).map((result) => (result as { at: string }).at);
  // three days of work before a Tuesday is the Thursday; clocks go back on the 1st of November
  await look('2026-10-29T11:59:00Z');
  expect(await at()).toEqual([]);
  await look('2026-10-29T12:00:30Z');
  expect(await at()).toEqual(['2026-10-29T12:00:00.000Z']);
  await look('2026-10-30T11:00:00Z');
  await look('2026-10-31T11:59:00Z');
  expect(await at()).toHaveLength(1);
  await look('2026-10-31T12:00:30Z');
  expect(await at()).toEqual(['2026-10-29T12:00:00.000Z', '2026-10-31T12:00:00.000Z']);
  await admin.ok(enterpriseApi.setWorkTime, { body: home });
});

test('of a flow that is switched off the moment passes', async () => {
  const formId = await form();
  const flow = await flowBy([startAt(formId, {})]);
  const params = { kind: flowKind.kind, id: flow };
  await look('2026-11-16T15:00:00Z');
  await make(admin, formId, { note: 'a', due: '2026-11-17' });
  await make(admin, formId, { note: 'b', due: '2026-11-18' });
  await admin.ok(definitionsApi.enable, { params, body: { enabled: false } });
  await look('2026-11-16T16:01:00Z');
  await admin.ok(definitionsApi.enable, { params, body: { enabled: true } });
  await look('2026-11-16T16:02:00Z');
  expect(await runsOf(flow)).toEqual([]);
  await look('2026-11-17T15:59:00Z');
  await look('2026-11-17T16:01:00Z');
  expect(await results(flow)).toMatchObject([{ note: 'b' }]);
});

test('what acts in a name gets what its author may see of the record', async () => {
  const formId = await form();
  const [user, author] = [await server.as('user'), await server.as('user3')];
  const rules = (...more: PermissionRule[]) =>
    admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: {
        rules: [
          { id: 'u', subject: { kind: 'person', id: user.id }, actions: ['view', 'create', 'delete'], scope: 'own' },
          ...more,
        ],
      },
    });
  const forAuthor = { id: 'a', subject: { kind: 'person' as const, id: author.id }, actions: ['view' as const] };
  const hidden = { note: { new: 'hidden' as const, existing: 'hidden' as const } };
  const begun = async (runsAs: Flow['runsAs']) => {
    const flow = await scene.draft([{ kind: 'end', id: 'end' }], 'start>end', {
      ...changes([startAt(formId, {})]),
      runsAs,
    });
    const params = { kind: flowKind.kind, id: flow };
    const own = { subject: { kind: 'person' as const, id: author.id }, level: 'own' as const };
    await admin.ok(definitionsApi.putAccess, { params, body: { rules: [own] } });
    await author.ok(definitionsApi.release, { params, body: { version: 1, note: '', accept: true } });
    await look('2026-11-19T15:00:00Z');
    const { id } = await make(user, formId, { note: 'a', due: '2026-11-20' });
    await look('2026-11-19T16:01:00Z');
    const [result] = await results(flow);
    await user.ok(recordsApi.remove, { params: { formId, recordId: id } });
    expect(result).toMatchObject({ id });
    return result;
  };
  await rules({ ...forAuthor, scope: 'all', fields: hidden });
  expect(await begun('system')).toMatchObject({ note: 'a', due: '2026-11-20' });
  // nobody began it: what acts in a person's name has its author
  for (const runsAs of ['author', 'person'] as const)
    expect(await begun(runsAs)).toMatchObject({ note: null, due: '2026-11-20' });
  await rules({ ...forAuthor, scope: 'own' });
  expect(await begun('author')).toMatchObject({ note: null, due: null });
});

test('a start that would begin nothing is among the problems, and what one names is in use', async () => {
  const formId = await form();
  const draftWith = async (starts: DateStart[]) => {
    const id = await scene.draft([{ kind: 'end', id: 'end' }], 'start>end', { starts });
    const { problems } = await admin.ok(definitionsApi.problems, { params: { kind: flowKind.kind, id } });
    return problems.map(({ code, at }) => [code, ...at]);
  };
  expect(await draftWith([startAt('', {}), startAt(formId, { id: 'e', field: '' })])).toEqual([
    ['flows.problem.start', 'starts', '#d'],
    ['flows.problem.start', 'starts', '#e'],
  ]);
  const wrong = await draftWith([
    startAt(formId, { field: 'note' }),
    startAt(formId, { id: 'e', field: 'none' }),
    startAt(randomUUID().slice(0, 12), { id: 'f' }),
  ]);
  for (const problem of [
    ['flows.problem.no_date', 'starts', '#d'],
    ['definitions.problem.part_missing', 'e'],
    ['definitions.problem.target_missing', 'f'],
  ])
    expect(wrong).toContainEqual(problem);
  const flow = await flowBy([startAt(formId, {})]);
  const { uses } = await admin.ok(formsApi.formUses, { params: { formId } });
  const own = uses.filter(({ id, state }) => id === flow && state === 'released');
  expect(own.map(({ part, how, to }) => [part, how, to.element]).toSorted()).toEqual([
    ['d', 'refuse', ''],
    ['d', 'refuse', 'due'],
  ]);
});

test('it also begins so long behind the making of a record, as a rule does', async () => {
  const formId = await form();
  const flow = await flowBy([startAt(formId, { field: '_createdAt', shift: 'PT1H' })]);
  const rule = await releaseRule(
    admin,
    `rule "an hour old" on date(_createdAt) of ${formId} shift "PT1H" as system\n  when true then\n    set note = note + "!"\n  end\n`,
  );
  const { platform, spaceId } = server;
  const now = Date.now();
  const looks = async (at: number) => {
    await flowMoments(platform, spaceId, new Date(at));
    await ruleMoments(platform, spaceId, new Date(at));
  };
  await looks(now);
  const { id } = await make(admin, formId, { note: 'a' });
  await looks(now + 3_590_000);
  expect(await runsOf(flow)).toEqual([]);
  await looks(now + 3_720_000);
  expect(await results(flow)).toMatchObject([{ id, due: null }]);
  await expect.poll(async () => (await traces(admin, rule)).map(({ state }) => state)).toEqual(['done']);
});

test('a copy of the application begins by the form of its own', async () => {
  const formId = await form();
  const body = { ...flowKind.empty(), starts: [startAt(formId, {})] };
  const renamed = serverKind.rename(body, new Map([[formId, 'another']]));
  expect(renamed.starts).toEqual([startAt('another', {})]);
  expect(serverKind.references(renamed)).toEqual([
    { part: 'd', to: { kind: 'form', id: 'another', part: '' }, how: 'refuse' },
    { part: 'd', to: { kind: 'form', id: 'another', part: 'due' }, how: 'refuse' },
  ]);
});
