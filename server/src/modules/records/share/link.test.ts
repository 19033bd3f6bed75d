import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { quietlyGoneHeader, refusedStatusHeader } from '@formwork/contract/endpoint.ts';
import { linkApi, type SharedRecord } from '@formwork/contract/records/link.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let formId: string;
let recordId: string;
let fileId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = [await server.as('admin'), await server.as('user')];
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '检查' },
    layout: [],
    titleField: 'name',
    fields: [
      newField('text', { zh: '名称' }, 'name'),
      newField('number', { zh: '数' }, 'count'),
      newField('text', { zh: '密' }, 'secret'),
      newField('member', { zh: '人' }, 'people'),
      newField('attachment', { zh: '附件' }, 'files'),
    ],
    tables: [{ id: 'rows', title: { zh: '明细' }, fields: [newField('text', { zh: '项' }, 'item')] }],
  };
  formId = (
    await admin.ok(formsApi.createForm, { params: { appId: app.id }, body: { title: definition.title, definition } })
  ).id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  await allow(true);
  const form = new FormData();
  form.append('file', new Blob(['measured']), 'note.txt');
  const [file] = (await (await user.fetch('/api/files', { method: 'POST', body: form })).json()) as {
    id: string;
    name: string;
    size: number;
    type: string;
  }[];
  fileId = file!.id;
  recordId = (
    await user.ok(recordsApi.create, {
      params: { formId },
      body: {
        values: {
          name: '一号',
          count: 3,
          secret: '绝密',
          people: [admin.id],
          files: [{ id: fileId, name: 'note.txt', size: file!.size, type: file!.type }],
        },
        slaves: { rows: [{ values: { item: '甲' } }] },
      },
    })
  ).id;
});
afterAll(() => server.stop());

const allow = (share: boolean) =>
  admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: 'r',
          subject: { kind: 'person', id: user.id },
          actions: ['view', 'create', 'edit', ...(share ? ['share' as const] : [])],
          scope: 'own',
        },
      ],
    },
  });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const make = (
  more: Partial<{
    fields: string[];
    rows: string[];
    files: boolean;
    password: string | null;
    expiresAt: string;
    most: number;
  }> = {},
  who = user,
) =>
  who.call(linkApi.createLink, {
    params: { formId, recordId },
    body: {
      fields: ['name', 'count', 'people', 'files', 'rows'],
      files: false,
      password: null,
      expiresAt: tomorrow(),
      ...more,
    },
  });
const open = (token: string, password?: string) =>
  server.visitor.call(linkApi.open, { body: { token, ...(password !== undefined && { password }) } });
