import { documentsApi, type DocumentLevel, type DocumentNode } from '@formwork/contract/documents/api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsLookedAt, watchStatements } from '../../testing/sent-statements.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let other: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, other] = [await server.as('admin'), await server.as('user'), await server.as('user2')];
});
afterAll(() => server.stop());

const codeOf = (answer: Answer) => [answer.status, (answer.body as { code?: string }).code];
async function app(rules: { who?: Client; level: DocumentLevel }[] = []): Promise<string> {
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '图纸' }, kind: 'files' } })).id;
  if (rules.length > 0) await allow(null, rules);
  return appId;
}
const allow = (folder: string | null, rules: { who?: Client; level: DocumentLevel }[], alone = false) =>
  admin.ok(documentsApi.putRules, {
    params: { appId },
    body: {
      folder,
      alone,
      rules: rules.map(({ who, level }) => ({
        subject: who ? { kind: 'person' as const, id: who.id } : { kind: 'everyone' as const },
        level,
      })),
    },
  });
async function upload(who: Client, name: string, text: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([text]), name);
  return ((await (await who.fetch('/api/files', { method: 'POST', body })).json()) as [{ id: string }])[0].id;
}
const put = async (who: Client, folder: string | null, name: string, text = name) =>
  (await who.ok(documentsApi.add, { params: { appId }, body: { folder, files: [await upload(who, name, text)] } }))
    .nodes[0]!;
const folder = (who: Client, name: string, into: string | null = null) =>
  who.ok(documentsApi.createFolder, { params: { appId }, body: { folder: into, name } });
const list = (who: Client, into?: string, query = {}) =>
  who.ok(documentsApi.list, { params: { appId }, query: { ...(into && { folder: into }), ...query } });
const names = async (who: Client, into?: string, query = {}) =>
  (await list(who, into, query)).rows.map(({ name }) => name);
const node = (one: DocumentNode) => ({ appId, nodeId: one.id });
const text = async (who: Client, fileId: string | null) => (await who.fetch(`/api/files/${fileId}`)).text();

