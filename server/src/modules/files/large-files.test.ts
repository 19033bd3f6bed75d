import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { filesApi, partBytes, type FileView } from '@formwork/contract/files/api.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterSpace } from '../../platform/db/db.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { uniqueNames } from './archive.ts';
import { attachFiles, guardFiles } from './public.ts';
import { dropLooseFiles } from './remove.ts';

const mb = 1024 * 1024;
let server: TestServer;
let user: Client;
let clamd: TcpServer;

beforeAll(async () => {
  clamd = await playClamd();
  server = await startTestServer({
    FORMWORK_MAX_UPLOAD_MB: '20',
    FORMWORK_CLAMD: `127.0.0.1:${(clamd.address() as AddressInfo).port}`,
    FORMWORK_PREVIEW_SERVER: 'http://previews.test',
    FORMWORK_PUBLIC_URL: '',
  });
  user = await server.as('user');
  guardFiles(server.platform, 'test', (ctx, id) => ctx.user.login === id);
});
afterAll(async () => {
  await server.stop();
  clamd.close();
});

describe('uploads in parts', () => {
  const content = Buffer.alloc(2 * partBytes + 1000, 'Formwork 大文件 ');
  const begin = (client: Client, fingerprint = 'film.mp4/1') =>
    client.ok(filesApi.beginUpload, {
      body: { name: '影片.txt', size: content.length, fingerprint, purpose: 'attachment' },
    });

  test('go on where they were cut off, and become one file', async () => {
    const { id, received } = await begin(user);
    expect(received).toBe(0);
    expect((await (await part(user, id, 0, content.subarray(0, partBytes))).json()) as object).toMatchObject({
      received: partBytes,
    });
    // the browser was closed, and the same file is chosen again
    expect(await begin(user)).toMatchObject({ id, received: partBytes });
    const astray = await part(user, id, 0, content.subarray(0, partBytes));
    expect([astray.status, await astray.json()]).toMatchObject([
      409,
      { code: 'files.upload.out_of_place', data: { received: partBytes } },
    ]);
    expect((await user.call(filesApi.finishUpload, { params: { uploadId: id } })).status).toBe(409);
    await part(user, id, partBytes, content.subarray(partBytes, 2 * partBytes));
    await part(user, id, 2 * partBytes, content.subarray(2 * partBytes));
    const file = await user.ok(filesApi.finishUpload, { params: { uploadId: id } });
    expect(file).toMatchObject({ name: '影片.txt', size: content.length, type: 'text/plain' });
    expect(Buffer.from(await (await user.fetch(`/api/files/${file.id}`)).arrayBuffer()).equals(content)).toBe(true);
    expect((await user.call(filesApi.finishUpload, { params: { uploadId: id } })).status).toBe(404);
  });

  test("are their uploader's alone, no larger than announced or allowed, and given up by a word or by the clock", async () => {
    const { id } = await begin(user, 'second');
    const other = await server.as('user2');
    expect((await part(other, id, 0, Buffer.from('x'))).status).toBe(404);
    expect((await other.call(filesApi.dropUpload, { params: { uploadId: id } })).status).toBe(404);
    expect(
      (await (await server.as('other-user')).call(filesApi.finishUpload, { params: { uploadId: id } })).status,
    ).toBe(404);
    expect(
      (
        await user.call(filesApi.beginUpload, {
          body: { name: 'a', size: 21 * mb, fingerprint: 'x', purpose: 'attachment' },
        })
      ).status,
    ).toBe(413);
    const small = await user.ok(filesApi.beginUpload, {
      body: { name: 'a', size: 3, fingerprint: 'small', purpose: 'attachment' },
    });
    expect((await part(user, small.id, 0, Buffer.from('four'))).status).toBe(409);
    await part(user, small.id, 0, Buffer.from('ab'));
    await user.ok(filesApi.dropUpload, { params: { uploadId: small.id } });
    expect((await part(user, small.id, 2, Buffer.from('c'))).status).toBe(404);

    await part(user, id, 0, content.subarray(0, 100));
    await inDemo((tx) =>
      tx
        .updateTable('files.upload')
        .set({ touched_at: new Date(Date.now() - 3 * 86_400_000) })
        .where('id', '=', id)
        .execute(),
    );
    await dropLooseFiles.run(server.platform);
    expect(
      await inDemo((tx) => tx.selectFrom('files.upload_part').select('at').where('upload_id', '=', id).execute()),
    ).toEqual([]);
    expect((await user.call(filesApi.finishUpload, { params: { uploadId: id } })).status).toBe(404);
  });
});

