import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { documentsApi } from '@formwork/contract/documents/api.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import {
  emptyApi,
  fileOperations,
  newOperation,
  type FilePlace,
  type GatewayApi,
} from '@formwork/contract/gateway/definition.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { until } from '../../gateway/testing/stand.ts';
import { drawTask, endOf, release } from '../etl/testing/drawing.ts';
import { refresh } from './snapshots.ts';

// Files as APIs: what lies on the platform goes out as it is, by tag and range, with the rights of the person the API names.

const text = 'id,name\n1,阀门\n2,泵\n';
const tagOf = (content: string | Buffer) => `"${createHash('sha256').update(content).digest('hex')}"`;

async function upload(who: Client, name: string, content: string | Buffer): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return ((await (await who.fetch('/api/files', { method: 'POST', body })).json()) as [{ id: string }])[0].id;
}

describe.each(['net', 'http'] as const)('files, in the loop %s', (loop) => {
  let server: TestServer;
  let admin: Client;
  let user: Client;

  beforeAll(async () => {
    server = await startTestServer({ FORMWORK_GATEWAY_LOOP: loop, FORMWORK_LOG_LEVEL: 'silent' });
    [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
  });
  afterAll(() => server.stop());

  let made = 0;
  async function drafted(place: FilePlace, change: Partial<GatewayApi> = {}) {
    const id = randomUUID();
    const basePath = `/f${(made += 1)}`;
    const draft: GatewayApi = {
      ...emptyApi(),
      basePath,
      security: { open: true, ways: [], subscription: false },
      source: { is: 'file', place, inline: false, person: admin.id },
      operations: fileOperations(place.of),
      ...change,
    };
    await admin.ok(definitionsApi.create, {
      params: { kind: 'gateway_api' },
      body: { commandId: id, name: { zh: basePath }, draft },
    });
    const released = await admin.call(definitionsApi.release, {
      params: { kind: 'gateway_api', id },
      body: { version: 1 },
    });
    return { id, released, at: `${server.url}/gateway/demo${basePath}` };
  }
  async function served(place: FilePlace, change: Partial<GatewayApi> = {}): Promise<string> {
    const { id, released, at } = await drafted(place, change);
    expect([released.status, released.body]).toMatchObject([200, {}]);
    await admin.ok(gatewayApi.putLive, {
      params: { apiId: id, environment: mainEnvironment },
      body: { number: 1, state: 'live', sunset: null },
    });
    await refresh(server.platform, server.spaceId);
    for (let looks = 0; looks < 2; looks += 1) await server.gateway!.look();
    return at;
  }
  const file = (id: string): FilePlace => ({ of: 'file', file: id, name: '' });

  test('a file goes out with its facts, and again only where it changed', async () => {
    const at = await served(file(await upload(admin, '物料.csv', text)));
    const whole = await fetch(at);
    expect([whole.status, await whole.text()]).toEqual([200, text]);
    const { headers } = whole;
    expect(Object.fromEntries(headers)).toMatchObject({
      etag: tagOf(text),
      'content-type': 'text/csv',
      'content-length': String(Buffer.byteLength(text)),
      'accept-ranges': 'bytes',
      'content-disposition': expect.stringContaining(`filename*=UTF-8''${encodeURIComponent('物料.csv')}`),
      'x-content-type-options': 'nosniff',
    });
    const modified = headers.get('last-modified')!;
    expect(Number.isNaN(Date.parse(modified))).toBe(false);
    const told = async (given: Record<string, string>) => {
      const answer = await fetch(at, { headers: given });
      return [answer.status, await answer.text()];
    };
    expect(await told({ 'if-none-match': `"x", W/${tagOf(text)}` })).toEqual([304, '']);
    expect(await told({ 'if-modified-since': modified })).toEqual([304, '']);
    // what names a tag is not asked for its time
    expect(await told({ 'if-none-match': '"other"', 'if-modified-since': modified })).toEqual([200, text]);
    expect((await told({ 'if-match': '"other"' }))[0]).toBe(412);
    expect((await told({ 'if-match': tagOf(text) }))[0]).toBe(200);
  });

  test('one range is answered, several are refused, and a head has no body', async () => {
    const bytes = Buffer.from(text);
    const at = await served(file(await upload(admin, 'a.bin.csv', bytes)));
    const ranged = async (range: string, more: Record<string, string> = {}) => {
      const answer = await fetch(at, { headers: { range, ...more } });
      return [
        answer.status,
        answer.headers.get('content-range'),
        Buffer.from(await answer.arrayBuffer()).toString('hex'),
      ];
    };
    const size = bytes.length;
    const hex = (from: number, to?: number) => bytes.subarray(from, to).toString('hex');
    expect(await ranged('bytes=2-5')).toEqual([206, `bytes 2-5/${size}`, hex(2, 6)]);
    expect(await ranged('bytes=-4')).toEqual([206, `bytes ${size - 4}-${size - 1}/${size}`, hex(-4)]);
    expect(await ranged('bytes=3-', { 'if-range': tagOf(bytes) })).toEqual([
      206,
      `bytes 3-${size - 1}/${size}`,
      hex(3),
    ]);
    expect(await ranged('bytes=3-', { 'if-range': '"old"' })).toEqual([200, null, hex(0)]);
    expect((await ranged('bytes=900-')).slice(0, 2)).toEqual([416, `bytes */${size}`]);
    expect((await ranged('bytes=0-1,4-5')).slice(0, 2)).toEqual([416, `bytes */${size}`]);
    // two on one connection: what is no body is not read as the next answer
    const { hostname, port } = new URL(server.url);
    const heard = await new Promise<string>((resolve) => {
      let all = '';
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('data', (part: Buffer) => (all += part.toString('latin1')));
      socket.on('close', () => resolve(all));
      const { pathname } = new URL(at);
      for (const [method, close] of [
        ['HEAD', ''],
        ['GET', 'connection: close\r\n'],
      ] as const)
        socket.write(`${method} ${pathname} HTTP/1.1\r\nhost: x\r\n${close}\r\n`);
    });
    const answers = heard.split(/(?=HTTP\/1\.1 )/);
    expect(answers.map((one) => /^HTTP\/1\.1 (\d+)/.exec(one)?.[1])).toEqual(['200', '200']);
    expect(answers[0]).toMatch(new RegExp(`content-length: ${size}\\r\\n`, 'i'));
    expect(answers[0]!.endsWith('\r\n\r\n')).toBe(true);
  });

  test('a large file goes at the pace of whoever reads it, past a cache that it does not fit into', async () => {
    const large = Buffer.alloc(24 * 1024 * 1024, 'formwork ');
    const at = await served(file(await upload(admin, 'large.txt', large)), { cache: { seconds: 60, vary: [] } });
    const sum = createHash('sha256');
    const before = process.memoryUsage().rss;
    let most = before;
    await new Promise<void>((resolve, reject) => {
      request(at, (response) => {
        response.on('data', (part: Buffer) => {
          sum.update(part);
          most = Math.max(most, process.memoryUsage().rss);
          response.pause();
          setImmediate(() => response.resume());
        });
        response.on('end', resolve);
        response.on('error', reject);
      }).end();
    });
    expect(`"${sum.digest('hex')}"`).toBe(tagOf(large));
    expect((await fetch(at, { method: 'HEAD' })).headers.get('content-length')).toBe(String(large.length));
  });

  test('documents: a version that is pinned stays, the newest turns, and a folder gives what lies in it', async () => {
    const { id: app } = await admin.ok(formsApi.createApp, { body: { title: { zh: '图纸' }, kind: 'files' } });
    const add = async (folder: string | null, name: string, content: string) =>
      (
        await admin.ok(documentsApi.add, {
          params: { appId: app },
          body: { folder, files: [await upload(admin, name, content)] },
        })
      ).nodes[0]!;
    const top = await admin.ok(documentsApi.createFolder, {
      params: { appId: app },
      body: { folder: null, name: '图' },
    });
    const sub = await admin.ok(documentsApi.createFolder, {
      params: { appId: app },
      body: { folder: top.id, name: 'v1' },
    });
    const { id: node } = await add(top.id, 'a.txt', 'first');
    await add(sub.id, 'b.txt', 'below');
    const pinned = await served({ of: 'document', app, node, name: '', version: 1 });
    const newest = await served({ of: 'document', app, node, name: '', version: null });
    const folder = await served(
      { of: 'folder', app, folder: top.id, name: '' },
      {
        operations: [...fileOperations('folder'), newOperation('deep', { path: '/in/{folder}/{name}', action: 'get' })],
      },
    );
    const of = async (at: string) => {
      const answer = await fetch(at);
      return [answer.status, await answer.text()];
    };
    expect([await of(pinned), await of(newest)]).toEqual([
      [200, 'first'],
      [200, 'first'],
    ]);
    await add(top.id, 'a.txt', 'second');
    expect([await of(pinned), await of(newest), await of(`${folder}/a.txt`)]).toEqual([
      [200, 'first'],
      [200, 'second'],
      [200, 'second'],
    ]);
    expect(await of(`${folder}/in/v1/b.txt`)).toEqual([200, 'below']);
    for (const path of ['b.txt', 'v1', 'in/v2/b.txt', 'in/v1/a.txt'])
      expect((await of(`${folder}/${path}`))[0]).toBe(404);
    const listed = (await (await fetch(`${folder}/?limit=1`)).json()) as { files: object[]; next: string };
    expect(listed.files).toMatchObject([{ kind: 'folder', name: 'v1' }]);
    const rest = (await (await fetch(`${folder}/?cursor=${encodeURIComponent(listed.next)}`)).json()) as object;
    expect(rest).toMatchObject({ files: [{ kind: 'document', name: 'a.txt', size: 6, version: 2 }], next: null });
    // with the rights of the person it names, who sees none of it
    const others = await served(
      { of: 'document', app, node, name: '', version: null },
      {
        source: {
          is: 'file',
          place: { of: 'document', app, node, name: '', version: null },
          inline: false,
          person: user.id,
        },
      },
    );
    expect((await of(others))[0]).toBe(404);
  });

  test("a task's output is the one of its last finished run", async () => {
    const csv = await upload(admin, 'in.csv', 'code\na\nb\n');
    const node = await admin.ok(etlTasksApi.file, { body: { file: csv } });
    const source = { ...node, id: 'c', kind: 'fileSource' as const };
    const task = await release(
      admin,
      'etl_task',
      drawTask([source, { id: 'p', kind: 'fileTarget', format: 'csv', name: 'rows' }], ['c>p']),
    );
    const at = await served({ of: 'output', task, node: 'p' });
    expect((await fetch(at)).status).toBe(404);
    const run = async () => {
      const { id } = await admin.ok(etlTasksApi.run, { params: { taskId: task }, body: {} });
      return endOf(admin, id);
    };
    expect((await run()).state).toBe('finished');
    const first = await fetch(at);
    expect([first.status, first.headers.get('content-type'), (await first.text()).split(/\r?\n/)[0]]).toEqual([
      200,
      'text/csv',
      'code',
    ]);
    const modified = first.headers.get('last-modified')!;
    await until(() => Date.now() > Date.parse(modified) + 1_000);
    await run();
    expect((await fetch(at)).headers.get('last-modified')).not.toBe(modified);
    // what an API answers from is not taken away from it
    const gone = await admin.call(definitionsApi.archive, { params: { kind: 'etl_task', id: task }, body: {} });
    expect(gone.status).toBe(409);
  });

  test('nobody releases what they may not have themselves, nor what would go out unmasked', async () => {
    const theirs = file(await upload(user, 'own.txt', 'own'));
    const refused = await drafted(theirs);
    expect([codeOf(refused.released), JSON.stringify(refused.released.body)]).toEqual([
      'definitions.release.problems',
      expect.stringContaining('gateway.problem.file_unread'),
    ]);
    const own = file(await upload(admin, 'own.txt', 'own'));
    for (const change of [
      { maskFrom: 'personal' as const },
      { operations: [newOperation('p', { method: 'POST' as const, path: '/' })] },
      { source: { is: 'file' as const, place: file(randomUUID()), inline: false, person: null } },
    ])
      expect(codeOf((await drafted(own, change)).released)).toBe('definitions.release.problems');
  });

  test('without a database what is kept goes on, and the rest is refused in words', async () => {
    const kept = await served(file(await upload(admin, 'kept.csv', text)), { cache: { seconds: 600, vary: [] } });
    const asked = await served(file(await upload(admin, 'asked.csv', text)));
    expect([(await fetch(kept)).status, (await fetch(asked)).status]).toEqual([200, 200]);
    const { pathname } = new URL(server.databaseUrl);
    const root = new pg.Client({ connectionString: server.databaseUrl.replace(pathname, '/postgres') });
    await root.connect();
    const name = pathname.slice(1);
    const most = (count: number) => root.query(`alter database ${name} connection limit ${count}`);
    try {
      await most(0);
      await server.platform.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
      );
      await server.platform.pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
      await until(async () => (await fetch(asked)).status !== 200);
      const refused = await fetch(asked, { headers: { 'accept-language': 'en' } });
      expect([refused.status, await refused.json()]).toMatchObject([
        503,
        { code: 'source_away', message: 'The source is not available.' },
      ]);
      const still = await fetch(kept);
      expect([still.status, await still.text(), still.headers.get('x-cache')]).toEqual([200, text, 'hit']);
      expect((await fetch(kept, { headers: { 'if-none-match': tagOf(text) } })).status).toBe(304);
    } finally {
      await most(-1);
      await root.end();
    }
    await until(async () => (await fetch(asked)).status === 200);
  });
});
