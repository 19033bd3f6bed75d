import { formsApi } from '@formwork/contract/forms/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { binApi } from '@formwork/contract/records/bin.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let outsider: Client;
let formId: string;
const notices: Record<string, unknown>[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, outsider] = [await server.as('admin'), await server.as('user'), await server.as('user2')];
  server.platform.bus.on('realtime', ({ to, message }) => {
    if ((message as { type: string }).type === 'records.notice')
      notices.push({ ...(message as object), users: (to as { users: string[] }).users });
  });
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '检查' },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [newField('text', { zh: '名称' }, 'name'), newField('number', { zh: '数' }, 'count')],
  };
  formId = (
    await admin.ok(formsApi.createForm, { params: { appId: app.id }, body: { title: definition.title, definition } })
  ).id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const rules: PermissionRule[] = [
    { id: 'r', subject: { kind: 'person', id: user.id }, actions: ['view', 'create', 'edit', 'delete'], scope: 'all' },
  ];
  await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules } });
});
afterAll(() => server.stop());

const create = (name: string, who = admin) =>
  who.ok(recordsApi.create, { params: { formId }, body: { values: { name } } });
const told = (users: string[], kind: string) =>
  vi.waitFor(
    () =>
      expect(
        notices.some((one) => one.kind === kind && users.every((id) => (one.users as string[]).includes(id))),
      ).toBe(true),
    5_000,
  );

test('comments: written, mentioned, changed, deleted by whoever wrote them; nobody else knows them', async () => {
  const { id: recordId } = await create('一号');
  const params = { formId, recordId };
  const { comment, unseeing } = await user.ok(talkApi.comment, {
    params,
    body: {
      text: ' 请看 @企业管理员 @外人 ',
      mentions: [admin.id, outsider.id, '01890000-0000-7000-8000-000000000000'],
      files: [],
    },
  });
  expect(comment).toMatchObject({
    author: user.id,
    text: '请看 @企业管理员 @外人',
    mentions: [admin.id, outsider.id],
    editedAt: null,
    can: { edit: true, delete: true },
  });
  expect(unseeing).toEqual([outsider.id]);
  await told([admin.id], 'mentioned');
  expect((await admin.ok(messagesApi.list)).rows[0]).toMatchObject({ kind: 'mentioned', title: '一号', recordId });
  expect((await outsider.ok(messagesApi.list)).rows).toEqual([]);
  expect(notices.some(({ users }) => (users as string[]).includes(outsider.id))).toBe(false);
  expect(await admin.ok(talkApi.comments, { params })).toMatchObject({
    total: 1,
    next: null,
    rows: [{ id: comment.id, can: { edit: false, delete: false } }],
  });

  for (const body of [
    { text: '', mentions: [] },
    { text: ' \n ', mentions: [] },
  ]) {
    const blank = await user.call(talkApi.comment, { params, body: { ...body, files: [] } });
    expect([blank.status, codeOf(blank)]).toEqual([422, 'records.comment.empty']);
  }
  const commentParams = { ...params, commentId: comment.id };
  expect(
    (await admin.call(talkApi.editComment, { params: commentParams, body: { text: '改', mentions: [] } })).status,
  ).toBe(403);
  expect((await admin.call(talkApi.removeComment, { params: commentParams })).status).toBe(403);
  expect(
    (await user.ok(talkApi.editComment, { params: commentParams, body: { text: '改了', mentions: [] } })).comment,
  ).toMatchObject({ text: '改了', editedAt: expect.any(String) as string });
  await server.platform.pool.query(`update space_demo.records_comment set at = $2 where id = $1`, [
    comment.id,
    new Date(Date.now() - 3_600_000),
  ]);
  expect(
    codeOf(await user.call(talkApi.editComment, { params: commentParams, body: { text: '晚了', mentions: [] } })),
  ).toBe('records.comment.too_late');
  // who cannot see the record cannot read, write or hear anything of it
  for (const call of [
    outsider.call(talkApi.comments, { params }),
    outsider.call(talkApi.comment, { params, body: { text: '我', mentions: [], files: [] } }),
    outsider.call(talkApi.removeComment, { params: commentParams }),
    outsider.call(talkApi.followers, { params }),
    outsider.call(talkApi.follow, { params }),
    outsider.call(talkApi.present, { params, body: { page: recordId, editing: false, hello: true } }),
  ]) {
    expect((await call).status).toBe(404);
  }
  await user.ok(talkApi.removeComment, { params: commentParams });
  expect((await user.ok(talkApi.comments, { params })).rows).toEqual([]);
});

test('a comment whose answer was lost is written once', async () => {
  const { id: recordId } = await create('重发');
  const params = { formId, recordId };
  const body = { commandId: crypto.randomUUID(), text: '再发一次', mentions: [], files: [] };
  const answers = await Promise.all([1, 2].map(() => user.ok(talkApi.comment, { params, body })));
  answers.push(await user.ok(talkApi.comment, { params, body }));
  expect(new Set(answers.map(({ comment }) => comment.id)).size).toBe(1);
  expect((await user.ok(talkApi.comments, { params })).total).toBe(1);
});