describe('a virus scanner', () => {
  test('has infected files refused in words, whichever way they come', async () => {
    const infected = Buffer.from('some text with X5O!P%@AP-TEST in it');
    const form = new FormData();
    form.append('file', new File([infected], 'rechnung.txt'));
    const response = await user.fetch('/api/files', { method: 'POST', body: form });
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code: 'files.file.infected', data: { virus: 'Eicar-Test-Signature' } },
    ]);
    const { id } = await user.ok(filesApi.beginUpload, {
      body: { name: 'a.txt', size: infected.length, fingerprint: 'infected', purpose: 'attachment' },
    });
    await part(user, id, 0, infected);
    expect(await user.call(filesApi.finishUpload, { params: { uploadId: id } })).toMatchObject({
      status: 422,
      body: { code: 'files.file.infected' },
    });
    const sheet = new FormData();
    sheet.append('file', new File([infected], 'people.csv'));
    const read = await (await server.as('admin')).fetch('/api/records/sheets', { method: 'POST', body: sheet });
    expect([read.status, await read.json()]).toMatchObject([422, { code: 'files.file.infected' }]);
  });

  test('that cannot be asked lets nothing in', async () => {
    const form = new FormData();
    form.append('file', new File(['BREAK OFF'], 'a.txt'));
    const response = await user.fetch('/api/files', { method: 'POST', body: form });
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'files.file.not_scanned' }]);
  });

  test.each([
    ['takes', 12 * mb],
    ['looks through', 1000],
  ])('that %s less than the file has is not said to be out of order', async (_limit, size) => {
    const form = new FormData();
    form.append('file', new File([Buffer.alloc(size, size > mb ? 'large ' : 'NESTED TOO DEEP ')], 'a.bin'));
    const response = await user.fetch('/api/files', { method: 'POST', body: form });
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'files.file.too_large_to_scan' }]);
  });
});

describe('small pictures', () => {
  test('are made once, keep the shape, and are for whoever may see the picture', async () => {
    const large = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#3366cc' } })
      .png()
      .toBuffer();
    const [picture, text] = [await upload(user, 'a.png', large), await upload(user, 'b.txt', Buffer.from('text'))];
    const get = (client: Client, id: string, edge = 320) => client.fetch(`/api/files/${id}/thumbnail?edge=${edge}`);
    const responses = await Promise.all([get(user, picture.id), get(user, picture.id)]);
    for (const response of responses) {
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([width, height]).toEqual([320, 160]);
    }
    const rows = await inDemo((tx) =>
      tx.selectFrom('files.thumbnail').select('edge').where('file_id', '=', picture.id).execute(),
    );
    expect(rows).toEqual([{ edge: 320 }]);
    expect((await get(user, text.id)).status).toBe(404);
    expect((await get(user, picture.id, 7)).status).toBe(422);
    expect((await get(await server.as('user2'), picture.id)).status).toBe(404);
    expect((await get(await server.as('other-user'), picture.id)).status).toBe(404);
    await user.ok(filesApi.remove, { params: { fileId: picture.id } });
    expect(await inDemo((tx) => tx.selectFrom('files.thumbnail').select('edge').execute())).toEqual([]);
  });
});

describe('an archive', () => {
  test('holds what the person may see, each under a name of its own', async () => {
    const files = [
      await upload(user, '报告.txt', Buffer.from('one')),
      await upload(user, '报告.txt', Buffer.from('two')),
      await upload(user, 'theirs.txt', Buffer.from('three')),
    ];
    await attachFiles(server.platform, 'demo', user.id, [files[2]!.id], { kind: 'test', id: 'user2' });
    const response = await user.fetch(
      `/api/files/archive?ids=${files.map(({ id }) => id).join()}&name=${encodeURIComponent('点检')}`,
    );
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('点检.zip'));
    const zip = Buffer.from(await response.arrayBuffer()).toString('utf8');
    expect(['报告.txt', '报告 (2).txt', 'theirs.txt'].map((name) => zip.includes(name))).toEqual([true, true, false]);
    expect((await (await server.as('other-user')).fetch(`/api/files/archive?ids=${files[0]!.id}`)).status).toBe(404);
    expect((await user.fetch('/api/files/archive?ids=../x')).status).toBe(422);
  });

  test('tells names apart whatever their case', () => {
    expect(uniqueNames(['a.TXT', 'A.txt', 'a (2).txt', 'b', 'b'])).toEqual([
      'a.TXT',
      'A (2).txt',
      'a (2) (2).txt',
      'b',
      'b (2)',
    ]);
  });
});

