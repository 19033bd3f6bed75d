import { filesApi } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace } from '../../../platform/db/space-data.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { untilHeard } from '../../../testing/until-heard.ts';
import { attachSubscriber } from '../files/attachments.ts';
import {
  grantRecord,
  recordForProcess,
  revokeRecord,
  saveFromProcess,
  setProcessState,
  trueFilesForProcess,
} from '../public.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let formId: string;
let recordId: string;
let ctx: Ctx;

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;
const params = () => ({ formId, recordId });

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  user = await server.as('user');
  ctx = { platform: server.platform, spaceId: 'demo', requestId: 'test', ip: '', user: { id: user.id } } as Ctx;
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '流程' } } });
  const form = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: {
      title: { zh: '流程' },
      definition: {
        format: 1,
        title: { zh: '流程' },
        layout: [],
        titleField: 'name',
        fields: [field('text', 'name', { required: true }), field('text', 'note'), field('attachment', 'papers')],
        tables: [{ id: 'rows', title: { zh: '行' }, fields: [field('text', 'item'), field('number', 'qty')] }],
      },
    },
  });
  formId = form.id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(() => server.stop());

beforeEach(async () => {
  const record = await admin.ok(recordsApi.create, {
    params: { formId },
    body: { values: { name: 'r', note: 'n' }, slaves: { rows: [{ values: { item: 'a', qty: 1 } }] } },
  });
  recordId = record.id;
});

test('a record in a running process refuses ordinary saves and shows its state', async () => {
  await inSpace(ctx, (tx) =>
    setProcessState(tx, ctx, { ...params(), state: 'processing', nodes: ['审核', '会签'], executors: [user.id] }),
  );
  const got = await admin.ok(recordsApi.get, { params: params() });
  expect(got.values).toMatchObject({
    _processState: 'processing',
    _processNodes: '审核、会签',
    _processExecutors: [user.id],
  });
  expect(got.can).toMatchObject({ edit: false, delete: false });
  expect(
    codeOf(
      await admin.call(recordsApi.update, { params: params(), body: { expectedVersion: 1, values: { note: 'x' } } }),
    ),
  ).toBe('records.record.in_process');
  expect(codeOf(await admin.call(recordsApi.remove, { params: params() }))).toBe('records.record.in_process');
  await inSpace(ctx, (tx) => setProcessState(tx, ctx, { ...params(), state: 'finished', nodes: [], executors: [] }));
  expect(
    (await admin.ok(recordsApi.update, { params: params(), body: { expectedVersion: 1, values: { note: 'x' } } }))
      .version,
  ).toBe(2);
});

test('a grant shows one record and no other, and can be taken back', async () => {
  expect((await user.call(recordsApi.get, { params: params() })).status).toBe(404);
  await inSpace(ctx, async (tx) =>
    grantRecord(tx, ctx, { ...params(), users: [user.id, user.id], level: 'view', origin: 'process:1' }),
  );
  expect((await user.ok(recordsApi.get, { params: params() })).can).toMatchObject({ edit: false, delete: false });
  const list = await user.ok(recordsApi.list, { params: { formId }, query: { withTotal: true, sort: 'name' } });
  expect([list.rows.map(({ id }) => id), list.total]).toEqual([[recordId], 1]);
  expect((await user.ok(recordsApi.plan, { params: { formId } })).can).toMatchObject({ view: false, create: false });
  expect(codeOf(await user.call(recordsApi.create, { params: { formId }, body: { values: { name: 'x' } } }))).toBe(
    'records.record.no_create',
  );
  await inSpace(ctx, async (tx) =>
    grantRecord(tx, ctx, { ...params(), users: [user.id], level: 'modify', origin: 'process:1' }),
  );
  expect((await user.ok(recordsApi.get, { params: params() })).can).toMatchObject({ edit: true, delete: false });
  await inSpace(ctx, (tx) => revokeRecord(tx, { recordId, origin: 'process:1' }));
  expect((await user.call(recordsApi.get, { params: params() })).status).toBe(404);
  expect((await user.call(recordsApi.plan, { params: { formId } })).status).toBe(404);
});

