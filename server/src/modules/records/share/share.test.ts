import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { shareApi, type Receiver } from '@formwork/contract/records/share.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let sharer: Client;
let receiver: Client;
let other: Client;
let formId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, sharer, receiver, other] = (await Promise.all(
    ['admin', 'user', 'user2', 'user3'].map((login) => server.as(login)),
  )) as [Client, Client, Client, Client];
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '检查' },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [
      newField('text', { zh: '名称' }, 'name'),
      newField('number', { zh: '数' }, 'count'),
      newField('text', { zh: '密' }, 'secret'),
    ],
  };
  formId = (
    await admin.ok(formsApi.createForm, { params: { appId: app.id }, body: { title: definition.title, definition } })
  ).id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  await allow(['view', 'create', 'edit', 'share', 'transfer', 'batch']);
});
afterAll(() => server.stop());

const allow = (actions: PermissionRule['actions'], fields?: PermissionRule['fields']) =>
  admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        { id: 'r', subject: { kind: 'person', id: sharer.id }, actions, scope: 'own', ...(fields && { fields }) },
      ],
    },
  });
const create = (name: string, who = sharer) =>
  who.ok(recordsApi.create, { params: { formId }, body: { values: { name, count: 1 } } });
const share = (
  records: string[],
  receivers: Receiver[],
  level: 'view' | 'modify' | 'delete' | 'monitor' = 'view',
  who = sharer,
) => who.call(shareApi.share, { params: { formId }, body: { records, receivers, level } });
const person = (client: Client): Receiver => ({ kind: 'people', id: client.id });
const status = async (who: Client, recordId: string) =>
  (await who.call(recordsApi.get, { params: { formId, recordId } })).status;

test('a record is given to people with a level, listed, and taken back', async () => {
  const { id } = await create('一号');
  expect(await status(receiver, id)).toBe(404);
  expect((await share([id], [person(receiver)])).body).toEqual({ outcomes: [{ id, refused: null }], people: 1 });
  const seen = await receiver.ok(recordsApi.get, { params: { formId, recordId: id } });
  expect(seen.can).toEqual({ edit: false, delete: false, share: false, transfer: false });
  expect(codeOf(await receiver.call(shareApi.shares, { params: { formId, recordId: id } }))).toBe(
    'records.record.no_share',
  );
  expect(codeOf(await other.call(shareApi.shares, { params: { formId, recordId: id } }))).toBe(
    'records.record.not_found',
  );
  await share([id], [person(receiver)], 'modify');
  expect(
    (
      await receiver.ok(recordsApi.update, {
        params: { formId, recordId: id },
        body: { expectedVersion: 1, values: { count: 2 } },
      })
    ).version,
  ).toBe(2);
  const { shares } = await sharer.ok(shareApi.shares, { params: { formId, recordId: id } });
  expect(shares.map(({ level, people, by }) => [level, people, by])).toEqual([
    ['modify', 1, sharer.id],
    ['view', 1, sharer.id],
  ]);
  for (const one of shares) await sharer.ok(shareApi.endShare, { params: { formId, recordId: id, shareId: one.id } });
  expect(await status(receiver, id)).toBe(404);
  expect(
    codeOf(await sharer.call(shareApi.endShare, { params: { formId, recordId: id, shareId: shares[0]!.id } })),
  ).toBe('records.share.not_found');
});

