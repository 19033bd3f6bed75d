import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { filesApi, type FileView } from '@formwork/contract/files/api.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { attachFiles, guardFiles } from './public.ts';
import { dropLooseFiles } from './remove.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
const mb = 1024 * 1024;

// contents are counted here: those of other tests lie elsewhere
const folder = mkdtempSync(path.join(inject('testFolder'), 'own-files-'));

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_DATA: folder, FORMWORK_MAX_UPLOAD_MB: '2' });
  user = await server.as('user');
  guardFiles(server.platform, 'test', (ctx, id) => id === 'open' || ctx.user.login === id);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('uploads', () => {
  test('keep name and content, and are typed by what is in them', async () => {
    const files = await upload(user, [
      ['图片 “一”.txt', png],
      ['表.png', Buffer.from('a,b\n1,2\n3,4\n')],
      ['..\\..\\evil/页.html.txt', Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
    ]);
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['图片 “一”.txt', 'image/png', png.length],
      ['表.png', 'text/csv', 12],
      ['页.html.txt', 'text/html', 40],
    ]);
    const response = await user.fetch(`/api/files/${files[0]!.id}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="__ ___.txt"; filename*=UTF-8''${encodeURIComponent('图片 “一”.txt')}`,
    );
    expect(response.headers.get('etag')).toBe(`"${createHash('sha256').update(png).digest('hex')}"`);
  });

  test('are shown in place only when they cannot run anything', async () => {
    const [image, document, page] = await upload(user, [
      ['a.png', png],
      ['b.pdf', pdf],
      ['c.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ]);
    const shown = async (file: FileView) =>
      (await user.fetch(`/api/files/${file.id}?inline`)).headers.get('content-disposition')!.split(';')[0];
    expect(await Promise.all([image!, document!, page!].map(shown))).toEqual(['inline', 'inline', 'attachment']);
    expect((await user.fetch(`/api/files/${image!.id}`)).headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('are refused as a whole: too many, too large, without a name, none', async () => {
    const before = stored();
    const small: [string, Buffer] = ['klein.txt', Buffer.from('x')];
    const refusals = await Promise.all([
      post(user, [small, small, small, small, small, small]),
      post(user, [small, ['groß.bin', Buffer.alloc(2 * mb + 1)]]),
      post(user, [['\u202e ', Buffer.from('x')]]),
      post(user, []),
      user.fetch('/api/files', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
      user.fetch('/api/files', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: '--x\r\ncontent-disposition: form-data; name="a"; filename="a.txt"\r\n\r\nhalf',
      }),
    ]);
    const codes = await Promise.all(
      refusals.map(async (response) => [response.status, ((await response.json()) as { code: string }).code]),
    );
    expect(codes).toEqual([
      [422, 'files.file.too_many'],
      [413, 'files.file.too_large'],
      [422, 'files.file.empty_name'],
      [422, 'files.file.none'],
      [400, 'platform.bad_body'],
      [400, 'platform.bad_body'],
    ]);
    // what had arrived of a body goes a moment after its refusal
    await expect.poll(stored).toBe(before);
  });

  test('of the largest size come back byte by byte', async () => {
    const large = Buffer.alloc(2 * mb, 'Formwork ');
    const [file] = await upload(user, [['groß.bin', large]]);
    expect(Buffer.from(await (await user.fetch(`/api/files/${file!.id}`)).arrayBuffer()).equals(large)).toBe(true);
  });
});

describe('downloads', () => {
  test('come in ranges, once, and not at all when unchanged', async () => {
    const [file] = await upload(user, [['a.txt', Buffer.from('0123456789'.repeat(1_000))]]);
    const get = (headers: Record<string, string>, method = 'GET') =>
      user.fetch(`/api/files/${file!.id}`, { method, headers });
    const etag = (await get({})).headers.get('etag')!;
    const cases: [Record<string, string>, number, string | null, string][] = [
      [{ range: 'bytes=0-3' }, 206, 'bytes 0-3/10000', '0123'],
      [{ range: 'bytes=9998-' }, 206, 'bytes 9998-9999/10000', '89'],
      [{ range: 'bytes=-3' }, 206, 'bytes 9997-9999/10000', '789'],
      [{ range: 'bytes=9999-20000' }, 206, 'bytes 9999-9999/10000', '9'],
      [{ range: 'bytes=0-1', 'if-range': etag }, 206, 'bytes 0-1/10000', '01'],
      [{ range: 'bytes=10000-' }, 416, 'bytes */10000', ''],
      [{ 'if-none-match': etag }, 304, null, ''],
    ];
    for (const [headers, status, contentRange, body] of cases) {
      const response = await get(headers);
      expect(
        [response.status, response.headers.get('content-range'), await response.text()],
        JSON.stringify(headers),
      ).toEqual([status, contentRange, body]);
    }
    for (const headers of [
      { range: 'bytes=0-1,3-4' },
      { range: 'lines=1-2' },
      { range: 'bytes=5-2' },
      { range: 'bytes=0-1', 'if-range': '"older"' },
    ]) {
      const response = await get(headers as Record<string, string>);
      expect([response.status, (await response.text()).length]).toEqual([200, 10_000]);
    }
    const whole = await get({ 'accept-encoding': 'gzip' });
    expect([whole.headers.get('content-encoding'), whole.headers.get('content-length')]).toEqual([null, '10000']);
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10000']);
  });

  test('are for the uploader until the file is attached, then for whoever sees the thing', async () => {
    const [mine, theirs] = await upload(user, [
      ['a.txt', Buffer.from('a')],
      ['b.txt', Buffer.from('b')],
    ]);
    const user2 = await server.as('user2');
    const admin = await server.as('admin');
    const other = await server.as('other-user');
    const status = async (client: Client, file: FileView) =>
      (await client.call(filesApi.open, { params: { fileId: file.id } })).status;
    expect(
      await Promise.all([user, user2, admin, other, server.visitor].map((client) => status(client, mine!))),
    ).toEqual([200, 404, 404, 404, 401]);

    const attach = (client: Client, file: FileView, id: string) =>
      attachFiles(server.platform, 'demo', client.id, [file.id], { kind: 'test', id });
    expect(await attach(user2, mine!, 'user2')).toEqual([mine!.id]);
    expect(await attach(user, mine!, 'user2')).toEqual([]);
    expect(await attach(user, mine!, 'user2')).toEqual([]);
    expect(await attach(user, mine!, 'open')).toEqual([mine!.id]);
    expect(await attach(user, theirs!, 'open')).toEqual([]);
    expect(await Promise.all([user, user2, admin].map((client) => status(client, mine!)))).toEqual([404, 200, 404]);
    expect(await Promise.all([user, user2, admin, other].map((client) => status(client, theirs!)))).toEqual([
      200, 200, 200, 404,
    ]);

    const removal = await user.call(filesApi.remove, { params: { fileId: theirs!.id } });
    expect([removal.status, removal.body]).toMatchObject([409, { code: 'files.file.attached' }]);
  });

  test('in an enterprise are made by those who work in it', async () => {
    const root = await server.as('root');
    expect((await root.call(filesApi.open, { params: { fileId: crypto.randomUUID() } })).status).toBe(404);
    expect((await post(root, [['a.txt', Buffer.from('a')]])).status).toBe(403);
  });
});

describe('removal', () => {
  test('is for the uploader, and takes the content along', async () => {
    const before = stored();
    const [file] = await upload(user, [['a.txt', Buffer.from('a')]]);
    expect(stored()).toBe(before + 1);
    const params = { fileId: file!.id };
    for (const login of ['user2', 'admin', 'other-user'])
      expect((await (await server.as(login)).call(filesApi.remove, { params })).status).toBe(404);
    await user.ok(filesApi.remove, { params });
    expect(stored()).toBe(before);
    expect((await user.call(filesApi.open, { params })).status).toBe(404);
    expect((await user.call(filesApi.remove, { params })).status).toBe(404);
  });

  test('of uploads that nobody attached happens by the clock', async () => {
    const [old, fresh, kept] = await upload(user, [
      ['old.txt', Buffer.from('a')],
      ['fresh.txt', Buffer.from('b')],
      ['kept.txt', Buffer.from('c')],
    ]);
    await attachFiles(server.platform, 'demo', user.id, [kept!.id], { kind: 'test', id: 'open' });
    await server.platform.control.transaction().execute(async (tx) => {
      const { enterSpace } = await import('../../platform/db/db.ts');
      await enterSpace(tx, 'demo');
      await tx
        .updateTable('files.file')
        .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
        .where('id', 'in', [old!.id, kept!.id])
        .execute();
    });
    const before = stored();
    await dropLooseFiles.run(server.platform);
    expect(stored()).toBe(before - 1);
    const status = async (file: FileView) => (await user.call(filesApi.open, { params: { fileId: file.id } })).status;
    expect(await Promise.all([old!, fresh!, kept!].map(status))).toEqual([404, 200, 200]);
  });
});

function post(client: Client, files: [string, Buffer][]): Promise<Response> {
  const form = new FormData();
  form.append('note', 'not a file');
  for (const [name, content] of files)
    form.append('files', new File([new Uint8Array(content)], name, { type: 'application/x-whatever' }));
  return client.fetch('/api/files', { method: 'POST', body: form });
}

async function upload(client: Client, files: [string, Buffer][]): Promise<FileView[]> {
  const response = await post(client, files);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as FileView[];
}

/** Contents in the store, the ones on their way in included. */
function stored(): number {
  const root = path.join(server.platform.config.dataDir, 'files');
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}