test('folders and documents: versions, moves, copies, names, and the bin', async () => {
  await app([{ who: user, level: 'edit' }]);
  const drawings = await folder(user, '图纸');
  const old = await folder(user, '旧版', drawings.id);
  const one = await put(user, drawings.id, 'a.txt', 'first');
  expect(await put(user, drawings.id, 'A.TXT', 'second')).toMatchObject({ id: one.id, version: 2, name: 'a.txt' });
  expect(
    await user.ok(documentsApi.addVersion, {
      params: node(one),
      body: { file: await upload(user, 'b.txt', 'third'), note: '改图' },
    }),
  ).toMatchObject({ version: 3, name: 'a.txt' });
  const restored = await user.ok(documentsApi.restoreVersion, { params: { ...node(one), number: 1 } });
  expect(await text(user, restored.fileId)).toBe('first');
  const { versions } = await user.ok(documentsApi.versions, { params: node(one) });
  expect(versions.map(({ number, restored: from, note }) => [number, from, note])).toEqual([
    [4, 1, ''],
    [3, null, '改图'],
    [2, null, ''],
    [1, null, ''],
  ]);
  expect(await text(user, versions[1]!.fileId)).toBe('third');

  expect(
    codeOf(await user.call(documentsApi.createFolder, { params: { appId }, body: { folder: null, name: '图纸' } })),
  ).toEqual([409, 'documents.node.name_taken']);
  expect(
    (await user.call(documentsApi.createFolder, { params: { appId }, body: { folder: null, name: 'a/b' } })).status,
  ).toBe(422);
  expect(
    codeOf(await user.call(documentsApi.move, { params: { appId }, body: { nodes: [drawings.id], folder: old.id } })),
  ).toEqual([409, 'documents.node.in_itself']);
  await user.ok(documentsApi.move, { params: { appId }, body: { nodes: [one.id], folder: old.id } });
  await user.ok(documentsApi.rename, { params: node(old), body: { name: '归档' } });
  expect((await list(user, old.id)).way.map(({ name }) => name)).toEqual(['图纸', '归档']);
  await user.ok(documentsApi.copy, { params: { appId }, body: { nodes: [old.id], folder: null } });
  await user.ok(documentsApi.copy, { params: { appId }, body: { nodes: [old.id], folder: drawings.id } });
  expect(await names(user)).toEqual(['归档', '图纸']);
  expect(await names(user, drawings.id)).toEqual(['归档', '归档 (2)']);
  const copied = (await list(user)).rows.find(({ name }) => name === '归档')!;
  const [copy] = (await list(user, copied.id)).rows;
  expect(copy).toMatchObject({ name: 'a.txt', version: 1 });

  await user.ok(documentsApi.remove, { params: { appId }, body: { nodes: [drawings.id] } });
  expect(await names(user)).toEqual(['归档']);
  expect((await user.call(filesApi.open, { params: { fileId: restored.fileId! } })).status).toBe(404);
  expect(await text(user, copy!.fileId)).toBe('first');
  expect((await user.ok(documentsApi.listBin, { params: { appId } })).rows.map(({ name }) => name)).toEqual(['图纸']);
  await folder(user, '图纸');
  await user.ok(documentsApi.restore, { params: { appId }, body: { nodes: [drawings.id] } });
  expect(await names(user)).toEqual(['归档', '图纸', '图纸 (2)']);
  expect(await text(user, restored.fileId)).toBe('first');

  await user.ok(documentsApi.remove, { params: { appId }, body: { nodes: [drawings.id] } });
  expect(codeOf(await user.call(documentsApi.purge, { params: { appId }, body: { nodes: [drawings.id] } }))).toEqual([
    403,
    'documents.node.no_right',
  ]);
  await admin.ok(documentsApi.purge, { params: { appId }, body: { nodes: [drawings.id] } });
  expect((await user.ok(documentsApi.listBin, { params: { appId } })).rows).toEqual([]);
  expect((await user.call(filesApi.open, { params: { fileId: restored.fileId! } })).status).toBe(404);
});

