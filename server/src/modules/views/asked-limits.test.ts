import type { Condition } from '@formwork/contract/condition/condition.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import type { ViewInput } from '@formwork/contract/views/view.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

/** Limits of boards whose filter asks slave rows and related records. */
let server: TestServer;
let admin: Client;
let user: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
  ({ id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '看板' } } }));
});
afterAll(() => server.stop());

const field = <T extends Field['type']>(type: T, id: string, config: object = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...(Object.keys(config).length > 0 && { config }) }) as Field;
const state = field('singleSelect', 'state', {
  options: [
    { id: 'todo', label: { zh: '待办' } },
    { id: 'doing', label: { zh: '进行中' } },
  ],
});

async function form(
  definition: FormDefinition,
  actions: ('view' | 'create' | 'edit')[] = ['view', 'create', 'edit'],
): Promise<string> {
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  if (actions.length > 0)
    await admin.ok(formsApi.putPermissions, {
      params: { formId: id },
      body: { rules: [{ id: 'all', subject: { kind: 'everyone' }, actions, scope: 'all' }] },
    });
  await admin.ok(formsApi.release, {
    params: { formId: id },
    body: { draftVersion: (await admin.ok(formsApi.getDraft, { params: { formId: id } })).version },
  });
  return id;
}

const board = (limit: number, filter: Condition): ViewInput => ({
  type: 'board',
  title: { zh: '看板' },
  scope: 'shared',
  settings: { board: { column: 'state', limits: { doing: limit } }, filter },
});
const withRows: Condition = { rows: 'parts', fn: 'count', operator: 'gte', value: 1 };
const cards: FormDefinition = {
  format: 1,
  title: { zh: '任务' },
  layout: [],
  titleField: 'what',
  fields: [field('text', 'what'), state, field('autoNumber', 'no')],
  tables: [{ id: 'parts', title: { zh: '明细' }, fields: [field('text', 'item')] }],
};

function work(formId: string, who: Client = admin) {
  const parts = (...items: string[]) => ({ parts: items.map((item) => ({ values: { item } })) });
  return {
    add: (what: string, column: string, ...items: string[]) =>
      who.call(recordsApi.create, {
        params: { formId },
        body: { values: { what, state: column }, slaves: parts(...items) },
      }),
    change: (recordId: string, expectedVersion: number, values: Values, ...items: string[]) =>
      who.call(recordsApi.update, {
        params: { formId, recordId },
        body: { expectedVersion, values, ...(items.length > 0 && { slaves: parts(...items) }) },
      }),
  };
}
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;

test('count records by the rows of their slave tables', async () => {
  const formId = await form(cards);
  const { add, change } = work(formId);
  await admin.ok(viewsApi.create, { params: { formId }, body: board(2, withRows) });
  const first = await add('a', 'doing', 'x');
  await vi.waitFor(async () => expect(await add('late', 'doing', 'x', 'y')).toMatchObject({ status: 200 }));
  expect(await add('c', 'doing', 'x')).toMatchObject({
    status: 409,
    body: { code: 'records.record.column_full', data: { column: '进行中', limit: 2 }, fields: [{ path: 'state' }] },
  });
  // not on the board, as it has no rows; with its first row it would be
  const bare = await add('d', 'doing');
  expect(bare.status).toBe(200);
  expect((await change(idOf(bare), 1, {}, 'x')).status).toBe(409);
  expect((await change(idOf(bare), 1, { what: 'D' })).status).toBe(200);
  // who stands there may be changed, and leaves a place behind
  expect((await change(idOf(first), 1, { what: 'A' }, 'y', 'z')).status).toBe(200);
  expect((await change(idOf(first), 2, { state: 'todo' })).status).toBe(200);
  expect((await change(idOf(bare), 2, {}, 'x')).status).toBe(200);
  expect((await change(idOf(first), 3, { state: 'doing' })).status).toBe(409);
  // one after the other also where many come at the same moment
  const places = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`n${n}`, 'todo', 'x')));
  await admin.ok(recordsApi.remove, { params: { formId, recordId: idOf(bare) } });
  const moved = await Promise.all(places.map((one) => change(idOf(one), 1, { state: 'doing' })));
  expect(moved.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
});