test('comments come in pages, the latest first', async () => {
  const { id: recordId } = await create('多');
  const params = { formId, recordId };
  for (const text of ['一', '二', '三'])
    await user.ok(talkApi.comment, { params, body: { text, mentions: [], files: [] } });
  const first = await user.ok(talkApi.comments, { params, query: { limit: 2 } });
  expect(first.rows.map(({ text }) => text)).toEqual(['三', '二']);
  expect(
    (await user.ok(talkApi.comments, { params, query: { limit: 2, after: first.next! } })).rows.map(({ text }) => text),
  ).toEqual(['一']);
});

test('a file of a comment is for those who see the record, and goes with the comment', async () => {
  const { id: recordId } = await create('附件');
  const params = { formId, recordId };
  const form = new FormData();
  form.append('file', new Blob(['measured']), 'note.txt');
  const [file] = (await (await user.fetch('/api/files', { method: 'POST', body: form })).json()) as {
    id: string;
    name: string;
    size: number;
    type: string;
  }[];
  const { id, name, size, type } = file!;
  expect(
    codeOf(
      await admin.call(talkApi.comment, {
        params,
        body: { text: '别人的', mentions: [], files: [{ id, name, size, type }] },
      }),
    ),
  ).toBe('files.file.not_found');
  const { comment } = await user.ok(talkApi.comment, {
    params,
    body: { text: '见附件', mentions: [], files: [{ id, name, size, type }] },
  });
  expect([(await admin.fetch(`/api/files/${id}`)).status, (await outsider.fetch(`/api/files/${id}`)).status]).toEqual([
    200, 404,
  ]);
  await user.ok(talkApi.removeComment, { params: { ...params, commentId: comment.id } });
  expect((await user.fetch(`/api/files/${id}`)).status).toBe(404);
});

test('followers hear of changes and comments of others, and lose what they see no longer', async () => {
  const { id: recordId, version } = await create('跟踪', user);
  const params = { formId, recordId };
  await user.ok(talkApi.follow, { params });
  await user.ok(talkApi.follow, { params });
  await admin.ok(talkApi.follow, { params });
  expect(await admin.ok(talkApi.followers, { params })).toMatchObject({ following: true, total: 2 });
  expect((await user.ok(talkApi.followed)).rows[0]).toMatchObject({
    formId,
    recordId,
    title: '跟踪',
    formTitle: { zh: '检查' },
  });
  notices.length = 0;
  await admin.ok(recordsApi.update, { params, body: { expectedVersion: version, values: { count: 2 } } });
  await told([user.id], 'changed');
  await admin.ok(talkApi.comment, { params, body: { text: '好', mentions: [], files: [] } });
  await told([user.id], 'commented');
  // what came before of other records may still come in
  expect(notices.some((one) => one.recordId === recordId && (one.users as string[]).includes(admin.id))).toBe(false);
  await admin.ok(talkApi.unfollow, { params });
  expect(await user.ok(talkApi.followers, { params })).toMatchObject({ following: true, total: 1 });
  await admin.ok(recordsApi.remove, { params });
  expect((await user.ok(talkApi.followed)).rows).toEqual([]);
  await admin.ok(binApi.restore, { body: { ids: [recordId] } });
  expect((await user.ok(talkApi.followed)).rows).toHaveLength(1);
  expect((await user.ok(talkApi.comments, { params })).rows).toHaveLength(1);
  await admin.ok(recordsApi.remove, { params });
  await admin.ok(binApi.purge, { body: { ids: [recordId] } });
  const { rows } = await server.platform.pool.query(
    `select 1 from space_demo.records_comment where record_id = $1 union all select 1 from space_demo.records_follow where record_id = $1`,
    [recordId],
  );
  expect(rows).toEqual([]);
});

test('whoever owns a record hears what others say of it, unless they want no messages of that; nobody hears themselves', async () => {
  const { id: recordId } = await create('归属', user);
  const params = { formId, recordId };
  const say = (who: Client, text: string) =>
    who.ok(talkApi.comment, { params, body: { text, mentions: [], files: [] } });
  const ownMessages = async () =>
    (await user.ok(messagesApi.list)).rows.filter((one) => one.recordId === recordId).length;
  notices.length = 0;
  await say(user, '自己说的');
  await say(admin, '请补充照片');
  await told([user.id], 'commented');
  expect((await user.ok(messagesApi.list)).rows[0]).toMatchObject({ kind: 'commented', title: '归属', recordId });
  expect(await ownMessages()).toBe(1);

  await user.ok(messagesApi.subscribe, {
    body: { subscriptions: [{ app: null, kind: 'commented', subscribed: false }] },
  });
  await say(admin, '又一条');
  await user.ok(talkApi.comment, { params, body: { text: '@企业管理员', mentions: [admin.id], files: [] } });
  await told([admin.id], 'mentioned');
  expect(await ownMessages()).toBe(1);
});