describe('rights', () => {
  test('add up from the top down, end where a folder stands alone, and lead through folders that show nothing', async () => {
    await app();
    const top = await folder(admin, '部门');
    const deep = await folder(admin, '共享', top.id);
    const closed = await folder(admin, '保密', top.id);
    const seen = await put(admin, deep.id, '说明.txt', 'hello');
    const secret = await put(admin, closed.id, '合同.txt');
    expect(codeOf(await user.call(documentsApi.list, { params: { appId } }))).toEqual([404, 'forms.app.not_found']);
    expect((await user.ok(formsApi.listApps)).apps.some(({ id }) => id === appId)).toBe(false);

    await allow(deep.id, [{ who: user, level: 'view' }]);
    expect((await user.ok(formsApi.listApps)).apps.some(({ id }) => id === appId)).toBe(true);
    expect(await names(user)).toEqual(['部门']);
    expect(await names(user, top.id)).toEqual(['共享']);
    expect(await names(user, deep.id)).toEqual(['说明.txt']);
    expect((await user.call(documentsApi.list, { params: { appId }, query: { folder: closed.id } })).status).toBe(404);
    expect(
      (await user.ok(documentsApi.find, { params: { appId }, query: { search: 'txt' } })).rows.map(
        ({ name, place }) => [name, place],
      ),
    ).toEqual([['说明.txt', ['部门', '共享']]]);

    const everywhere = await user.ok(documentsApi.findEverywhere, { query: { search: '说明' } });
    expect(everywhere).toMatchObject({
      found: 1,
      more: false,
      rows: [{ appId, app: { zh: '图纸' }, name: '说明.txt', place: ['部门', '共享'] }],
    });
    expect((await user.ok(documentsApi.findEverywhere, { query: { search: '合同' } })).found).toBe(0);

    // to view is to see a preview, not to take the file along
    expect((await user.fetch(`/api/files/${seen.fileId}?inline=1`)).status).toBe(200);
    expect((await user.fetch(`/api/files/${seen.fileId}`)).status).toBe(404);
    expect((await user.call(filesApi.makeTicket, { params: { fileId: seen.fileId! } })).status).toBe(404);
    expect((await user.call(filesApi.view, { params: { fileId: secret.fileId! } })).status).toBe(404);
    expect(codeOf(await user.call(documentsApi.rename, { params: node(seen), body: { name: 'x' } }))).toEqual([
      403,
      'documents.node.no_right',
    ]);
    expect(codeOf(await user.call(documentsApi.getRules, { params: { appId }, query: { folder: deep.id } }))).toEqual([
      403,
      'documents.node.no_right',
    ]);

    await allow(null, [{ level: 'download' }]);
    expect(await names(other, top.id)).toEqual(['保密', '共享']);
    expect((await other.fetch(`/api/files/${seen.fileId}`)).status).toBe(200);
    await allow(closed.id, [{ who: user, level: 'manage' }], true);
    expect(await names(other, top.id)).toEqual(['共享']);
    expect((await other.call(filesApi.view, { params: { fileId: secret.fileId! } })).status).toBe(404);
    expect(await names(user, top.id)).toEqual(['保密', '共享']);
    const rules = await user.ok(documentsApi.getRules, { params: { appId }, query: { folder: closed.id } });
    expect(rules).toMatchObject({ alone: true, above: [], rules: [{ level: 'manage' }] });
    expect(rules.names[`person:${user.id}`]).toBe((await user.ok(identityApi.me)).name);
  });

  test('other spaces and applications of forms have no documents', async () => {
    await app([{ level: 'view' }]);
    const stranger = await server.as('other-admin');
    expect(codeOf(await stranger.call(documentsApi.list, { params: { appId } }))).toEqual([404, 'forms.app.not_found']);
    const forms = await admin.ok(formsApi.createApp, { body: { title: { zh: '表单' } } });
    expect(codeOf(await admin.call(documentsApi.list, { params: { appId: forms.id } }))).toEqual([
      404,
      'forms.app.not_found',
    ]);
  });
});

test('a zip holds the folders, and the audit trail who took it', async () => {
  await app([{ level: 'download' }]);
  const top = await folder(admin, '交付');
  const below = await folder(admin, '图', top.id);
  await put(admin, top.id, '读我.txt', 'read me');
  await put(admin, below.id, '一.txt', 'one');
  const answer = await user.fetch(`/api/documents/${appId}/archive?ids=${top.id}`);
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('交付.zip'));
  const zip = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  expect(['交付/读我.txt', '交付/图/一.txt'].map((name) => zip.includes(name))).toEqual([true, true]);
  await expect
    .poll(
      async () =>
        (
          await server.platform.owner.query(
            `select type from space_demo.event where subject = $1 and type = 'documents.archive.downloaded'`,
            [appId],
          )
        ).rowCount,
    )
    .toBe(1);
});