test('count records by those they name, also where the person who saves does not see these', async () => {
  const machines = await form(
    {
      format: 1,
      title: { zh: '设备' },
      layout: [],
      titleField: 'what',
      tables: [],
      fields: [field('text', 'what'), field('switch', 'stopped')],
    },
    [],
  );
  const formId = await form({
    ...cards,
    tables: [],
    fields: [field('text', 'what'), state, field('relation', 'machine', { form: machines, cardinality: 'manyToMany' })],
  });
  const machine = async (value: boolean) =>
    idOf(
      await admin.call(recordsApi.create, {
        params: { formId: machines },
        body: { values: { what: 'm', stopped: value }, slaves: {} },
      }),
    );
  const [stopped, runs] = [await machine(true), await machine(false)];
  const add = (who: Client, values: Values) =>
    who.call(recordsApi.create, { params: { formId }, body: { values: { what: 'x', ...values }, slaves: {} } });
  await admin.ok(viewsApi.create, {
    params: { formId },
    body: board(1, {
      rows: 'machine',
      fn: 'count',
      where: { field: 'stopped', operator: 'isTrue' },
      operator: 'gte',
      value: 1,
    }),
  });
  expect((await add(admin, { state: 'doing', machine: [stopped] })).status).toBe(200);
  await vi.waitFor(async () => expect((await add(admin, { state: 'doing', machine: [stopped] })).status).toBe(409));
  expect((await add(admin, { state: 'doing', machine: [runs] })).status).toBe(200);
  const waiting = await add(admin, { state: 'todo', machine: [stopped] });
  const move = await user.call(recordsApi.update, {
    params: { formId, recordId: idOf(waiting) },
    body: { expectedVersion: 1, values: { state: 'doing' } },
  });
  expect(move).toMatchObject({ status: 409, body: { code: 'records.record.column_full' } });
});

test('leave rows of a file out for which there is no place, and number the others without gaps', async () => {
  const formId = await form(cards);
  await admin.ok(viewsApi.create, { params: { formId }, body: board(2, withRows) });
  const body = new FormData();
  body.append(
    'file',
    new Blob(['what,state,item\na,进行中,x\nb,进行中,\nc,进行中,y\nd,进行中,z\ne,待办,z\n']),
    'a.csv',
  );
  const sheet = (await (await admin.fetch('/api/records/sheets', { method: 'POST', body })).json()) as Sheet;
  const mapping = [
    { index: 0, field: 'what' },
    { index: 1, field: 'state' },
    { index: 2, field: 'parts.item' },
  ];
  await vi.waitFor(async () => {
    const probe = await Promise.all(['p', 'q', 'r'].map((what) => work(formId).add(what, 'doing', 'x')));
    for (const one of probe)
      if (one.status === 200) await admin.ok(recordsApi.remove, { params: { formId, recordId: idOf(one) } });
    expect(probe.filter(({ status }) => status === 200)).toHaveLength(2);
  });
  const { importId } = await admin.ok(recordsApi.importSheet, {
    params: { formId },
    body: {
      uploadId: sheet.uploadId,
      reading: { ...sheet.reading, headerRow: true },
      titles: sheet.columns.map(({ title }) => title),
      mapping,
    },
  });
  const ended = await vi.waitFor(async () => {
    const found = await admin.ok(recordsApi.getImport, { params: { importId } });
    expect(found.state).toBe('finished');
    return found;
  });
  expect(ended).toMatchObject({
    imported: 4,
    failed: 1,
    failures: [{ line: 5, column: 'state', code: 'records.value.column_full', data: { limit: 2 } }],
  });
  const { rows } = await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'what' } });
  expect(rows.map(({ values }) => values.what)).toEqual(['a', 'b', 'c', 'e']);
  const numbers = rows.map(({ values }) => Number(String(values.no).slice(-4)));
  expect(numbers.map((number) => number - numbers[0]!)).toEqual([0, 1, 2, 3]);
});

test('a filter over what a later release took away counts the whole column, and says so', async () => {
  const formId = await form(cards);
  await admin.ok(viewsApi.create, { params: { formId }, body: board(1, withRows) });
  await admin.ok(viewsApi.create, {
    params: { formId },
    body: board(1, { field: 'what', operator: 'eq', value: 'a' }),
  });
  const { add } = work(formId);
  const first = await add('a', 'doing', 'x');
  expect(first.status).toBe(200);
  await vi.waitFor(async () => expect((await add('a', 'doing')).status).toBe(409));
  const { version } = await admin.ok(formsApi.getDraft, { params: { formId } });
  const without: FormDefinition = { ...cards, titleField: 'no', fields: cards.fields.slice(1), tables: [] };
  const saved = await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { definition: without, expectedVersion: version },
  });
  await admin.ok(formsApi.release, {
    params: { formId },
    body: { draftVersion: saved.version, acceptLoss: true, acceptUses: true },
  });
  const save = (column: string) =>
    admin.call(recordsApi.create, { params: { formId }, body: { values: { state: column }, slaves: {} } });
  expect(await save('doing')).toMatchObject({
    status: 409,
    body: {
      code: 'records.record.column_unfiltered',
      data: { column: '进行中', limit: 1 },
      fields: [{ path: 'state', code: 'records.value.column_unfiltered' }],
    },
  });
  // columns without a limit are as ever, and so is the one with a limit while there is room
  expect((await save('todo')).status).toBe(200);
  await admin.ok(recordsApi.remove, { params: { formId, recordId: idOf(first) } });
  expect((await save('doing')).status).toBe(200);
});