const openFile = (token: string, ticket: string) =>
  fetch(`${server.url}/api/share/files/${fileId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ticket }),
  });

test('a link ends after so many visits, a page that is read again is none, and its maker sees who looked', async () => {
  const { link, token } = (await make({ most: 2, password: 'open sesame' })).body;
  expect(link).toMatchObject({ most: 2, opened: 0 });
  const visits = (who: Client) => who.call(linkApi.visits, { params: { formId, recordId, linkId: link.id } });
  expect((await visits(user)).body).toEqual({ visits: [] });
  const first = (await open(token, 'open sesame')).body as SharedRecord;
  const again = () => server.visitor.call(linkApi.open, { body: { token, ticket: first.ticket } });
  expect((await again()).body).toMatchObject({ locked: false });
  expect((await server.visitor.call(linkApi.open, { body: { token, ticket: 'x.y' } })).body).toEqual({ locked: true });
  expect((await admin.call(linkApi.open, { body: { token, password: 'open sesame' } })).body).toMatchObject({
    locked: false,
  });
  expect(codeOf(await open(token, 'open sesame'))).toBe('records.link.gone');
  // who is in reads on
  expect((await again()).body).toMatchObject({ locked: false });
  const { body } = await visits(user);
  expect(body.visits.map(({ person }) => person)).toEqual([expect.any(String), null]);
  expect(body.visits.every(({ from }) => from !== '')).toBe(true);
  const { links } = (await user.call(linkApi.links, { params: { formId, recordId } })).body;
  expect(links.find(({ id }) => id === link.id)).toMatchObject({ opened: 2, most: 2 });
  // whoever may not share the record does not hear who looked, nor anybody with another record's address
  await allow(false);
  expect(codeOf(await visits(user))).toBe('records.record.no_share');
  await allow(true);
  expect((await user.call(linkApi.visits, { params: { formId, recordId, linkId: crypto.randomUUID() } })).status).toBe(
    404,
  );
});

test('a visitor reads what was chosen and nothing else, until the link is ended', async () => {
  const { link, token } = (await make()).body;
  expect(token).toMatch(/^demo-[\w-]{43}$/);
  const shared = (await open(token)).body as SharedRecord;
  expect(shared).toMatchObject({
    locked: false,
    title: '一号',
    form: { zh: '检查' },
    fields: [
      { id: 'name', text: '一号' },
      { id: 'count', text: '3' },
      { id: 'people', title: { zh: '人' } },
      { id: 'files', text: 'note.txt' },
    ],
    tables: [{ id: 'rows', columns: [{ id: 'item', title: { zh: '项' } }], rows: [['甲']] }],
  });
  expect(shared.fields[2]?.text).not.toBe('');
  for (const secret of ['绝密', admin.id, user.id, recordId, fileId])
    expect(JSON.stringify(shared)).not.toContain(secret);
  expect((await openFile(token, shared.ticket)).status).toBe(404);
  expect((await user.ok(linkApi.links, { params: { formId, recordId } })).links[0]).toMatchObject({
    id: link.id,
    opened: 1,
    password: false,
  });
  // the database has no token, and other people have no list
  const { rows } = await server.platform.pool.query('select * from space_demo.records_link');
  expect(JSON.stringify(rows)).not.toContain(token.slice(5));
  expect((await (await server.as('user2')).call(linkApi.links, { params: { formId, recordId } })).status).toBe(404);
  await user.ok(linkApi.revokeLink, { params: { formId, recordId, linkId: link.id } });
  expect([(await open(token)).status, codeOf(await open(token))]).toEqual([404, 'records.link.gone']);
  for (const other of ['demo-x', `nowhere-${token.slice(5)}`, `other-${token.slice(5)}`, `${token}x`])
    expect(codeOf(await open(other))).toBe('records.link.gone');
});

test('files are given with the ticket of an opening, where the link allows them', async () => {
  const { token } = (await make({ files: true })).body;
  const { ticket } = (await open(token)).body as SharedRecord;
  const answer = await openFile(token, ticket);
  expect([answer.status, await answer.text(), answer.headers.get('content-disposition')]).toEqual([
    200,
    'measured',
    expect.stringContaining('attachment'),
  ]);
  expect((await openFile(token, `${Date.now() + 1e9}.${ticket.split('.')[1]}`)).status).toBe(403);
  const { token: other } = (await make({ files: true })).body;
  expect((await openFile(other, ticket)).status).toBe(403);
});

test('a password is asked for, and guessing it is slowed down', async () => {
  const { token } = (await make({ password: 'right one' })).body;
  expect((await open(token)).body).toEqual({ locked: true });
  for (let guess = 0; guess < 2; guess++)
    expect(codeOf(await open(token, 'wrong one'))).toBe('records.link.wrong_password');
  expect((await open(token, 'right one')).body).toMatchObject({ locked: false });
  for (let guess = 0; guess < 5; guess++) await open(token, 'wrong one');
  expect(codeOf(await open(token, 'right one'))).toBe('platform.too_many_requests');
});

test('who may not share the record makes no link, and their links end with the right', async () => {
  expect(codeOf(await make({ fields: [] }))).toBe('records.link.no_fields');
  expect(codeOf(await make({ fields: ['nothing'] }))).toBe('records.link.no_fields');
  expect(codeOf(await make({ expiresAt: '2020-01-01T00:00:00Z' }))).toBe('records.link.bad_expiry');
  expect(codeOf(await make({ password: '123' }))).toBe('records.link.short_password');
  const { token } = (await make()).body;
  await allow(false);
  expect(codeOf(await make())).toBe('records.record.no_share');
  expect(codeOf(await open(token))).toBe('records.link.gone');
  await allow(true);
  expect((await open(token)).status).toBe(200);
  await server.platform.pool.query(`update space_demo.records_link set expires_at = now() - interval '1 minute'`);
  expect(codeOf(await open(token))).toBe('records.link.gone');
});

test('a page is told of a dead link by an ordinary answer, the same whatever was behind it', async () => {
  await allow(true);
  const { link, token } = (await make()).body;
  const quietly = async (of: string) => {
    const answer = await server.visitor.fetch(`/api${linkApi.open.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [quietlyGoneHeader]: '1' },
      body: JSON.stringify({ token: of }),
    });
    const { requestId: _, ...body } = (await answer.json()) as { requestId: string };
    return [answer.status, answer.headers.get(refusedStatusHeader), body];
  };
  expect((await quietly(token)).slice(0, 2)).toEqual([200, null]);
  await user.ok(linkApi.revokeLink, { params: { formId, recordId, linkId: link.id } });
  for (const dead of [token, `${token}x`, 'demo-x'])
    expect(await quietly(dead)).toEqual([200, '404', { code: 'records.link.gone' }]);
});

test('the address of a shared page is in no referrer', async () => {
  expect((await fetch(`${server.url}/share/demo-abc`)).headers.get('referrer-policy')).toBe('no-referrer');
});

test('of a slave table it may show chosen rows alone, as long as they are of the record', async () => {
  await allow(true);
  const made = await user.ok(recordsApi.create, {
    params: { formId },
    body: { values: { name: '二号' }, slaves: { rows: [{ values: { item: '甲' } }, { values: { item: '乙' } }] } },
  });
  recordId = made.id;
  const rows = made.slaves.rows!;
  const { link, token } = (await make({ fields: ['rows'], rows: [rows[0]!.id] })).body;
  expect(link.rows).toEqual([rows[0]!.id]);
  const whole = (await open((await make({ fields: ['rows'] })).body.token)).body as SharedRecord;
  const shared = (await open(token)).body as SharedRecord;
  expect(whole.tables[0]!.rows.length).toBeGreaterThan(1);
  expect(shared.tables[0]!.rows).toEqual([whole.tables[0]!.rows[0]]);
  expect(codeOf(await make({ fields: ['name'], rows: [rows[0]!.id] })), 'a table that is not shown').toBe(
    'records.link.no_rows',
  );
  expect(codeOf(await make({ fields: ['rows'], rows: [link.id] }))).toBe('records.link.no_rows');
});