test('a folder of many documents is read page by page in any order', async () => {
  await app([{ level: 'view' }]);
  const big = await folder(admin, '海量');
  await server.platform.owner.query(
    `insert into space_demo.documents_node (id, app_id, parent_id, path, kind, name, name_key, size, created_by, modified_by, modified_at)
      select uuidv7(), $1, $2::uuid, array[$2::uuid], 'document', '文件' || lpad(n::text, 6, '0') || '.txt', '文件' || lpad(n::text, 6, '0') || '.txt', n % 1000, $3, $3, now() - n * interval '1 second' from generate_series(1, 30000) n`,
    [appId, big.id, admin.id],
  );
  await server.platform.owner.query('analyze space_demo.documents_node');
  const pages = watchStatements('documents_node', "kind = 'document'", 'limit 2');
  for (const sort of ['name', '-modified', '-size'] as const) {
    let cursor: string | undefined;
    const seen = new Set<string>();
    for (let page = 0; page < 20; page += 1) {
      const { rows, next } = await list(user, big.id, { sort, limit: 200, ...(cursor && { cursor }) });
      for (const { id } of rows) seen.add(id);
      cursor = next ?? undefined;
    }
    expect(seen.size, sort).toBe(4_000);
    // of a page no more is read than what it shows, wherever in the folder it lies
    expect(pages.sent.length, sort).toBeGreaterThanOrEqual(20);
    for (const page of [pages.sent.at(1)!, pages.sent.at(-1)!])
      expect(await rowsLookedAt(server.platform.owner, page), sort).toBeLessThanOrEqual(500);
    pages.sent.length = 0;
  }
  pages.end();
  expect(
    (await user.ok(documentsApi.find, { params: { appId }, query: { search: '文件01234', folder: big.id } })).rows,
  ).toHaveLength(10);
  expect(await user.ok(documentsApi.find, { params: { appId }, query: { search: '文件' } })).toMatchObject({
    more: true,
  });
});

test('a link shows one document to visitors: behind a password, its latest version, as long as its maker may change it', async () => {
  await app([
    { who: user, level: 'edit' },
    { who: other, level: 'download' },
  ]);
  const one = await put(user, null, 'plan.txt', 'first');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const make = (body: object = {}, who = user, what = one) =>
    who.call(documentsApi.createLink, { params: node(what), body: { expiresAt: inDays(1), password: null, ...body } });
  const open = (token: string, password?: string) =>
    server.visitor.call(documentsApi.openLink, { body: { token, ...(password !== undefined && { password }) } });
  const download = (token: string, ticket: string) =>
    fetch(`${server.url}/api/share/documents/file`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ticket }),
    });
  expect(codeOf(await make({}, other))).toEqual([403, 'documents.node.no_right']);
  expect(codeOf(await make({ expiresAt: inDays(-1) }))).toEqual([422, 'records.link.bad_expiry']);
  expect(codeOf(await make({ password: '123' }))).toEqual([422, 'records.link.short_password']);

  const { token, link } = (await make({ password: 'open sesame' })).body as { token: string; link: { id: string } };
  expect((await open(token)).body).toEqual({ locked: true });
  expect(codeOf(await open(token, 'wrong one'))).toEqual([403, 'records.link.wrong_password']);
  await user.ok(documentsApi.addVersion, { params: node(one), body: { file: await upload(user, 'b.txt', 'second') } });
  const shown = (await open(token, 'open sesame')).body as { name: string; ticket: string };
  expect(shown).toMatchObject({ locked: false, name: 'plan.txt', app: { zh: '图纸' }, size: 6 });
  const file = await download(token, shown.ticket);
  expect([await file.text(), file.headers.get('content-disposition')]).toEqual([
    'second',
    expect.stringContaining('plan.txt'),
  ]);
  expect((await download(token, `${Date.now() + 60_000}.x`)).status).toBe(403);
  expect((await user.ok(documentsApi.links, { params: node(one) })).links).toMatchObject([
    { id: link.id, opened: 1, password: true, revokedAt: null },
  ]);
  expect(codeOf(await other.call(documentsApi.links, { params: node(one) }))).toEqual([403, 'documents.node.no_right']);

  const once = (await make({ most: 1 })).body as { token: string; link: { id: string } };
  const { ticket } = (await open(once.token)).body as { ticket: string };
  expect(codeOf(await open(once.token)), 'after its last visit').toEqual([404, 'records.link.gone']);
  const again = await server.visitor.call(documentsApi.openLink, { body: { token: once.token, ticket } });
  expect(again.status, 'the same page read again').toBe(200);
  const visits = (who: typeof user) =>
    who.call(documentsApi.visits, { params: { ...node(one), linkId: once.link.id } });
  expect((await visits(user)).body).toMatchObject({ visits: [{ person: null, from: expect.any(String) as string }] });
  expect(codeOf(await visits(other))).toEqual([403, 'documents.node.no_right']);

  const free = ((await make()).body as { token: string }).token;
  expect((await open(free)).status).toBe(200);
  await allow(null, [{ who: user, level: 'download' }]);
  expect(codeOf(await open(free)), 'its maker may not share it any more').toEqual([404, 'records.link.gone']);
  await allow(null, [{ who: user, level: 'edit' }]);
  await user.ok(documentsApi.remove, { params: { appId }, body: { nodes: [one.id] } });
  expect(codeOf(await open(free)), 'in the bin').toEqual([404, 'records.link.gone']);
  await user.ok(documentsApi.restore, { params: { appId }, body: { nodes: [one.id] } });
  await user.ok(documentsApi.revokeLink, { params: { ...node(one), linkId: link.id } });
  expect(codeOf(await open(token, 'open sesame'))).toEqual([404, 'records.link.gone']);
  expect(codeOf(await open(free.replace('d~', '')))).toEqual([404, 'records.link.gone']);
});