describe('a preview ticket', () => {
  test('shows one file to anyone for minutes, and nothing when it is changed', async () => {
    const file = await upload(user, '图 纸.txt', Buffer.from('0123456789'));
    const { ticket, external } = await user.ok(filesApi.makeTicket, { params: { fileId: file.id } });
    const facts = await server.visitor.ok(filesApi.viewByTicket, { params: { ticket } });
    expect(facts).toMatchObject({ name: '图 纸.txt', size: 10 });
    const content = (one: string) =>
      server.visitor.fetch(`/api/files/tickets/${one}/content`, { headers: { range: 'bytes=2-4' } });
    const response = await content(ticket);
    expect([response.status, await response.text()]).toEqual([206, '234']);
    expect(external).toContain('http://previews.test:8012/onlinePreview?url=');
    const asked = Buffer.from(new URL(external!).searchParams.get('url')!, 'base64').toString();
    expect(new URL(asked).searchParams.get('fullfilename')).toBe('图 纸.txt');

    const [claim, signature] = ticket.split('.');
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claim!, 'base64url').toString()), until: Date.now() + 1e9 }),
    ).toString('base64url');
    expect((await content(`${forged}.${signature}`)).status).toBe(410);
    expect((await (await server.as('user2')).call(filesApi.makeTicket, { params: { fileId: file.id } })).status).toBe(
      404,
    );
    expect((await (await server.as('user2')).call(filesApi.view, { params: { fileId: file.id } })).status).toBe(404);
    expect(await user.ok(filesApi.view, { params: { fileId: file.id } })).toMatchObject({
      id: file.id,
      type: 'text/plain',
    });
  });
});

async function upload(client: Client, name: string, content: Buffer): Promise<FileView> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(content)], name));
  const response = await client.fetch('/api/files', { method: 'POST', body: form });
  expect(response.status).toBe(200);
  return ((await response.json()) as FileView[])[0]!;
}

function part(client: Client, uploadId: string, at: number, content: Buffer): Promise<Response> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(content)], 'part'));
  return client.fetch(`/api/files/uploads/${uploadId}/parts/${at}`, { method: 'PUT', body: form });
}

function inDemo<T>(
  act: (
    tx: Parameters<Parameters<ReturnType<TestServer['platform']['control']['transaction']>['execute']>[0]>[0],
  ) => Promise<T>,
): Promise<T> {
  return server.platform.control.transaction().execute(async (tx) => {
    await enterSpace(tx, 'demo');
    return act(tx);
  });
}

/** Bytes the played scanner takes of one stream. */
const streamMaxLength = 10 * mb;

/** A scanner that speaks clamd's protocol: finds its test text, breaks off when it is told to, and hangs up on what is larger than it takes. */
async function playClamd(): Promise<TcpServer> {
  const scanner = createServer((socket) => {
    const pieces: Buffer[] = [];
    socket.on('error', () => {});
    let taken = 0;
    socket.on('data', (bytes: Buffer) => {
      pieces.push(bytes);
      taken += bytes.length;
      if (taken > streamMaxLength) {
        // as clamd does: the answer, and the line is closed with content still on its way
        socket.pause();
        socket.write('INSTREAM size limit exceeded. ERROR\0', () => socket.destroy());
        return;
      }
      if (!bytes.subarray(-4).equals(Buffer.alloc(4))) return;
      const received = Buffer.concat(pieces);
      const chunks: Buffer[] = [];
      for (let at = 'zINSTREAM\0'.length; at + 4 <= received.length;) {
        const length = received.readUInt32BE(at);
        if (length === 0) {
          const content = Buffer.concat(chunks);
          if (content.includes('BREAK OFF')) return socket.destroy();
          if (content.includes('NESTED TOO DEEP'))
            return socket.end('stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0');
          return socket.end(content.includes('X5O!P%@AP') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
        }
        chunks.push(received.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  return new Promise((ready) => {
    scanner.listen(0, '127.0.0.1', () => ready(scanner));
  });
}