test('a process saves what its node allows, and nothing else', async () => {
  const allowedFields = {
    main: new Set(['note']),
    slaves: { rows: { fields: new Set(['qty']), add: true, remove: false } },
    required: new Set(['papers']),
  };
  const save = (values: Record<string, unknown>, more: object = {}) =>
    inSpace(ctx, (tx) => saveFromProcess(tx, ctx, { ...params(), values, allowedFields, ...more }));
  const { slaves } = await inSpace(ctx, (tx) => recordForProcess(tx, ctx, formId, recordId));
  const row = slaves.rows![0]!;

  await expect(save({ name: 'other', note: 'x' })).rejects.toMatchObject({
    code: 'records.record.invalid',
    fields: [
      { path: 'name', code: 'records.value.read_only' },
      { path: 'papers', code: 'records.value.required' },
    ],
  });
  await expect(save({ note: 'x' }, { draft: true, slaves: { rows: [] } })).rejects.toMatchObject({
    fields: [{ path: 'rows', code: 'records.value.read_only' }],
  });
  await expect(
    save({ note: 'x' }, { draft: true, slaves: { rows: [{ id: row.id, values: { item: 'b' } }] } }),
  ).rejects.toMatchObject({ fields: [{ path: 'rows.0.item', code: 'records.value.read_only' }] });
  const saved = await save(
    { name: 'r', note: 'x' },
    {
      draft: true,
      expectedVersion: 1,
      slaves: { rows: [{ id: row.id, values: { qty: 5 } }, { values: { item: 'new', qty: 2 } }] },
    },
  );
  expect(saved).toMatchObject({
    version: 2,
    title: 'r',
    values: { note: 'x' },
    slaves: { rows: [{ values: { item: 'a', qty: 5 } }, { values: { item: 'new', qty: 2 } }] },
  });
  await expect(save({ note: 'y' }, { draft: true, expectedVersion: 1 })).rejects.toMatchObject({
    code: 'records.record.version_conflict',
    data: { current: { version: 2 } },
  });
  expect((await admin.ok(recordsApi.history, { params: params() })).entries[0]).toMatchObject({
    kind: 'process',
    actor: user.id,
    version: 2,
  });
});

test('two saves at once leave the rows of the second, whole', async () => {
  const save = (item: string) =>
    inSpace(ctx, (tx) =>
      saveFromProcess(tx, ctx, {
        ...params(),
        values: {},
        slaves: { rows: [{ values: { item } }, { values: { item } }] },
        allowedFields: 'all',
      }),
    );
  await Promise.all(['x', 'y', 'z'].map(save));
  const { slaves, version } = await admin.ok(recordsApi.get, { params: params() });
  expect(version).toBe(4);
  expect(slaves.rows).toHaveLength(2);
  expect(new Set(slaves.rows!.map(({ values }) => values.item)).size).toBe(1);
});

test('a process makes a record of its own', async () => {
  const made = await inSpace(ctx, (tx) =>
    saveFromProcess(tx, ctx, {
      formId,
      values: { name: 'new' },
      slaves: { rows: [{ values: { item: 'x', qty: 3 } }] },
      allowedFields: 'all',
    }),
  );
  expect(made).toMatchObject({ version: 1, title: 'new', values: { _owner: [user.id], _processState: null } });
  expect((await admin.ok(recordsApi.get, { params: { formId, recordId: made.id } })).slaves).toEqual(made.slaves);
});

test('a file is stored with the name, size and type that it has, whatever a step says of it', async () => {
  const body = new FormData();
  body.append('file', new Blob(['hello']), 'a.txt');
  const [file] = (await (await user.fetch('/api/files', { method: 'POST', body })).json()) as [
    { id: string; name: string; size: number; type: string },
  ];
  const claimed = { id: file.id, name: 'b.exe', size: 1, type: 'application/pdf' };
  const named = async (values: Record<string, unknown>) => ({
    ...(await trueFilesForProcess(ctx, formId, { values })),
    formId,
    allowedFields: 'all' as const,
  });
  const first = await named({ name: 'file', papers: [claimed] });
  const made = await inSpace(ctx, (tx) => saveFromProcess(tx, ctx, first));
  expect(made.values.papers).toEqual([{ id: file.id, name: 'a.txt', size: 5, type: file.type }]);
  const again = await named({ papers: [claimed], note: 'again' });
  const changed = await inSpace(ctx, (tx) =>
    saveFromProcess(tx, ctx, { ...again, recordId: made.id, expectedVersion: 1 }),
  );
  expect(changed.values.papers).toEqual(made.values.papers);
});

test('a file belongs to those who see its record, also when the attaching was interrupted', async () => {
  const body = new FormData();
  body.append('file', new Blob(['hello']), 'a.txt');
  const [file] = (await (await admin.fetch('/api/files', { method: 'POST', body })).json()) as [
    { id: string; name: string; size: number; type: string },
  ];
  const paper = { id: file.id, name: file.name, size: file.size, type: file.type };
  await admin.ok(recordsApi.update, { params: params(), body: { expectedVersion: 1, values: { papers: [paper] } } });
  expect((await user.call(filesApi.open, { params: { fileId: file.id } })).status).toBe(404);
  await inSpace(ctx, async (tx) =>
    grantRecord(tx, ctx, { ...params(), users: [user.id], level: 'view', origin: 'share:1' }),
  );
  expect((await user.call(filesApi.open, { params: { fileId: file.id } })).status).toBe(200);

  // the running one hears of the update as well, and would attach the file before it is looked at
  await untilHeard(server, attachSubscriber.name, 'records.');
  await server.platform.owner.query(
    `begin; set local app.space_id = 'demo'; update files.file set attached_kind = null, attached_id = null where id = '${file.id}'; commit`,
  );
  expect((await user.call(filesApi.open, { params: { fileId: file.id } })).status).toBe(404);
  await attachSubscriber.handle(server.platform, 'demo', [
    {
      id: '',
      type: 'records.updated',
      subject: recordId,
      actor: admin.id,
      at: new Date(),
      requestId: '',
      ip: '',
      data: { formId, recordId },
    },
  ]);
  expect((await user.call(filesApi.open, { params: { fileId: file.id } })).status).toBe(200);
});