test('a link to a folder lets visitors walk through what its maker may change there, file by file or as a zip', async () => {
  await app([{ who: user, level: 'edit' }]);
  const top = await folder(user, '项目');
  const inner = await folder(user, '一期', top.id);
  const closed = await folder(user, '保密', top.id);
  const beside = await put(user, null, 'other.txt', 'x');
  await put(user, top.id, 'plan.txt', 'plan');
  const deep = await put(user, inner.id, 'deep.txt', 'deep');
  const secret = await put(user, closed.id, 'secret.txt', 'secret');
  await allow(closed.id, [{ who: user, level: 'view' }], true);
  const { token } = await user.ok(documentsApi.createLink, {
    params: node(top),
    body: { expiresAt: new Date(Date.now() + 86_400_000).toISOString(), password: null },
  });
  const shown = await server.visitor.ok(documentsApi.openLink, { body: { token } });
  expect(shown).toMatchObject({ locked: false, kind: 'folder', id: top.id, name: '项目' });
  const { ticket } = shown as { ticket: string };
  const look = (at: string, ours = ticket) =>
    server.visitor.call(documentsApi.openLinkFolder, { body: { token, ticket: ours, folder: at } });
  expect((await look(top.id)).body).toMatchObject({
    rows: [
      { kind: 'folder', name: '一期' },
      { kind: 'document', name: 'plan.txt', size: 4 },
    ],
    next: null,
    way: [{ name: '项目' }],
  });
  expect((await look(inner.id)).body).toMatchObject({
    rows: [{ name: 'deep.txt' }],
    way: [{ name: '项目' }, { name: '一期' }],
  });
  expect(codeOf(await look(closed.id))).toEqual([404, 'records.link.gone']);
  expect((await look(top.id, `${Date.now() + 60_000}.x`)).status).toBe(403);
  const fetched = (path: string, body: object) =>
    fetch(`${server.url}/api/share/documents/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ticket, ...body }),
    });
  expect(await (await fetched('file', { document: deep.id })).text()).toBe('deep');
  for (const document of [secret.id, beside.id]) expect((await fetched('file', { document })).status).toBe(404);
  const zip = Buffer.from(await (await fetched('archive', { folder: top.id })).arrayBuffer());
  expect([zip.includes('plan.txt'), zip.includes('一期/deep.txt'), zip.includes('secret.txt')]).toEqual([
    true,
    true,
    false,
  ]);
  await allow(null, [{ who: user, level: 'download' }]);
  expect(codeOf(await look(top.id))).toEqual([404, 'records.link.gone']);
});