test('receivers cannot be empty, unknown or nobody; nobody gives what they do not have', async () => {
  const { id } = await create('二号');
  const refused = async (receivers: Receiver[]) => codeOf(await share([id], receivers));
  expect(await refused([])).toBe('records.share.no_receivers');
  expect(await refused([{ ...person(receiver), except: true }])).toBe('records.share.no_receivers');
  expect(await refused([{ kind: 'posts', id: 'nothing' }])).toBe('records.share.unknown_receiver');
  expect(await refused([person(sharer)])).toBe('records.share.reaches_nobody');
  expect((await share([id], [person(receiver)], 'delete')).body.outcomes).toEqual([
    { id, refused: 'records.share.no_level' },
  ]);
  expect((await share([id], [person(other)], 'view', receiver)).body.outcomes).toEqual([
    { id, refused: 'records.record.not_found' },
  ]);
  // hidden fields stay hidden, and what one may not edit nobody edits by one's leave
  await allow(['view', 'create', 'edit', 'share'], { secret: { existing: 'hidden' }, count: { existing: 'read' } });
  await share([id], [person(receiver)]);
  expect((await receiver.ok(recordsApi.get, { params: { formId, recordId: id } })).hidden).toEqual(['secret']);
  expect((await share([id], [person(other)], 'modify')).body.outcomes[0]?.refused).toBe('records.share.no_level');
  await allow(['view', 'create', 'edit']);
  expect((await share([id], [person(other)])).body.outcomes[0]?.refused).toBe('records.record.no_share');
  await allow(['view', 'create', 'edit', 'share', 'transfer', 'batch']);
});

test('a department brings in who joins it, without its exceptions, and lets go who leaves', async () => {
  const department = await admin.ok(organizationApi.createDepartment, { body: { name: '机加车间', parentId: null } });
  const move = (who: Client, departmentId: string) =>
    admin.ok(organizationApi.movePeople, { body: { ids: [who.id], departmentId } });
  await move(receiver, department.id);
  await move(other, department.id);
  const { id } = await create('三号');
  const answer = await share(
    [id],
    [
      { kind: 'departments', id: department.id },
      { ...person(other), except: true },
    ],
  );
  expect(answer.body.people).toBe(1);
  expect([await status(receiver, id), await status(other, id)]).toEqual([200, 404]);
  const fourth = await server.as('user4');
  await move(fourth, department.id);
  await vi.waitFor(async () => expect(await status(fourth, id)).toBe(200), 5_000);
  const elsewhere = await admin.ok(organizationApi.createDepartment, { body: { name: '别处', parentId: null } });
  await move(fourth, elsewhere.id);
  await vi.waitFor(async () => expect(await status(fourth, id)).toBe(404), 5_000);
});

test('ownership goes to somebody else, one by one or many at once, by those who may', async () => {
  const [one, two] = [await create('四号'), await create('五号')];
  const foreign = await create('别人的', admin);
  const transfer = (records: string[], to: string, who = sharer) =>
    who.call(shareApi.transfer, { params: { formId }, body: { records, to } });
  expect(codeOf(await transfer([one.id], '01890000-0000-7000-8000-000000000000'))).toBe('records.transfer.nobody');
  expect((await transfer([one.id], sharer.id)).body.outcomes).toEqual([
    { id: one.id, refused: 'records.transfer.same_owner' },
  ]);
  await share([one.id], [person(receiver)]);
  expect((await transfer([one.id], other.id, receiver)).body.outcomes).toEqual([
    { id: one.id, refused: 'records.record.no_transfer' },
  ]);
  expect(
    (await transfer([one.id, two.id, foreign.id], receiver.id)).body.outcomes.map(({ refused }) => refused),
  ).toEqual([null, null, 'records.record.not_found']);
  expect((await admin.ok(recordsApi.get, { params: { formId, recordId: two.id } })).values._owner).toEqual([
    receiver.id,
  ]);
  expect((await admin.ok(recordsApi.history, { params: { formId, recordId: two.id } })).entries[0]).toMatchObject({
    kind: 'updated',
    actor: sharer.id,
    changes: [{ field: '_owner', before: [sharer.id], after: [receiver.id] }],
  });
  expect(await status(sharer, two.id)).toBe(404);
  await allow(['view', 'create', 'transfer']);
  const [six, seven] = [await create('六号'), await create('七号')];
  expect((await transfer([six.id, seven.id], receiver.id)).body.outcomes.map(({ refused }) => refused)).toEqual([
    'records.record.no_batch',
    'records.record.no_batch',
  ]);
  expect((await transfer([six.id], receiver.id)).body.outcomes[0]?.refused).toBeNull();
});

