import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { shareApi } from '@formwork/contract/records/share.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let other: Client;
let formId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, other] = (await Promise.all(['admin', 'user', 'user2'].map((login) => server.as(login)))) as [
    Client,
    Client,
    Client,
  ];
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '仓库' } } });
  const amount = newField('number', { zh: '数量' }, 'amount');
  const definition = {
    format: 1 as const,
    title: { zh: '订单' },
    layout: [],
    titleField: 'name',
    fields: [
      newField('text', { zh: '名称' }, 'name'),
      {
        ...newField('rollup', { zh: '合计' }, 'total'),
        config: { table: 'lines', field: 'amount', function: 'sum' as const },
      },
    ],
    tables: [
      {
        id: 'lines',
        title: { zh: '明细' },
        maxRows: 4,
        fields: [
          { ...newField('text', { zh: '物料' }, 'item'), required: true },
          amount,
          newField('attachment', { zh: '附件' }, 'files'),
        ],
      },
    ],
  };
  formId = (
    await admin.ok(formsApi.createForm, { params: { appId: app.id }, body: { title: definition.title, definition } })
  ).id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  await allow(['view', 'create', 'edit', 'transfer']);
});
afterAll(() => server.stop());

const allow = (actions: PermissionRule['actions'], fields?: PermissionRule['fields']) =>
  admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: [{ id: 'r', subject: { kind: 'everyone' }, actions, scope: 'own', ...(fields && { fields }) }] },
  });
const line = (item: string, amount: number, files: object[] | null = null) => ({
  values: { item, amount, files: files as never },
});
const create = (name: string, lines: object[], who = user): Promise<FormRecord> =>
  who.ok(recordsApi.create, { params: { formId }, body: { values: { name }, slaves: { lines } as never } });
const get = (id: string, who = user) => who.ok(recordsApi.get, { params: { formId, recordId: id } });
const move = (from: FormRecord, rows: string[], to: string, who = user): Promise<Answer> =>
  who.call(shareApi.transferRows, {
    params: { formId, recordId: from.id },
    body: { table: 'lines', rows, to, expectedVersion: from.version },
  });
const idsOf = (record: FormRecord) => record.slaves.lines!.map(({ id }) => id);
const itemsOf = (record: FormRecord) => record.slaves.lines!.map(({ values }) => values.item);

test('rows go to another record with their files, both are saved and remember it', async () => {
  const form = new FormData();
  form.append('file', new Blob(['measured']), 'note.txt');
  const [file] = (await (await user.fetch('/api/files', { method: 'POST', body: form })).json()) as {
    id: string;
    name: string;
    size: number;
    type: string;
  }[];
  const from = await create('一', [
    line('甲', 1),
    line('乙', 2, [{ id: file!.id, name: file!.name, size: file!.size, type: file!.type }]),
    line('丙', 3),
  ]);
  const to = await create('二', [line('丁', 10)]);
  const answer = await move(from, [idsOf(from)[1]!, idsOf(from)[2]!], to.id);
  expect(answer).toMatchObject({ status: 200, body: { version: 2, toVersion: 2 } });
  const [left, right] = [await get(from.id), await get(to.id)];
  expect([itemsOf(left), left.values.total]).toEqual([['甲'], 1]);
  expect([itemsOf(right), right.values.total]).toEqual([['丁', '乙', '丙'], 15]);
  expect(right.slaves.lines![1]!.values.files).toMatchObject([{ id: file!.id }]);
  // the file is one of the other record now: whoever loses that loses the file
  await user.ok(shareApi.transfer, { params: { formId }, body: { records: [to.id], to: other.id } });
  expect((await user.fetch(`/api/files/${file!.id}`)).status).toBe(404);
  expect((await other.fetch(`/api/files/${file!.id}`)).status).toBe(200);
  const { entries } = await user.ok(recordsApi.history, { params: { formId, recordId: from.id } });
  expect(entries[0]!.slaves.map(({ kind }) => kind)).toEqual(['removed', 'removed']);
});

test('nothing moves where the other record would not be right, or where somebody has saved meanwhile', async () => {
  const from = await create('三', [line('甲', 1), line('乙', 2)]);
  const full = await create('四', [line('a', 1), line('b', 1), line('c', 1)]);
  expect(await move(from, idsOf(from), full.id)).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'lines', code: 'records.value.too_many_rows' }] },
  });
  expect(codeOf(await move(from, idsOf(from), from.id))).toBe('records.transfer.same_record');
  expect(codeOf(await move(from, [idsOf(full)[0]!], full.id))).toBe('records.transfer.rows_gone');
  expect(codeOf(await move({ ...from, version: 7 }, [idsOf(from)[0]!], full.id))).toBe('records.transfer.rows_gone');
  expect([itemsOf(await get(from.id)), (await get(from.id)).version, itemsOf(await get(full.id))]).toEqual([
    ['甲', '乙'],
    1,
    ['a', 'b', 'c'],
  ]);
  const [there, back] = [await create('五', [line('x', 1), line('y', 2)]), await create('六', [line('z', 3)])];
  const both = await Promise.all([move(there, [idsOf(there)[0]!], back.id), move(back, [idsOf(back)[0]!], there.id)]);
  expect(both.map(({ status }) => status).sort(), 'at the same moment').toEqual([200, 409]);
});

test('who may not transfer, change either record or see all cells moves nothing', async () => {
  const [from, to] = [await create('七', [line('甲', 1)]), await create('八', [])];
  const theirs = await create('九', [], other);
  expect(codeOf(await move(from, idsOf(from), theirs.id))).toBe('records.record.not_found');
  expect(codeOf(await move(from, idsOf(from), to.id, other))).toBe('records.record.not_found');
  await allow(['view', 'create', 'edit', 'transfer'], { 'lines.amount': { existing: 'hidden' } });
  expect(codeOf(await move(from, idsOf(from), to.id))).toBe('records.record.no_transfer');
  await allow(['view', 'create', 'edit']);
  expect(codeOf(await move(from, idsOf(from), to.id))).toBe('records.record.no_transfer');
  await allow(['view', 'create', 'transfer']);
  expect(codeOf(await move(from, idsOf(from), to.id))).toBe('records.record.no_edit');
});