test('chosen rows are shown to receivers with the fields chosen beside them, and nothing else of the record', async () => {
  const definition = {
    format: 1 as const,
    title: { zh: '订单' },
    layout: [],
    titleField: 'name',
    tables: [
      {
        id: 'lines',
        title: { zh: '明细' },
        fields: [newField('text', { zh: '项' }, 'item'), newField('number', { zh: '价' }, 'price')],
      },
      { id: 'costs', title: { zh: '费用' }, fields: [newField('text', { zh: '事由' }, 'why')] },
    ],
    fields: [newField('text', { zh: '名称' }, 'name'), newField('text', { zh: '客户' }, 'client')],
  };
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '订单' } } });
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.putPermissions, {
    params: { formId: id },
    body: {
      rules: [
        {
          id: 'r',
          subject: { kind: 'person', id: sharer.id },
          actions: ['view', 'create', 'edit', 'share'],
          scope: 'own',
          fields: { 'lines.price': { existing: 'hidden' } },
        },
      ],
    },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  const record = await admin.ok(recordsApi.create, {
    params: { formId: id },
    body: {
      values: { name: '甲', client: '乙' },
      slaves: {
        lines: ['a', 'b', 'c'].map((item) => ({ values: { item, price: 7 } })),
        costs: [{ values: { why: 'x' } }],
      },
    },
  });
  await admin.ok(shareApi.transfer, { params: { formId: id }, body: { records: [record.id], to: sharer.id } });
  const params = { formId: id, recordId: record.id };
  const [a, b, c] = record.slaves.lines!.map((row) => row.id) as [string, string, string];
  const give = (rows: string[], receivers: Receiver[], fields: string[] = [], who = sharer) =>
    who.call(shareApi.shareRows, { params, body: { table: 'lines', rows, fields, receivers } });
  expect(codeOf(await give([a], []))).toBe('records.share.no_receivers');
  expect(codeOf(await give([a], [{ ...person(receiver), except: true }]))).toBe('records.share.no_receivers');
  expect(codeOf(await give([record.slaves.costs![0]!.id], [person(receiver)]))).toBe('records.share.rows_gone');
  expect(codeOf(await give([a], [person(receiver)], ['nothing']))).toBe('records.share.no_field');
  expect(codeOf(await give([a], [person(other)], [], receiver))).toBe('records.record.not_found');
  expect((await give([a, c], [person(receiver)], ['name'])).body).toEqual({ people: 1 });

  // they find it where they find everything else
  expect((await receiver.ok(formsApi.listApps)).apps.find((one) => one.id === app.id)?.forms).toMatchObject([
    { id, can: { view: true, create: false } },
  ]);
  const seen = await receiver.ok(recordsApi.get, { params });
  expect(seen.values).toMatchObject({ name: '甲', client: null });
  expect(seen.slaves).toEqual({
    lines: [
      { id: a, values: { item: 'a', price: null } },
      { id: c, values: { item: 'c', price: null } },
    ],
    costs: [],
  });
  expect(seen.can).toEqual({ edit: false, delete: false, share: false, transfer: false });
  expect(
    (await receiver.ok(recordsApi.list, { params: { formId: id }, query: {} })).rows.map(({ values }) => [
      values.name,
      values.client,
    ]),
  ).toEqual([['甲', null]]);
  const found = async (filter: object) =>
    (await receiver.ok(recordsApi.list, { params: { formId: id }, query: { filter: JSON.stringify(filter) } })).rows
      .length;
  expect([
    await found({ field: 'name', operator: 'eq', value: '甲' }),
    await found({ field: 'client', operator: 'eq', value: '乙' }),
  ]).toEqual([1, 0]);
  await sharer.ok(recordsApi.update, {
    params,
    body: {
      expectedVersion: 2,
      values: { client: '丙' },
      slaves: {
        lines: [
          { id: a, values: { item: 'a2' } },
          { id: b, values: { item: 'b2' } },
          { id: c, values: {} },
        ],
      },
    },
  });
  const { entries } = await receiver.ok(recordsApi.history, { params });
  expect([
    entries.flatMap(({ changes }) => changes.map(({ field }) => field)),
    entries.flatMap(({ slaves }) => slaves.map(({ table: of, row }) => [of, row])),
  ]).toEqual([['_owner', 'name'], [['lines', a]]]);
  // what is said about the whole record is not for them
  for (const call of [talkApi.comments, talkApi.followers, talkApi.follow, workflowApi.process])
    expect((await receiver.call(call, { params })).status).toBe(404);
  const { grants, fields } = await admin.ok(recordsApi.explain, {
    params: { formId: id },
    query: { person: receiver.id, record: record.id },
  });
  expect(grants).toMatchObject([{ level: 'view', rows: { table: 'lines', count: 2 } }]);
  expect(fields.map(({ key }) => key).sort()).toEqual(['client', 'costs', 'lines.price']);

  // a field that comes later is hidden as well; a second share adds its rows
  await admin.ok(formsApi.saveDraft, {
    params: { formId: id },
    body: {
      expectedVersion: 1,
      definition: { ...definition, fields: [...definition.fields, newField('text', { zh: '密' }, 'later')] },
    },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 2 } });
  await sharer.ok(recordsApi.update, { params, body: { expectedVersion: 3, values: { later: 'secret' } } });
  await give([b], [person(receiver)]);
  const more = await receiver.ok(recordsApi.get, { params });
  expect([more.values.later, more.slaves.lines!.map(({ id: row }) => row)]).toEqual([null, [a, b, c]]);
  const { shares } = await sharer.ok(shareApi.shares, { params });
  expect(shares.map(({ rows }) => rows)).toEqual([
    { table: 'lines', count: 1 },
    { table: 'lines', count: 2 },
  ]);
  // who is given the whole record sees all of it
  await sharer.ok(shareApi.share, {
    params: { formId: id },
    body: { records: [record.id], receivers: [person(receiver)], level: 'view' },
  });
  expect((await receiver.ok(recordsApi.get, { params })).values).toMatchObject({ client: '丙', later: 'secret' });
  for (const one of (await sharer.ok(shareApi.shares, { params })).shares)
    await sharer.ok(shareApi.endShare, { params: { ...params, shareId: one.id } });
  expect((await receiver.call(recordsApi.get, { params })).status).toBe(404);
  expect((await receiver.ok(formsApi.listApps)).apps.some((one) => one.id === app.id)).toBe(false);
});

test('groups count what was shared, and hide what was left out, from one request to the next', async () => {
  await allow(['view', 'create', 'edit', 'share']);
  const { id } = await create('组一');
  const counted = async () => {
    const { groups } = await receiver.ok(viewsApi.pivot, {
      params: { formId },
      body: {
        rows: [{ field: 'name' }],
        columns: [],
        measures: [],
        filter: JSON.stringify({ field: 'name', operator: 'contains', value: '组' }),
      },
    });
    return groups.find(({ rows }) => rows.length === 0)?.count ?? 0;
  };
  const { id: seen } = await create('组二');
  await share([seen], [person(receiver)]);
  expect(await counted()).toBe(1);
  await share([id], [person(receiver)]);
  expect(await counted()).toBe(2);
  const { shares } = await sharer.ok(shareApi.shares, { params: { formId, recordId: id } });
  for (const one of shares) await sharer.ok(shareApi.endShare, { params: { formId, recordId: id, shareId: one.id } });
  expect(await counted()).toBe(1);
});
