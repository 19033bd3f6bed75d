import { once } from 'node:events';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { targetFormats, type GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { v2 as webdav } from 'webdav-server';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import type { Endpoint } from '../../../platform/engine/port.ts';
import { asPerson } from '../../identity/public.ts';
import { readingSuite, weather } from '../testing/endpoint-suite.ts';
import { doubleQuoted } from './names.ts';
import { openEndpoint, openShelf } from './open.ts';
import { fileEndings } from '../tasks/file-name.ts';
import { drawTask, endOf, release, type Own } from '../testing/drawing.ts';
import { startSftpServer, type SftpServer } from '../testing/sftp-server.ts';

// Files that lie elsewhere, at servers as they are: read and written by tasks, over HTTP.

let server: TestServer;
let admin: Client;
const folder = mkdtempSync(path.join(tmpdir(), 'formwork-etl-remote-'));
const places = {
  sftp: path.join(folder, 'sftp'),
  s3: path.join(folder, 's3'),
  webdav: path.join(folder, 'webdav'),
  disk: path.join(folder, 'disk'),
};
let sftp: SftpServer;
let s3: S3rver;
let dav: Server;
const settings: Record<string, object> = {};
const secrets: Record<string, object> = {
  sftp: { password: 'pw' },
  s3: { secretKey: 'S3RVER' },
  webdav: { password: 'pw' },
  disk: {},
};
/** What the WebDAV server says of uploads, in place of taking them. */
let refusing: number | undefined;

beforeAll(async () => {
  server = await startTestServer({
    FORMWORK_OUTGOING_ALLOWED: '127.0.0.1',
    FORMWORK_ETL_FOLDERS: `plant=${places.disk}, other@elsewhere=${folder}`,
  });
  admin = await server.as('admin');
  for (const place of Object.values(places)) mkdirSync(path.join(place, 'in'), { recursive: true });

  sftp = await startSftpServer(places.sftp, { user: 'me', password: 'pw' });
  settings.sftp = { host: '127.0.0.1', port: sftp.port, user: 'me', folder: '' };

  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: places.s3,
    configureBuckets: [{ name: 'plant' }],
  });
  const at = await s3.run();
  settings.s3 = {
    endpoint: `http://127.0.0.1:${at.port}`,
    region: 'us-east-1',
    bucket: 'plant',
    accessKey: 'S3RVER',
    folder: '',
  };

  settings.disk = { place: 'plant' };

  const users = new webdav.SimpleUserManager();
  const user = users.addUser('me', 'pw', false);
  const rights = new webdav.SimplePathPrivilegeManager();
  rights.setRights(user, '/', ['all']);
  const files = new webdav.WebDAVServer({
    httpAuthentication: new webdav.HTTPBasicAuthentication(users, 'plant'),
    privilegeManager: rights,
    requireAuthentification: true,
  });
  await files.setFileSystemAsync('/dav', new webdav.PhysicalFileSystem(places.webdav));
  dav = createServer((request, response) => {
    if (refusing !== undefined && request.method === 'PUT') {
      request.resume().on('end', () => response.writeHead(refusing!).end());
      return;
    }
    files.executeRequest(request, response);
  }).listen(0, '127.0.0.1');
  await once(dav, 'listening');
  settings.webdav = { url: `http://127.0.0.1:${(dav.address() as AddressInfo).port}/dav`, auth: 'basic', user: 'me' };
});
afterAll(async () => {
  await server.stop();
  await sftp?.close();
  await s3?.close();
  dav?.closeAllConnections();
  await new Promise((resolve) => dav?.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const kinds = ['sftp', 's3', 'webdav', 'disk'] as const;
type Kind = (typeof kinds)[number];
let made = 0;
const connect = async (kind: Kind, more: object = {}, secret: object = secrets[kind]!): Promise<string> => {
  const { id } = await admin.ok(connectionsApi.create, {
    body: {
      kind,
      name: `${kind} ${(made += 1)}`,
      folder: null,
      settings: { ...settings[kind], ...more },
      secrets: secret as never,
    },
  });
  return id;
};
const tested = async (connectionId: string) => {
  const { state, code } = await admin.ok(connectionsApi.test, { params: { connectionId } });
  return code ?? state;
};

async function run(nodes: Own<GivenTaskNode>[], edges: string[], given = {}): Promise<JobDetail> {
  const id = await release(admin, 'etl_task', drawTask(nodes, edges, given));
  const started = await admin.ok(etlTasksApi.run, { params: { taskId: id }, body: {} });
  return endOf(admin, started.id);
}

async function fileAt(connection: string, name: string): Promise<Own<GivenTaskNode>> {
  return { id: 'c', kind: 'fileSource', ...(await admin.ok(etlTasksApi.file, { body: { connection, path: name } })) };
}
const target = (connection: string, format: (typeof targetFormats)[number], name: string): Own<GivenTaskNode> => ({
  id: 'p',
  kind: 'fileTarget',
  connection,
  format,
  name,
});

/** Puts a file there by the way that tasks take. */
async function put(connection: string, name: string, content: string): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([content]), 'rows.csv');
  const [file] = (await (await admin.fetch('/api/files', { method: 'POST', body })).json()) as { id: string }[];
  const source = {
    id: 'c',
    kind: 'fileSource' as const,
    ...(await admin.ok(etlTasksApi.file, { body: { file: file!.id } })),
  };
  expect(await run([source, target(connection, 'csv', name)], ['c>p'])).toMatchObject({ state: 'finished' });
}

describe.each(kinds)('%s', (kind) => {
  test('is tested with a clear reason', async () => {
    expect(await tested(await connect(kind))).toBe('works');
    if (kind === 'disk') return;
    const login = kind === 's3' ? { accessKey: 'other' } : {};
    const secret = kind === 's3' ? { secretKey: 'other' } : { password: 'other' };
    expect(await tested(await connect(kind, login, secret))).toBe('connections.test.login');
    const away = JSON.parse(JSON.stringify(settings[kind]).replaceAll('127.0.0.1', '127.0.0.2')) as object;
    expect(await tested(await connect(kind, away))).toBe('connections.test.address');
  });

  test('every format goes there and comes back, in folders too, written twice it is there once', async () => {
    const id = await connect(kind);
    await put(id, 'in/days', 'day,rain,place\n2026-01-01,4.5,Köln\n2026-01-02,0,"北京, 2"\n2026-01-03,,\n');
    expect((await admin.ok(etlTasksApi.remoteFiles, { params: { connectionId: id } })).map(({ name }) => name)).toEqual(
      ['in/days.csv'],
    );
    for (const format of targetFormats.filter((one) => one !== 'duckdb' && one !== 'sqlite')) {
      for (let again = format === 'csv' ? 2 : 1; again > 0; again -= 1) {
        const job = await run(
          [await fileAt(id, 'in/days.csv'), target(id, format, `out/{date}/days ${format}`)],
          ['c>p'],
        );
        expect(job).toMatchObject({ state: 'finished', rowsRead: 3, rowsWritten: 3, files: [] });
      }
      const ending = fileEndings[format];
      const names = (await admin.ok(etlTasksApi.remoteFiles, { params: { connectionId: id } })).map(({ name }) => name);
      const written = names.filter((name) => name.startsWith('out/') && name.endsWith(`${format}.${ending}`));
      expect(written).toHaveLength(1);
      const back = await fileAt(id, written[0]!);
      expect((back as { columns: { name: string }[] }).columns.map(({ name }) => name)).toEqual([
        'day',
        'rain',
        'place',
      ]);
      const job = await run([back, { id: 'p', kind: 'fileTarget', format: 'json', name: 'back' }], ['c>p']);
      expect(job).toMatchObject({ state: 'finished', rowsWritten: 3 });
      const rows = (await (await admin.fetch(`/api/files/${job.files[0]!.file}`)).text()).trim().split('\n');
      expect(JSON.parse(rows[1]!)).toMatchObject({ place: '北京, 2' });
    }
    const left = (await admin.ok(etlTasksApi.remoteFiles, { params: { connectionId: id } })).map(({ name }) => name);
    expect(left.filter((name) => name.includes('part'))).toEqual([]);
  });

  test.each(['duckdb', 'sqlite'] as const)('a file of %s goes there and is a table', async (format) => {
    const id = await connect(kind);
    const into = { ...target(id, format, `made/${format} rows`), rowsName: 'all "days"' } as Own<GivenTaskNode>;
    const job = await run([await fileAt(id, 'in/days.csv'), into], ['c>p']);
    expect(job).toMatchObject({ state: 'finished', rowsWritten: 3 });
    const { rows, columns } = await admin.ok(explorerApi.sample, {
      params: { source: id },
      query: { schema: '', table: `${format} rows`, limit: 5 },
    });
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['day', 'date'],
      ['rain', expect.stringMatching(/decimal|double/)],
      ['place', 'text'],
    ]);
    expect(rows.map(([day, , place]) => [day, place])).toEqual([
      ['2026-01-01', 'Köln'],
      ['2026-01-02', '北京, 2'],
      ['2026-01-03', ''],
    ]);
  });

  describe('as an endpoint', () => {
    let endpoint: Endpoint;
    beforeAll(async () => {
      const id = await connect(kind, kind === 's3' ? { folder: 'suite' } : {});
      const cells = (row: (string | null)[]) =>
        row.map((one) => (one === null ? '' : `"${one.replaceAll('"', '""')}"`));
      const lines = [weather.columns.map(({ name }) => name), ...weather.rows].map((row) => cells(row).join(','));
      const ctx = await asPerson({ platform: server.platform, spaceId: 'demo' }, admin.id, 'a test');
      const shelf = await openShelf(ctx, id, { kind: 'test', id: '1' });
      const content = Buffer.from(`${lines.join('\n')}\n`);
      const facts = { size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
      await shelf.write!('weather.csv', Readable.from([content]), facts);
      await shelf.close();
      endpoint = await openEndpoint(ctx, id, { kind: 'test', id: '1' });
    });
    afterAll(() => endpoint?.close());
    readingSuite(() => ({
      endpoint,
      table: { schema: '', name: 'weather' },
      quote: doubleQuoted,
      rows: weather.rows.map(([id, place, rain, day]) => [id!, place ?? '', rain!, day!]),
    }));
  });

  test('goes on within a file that is the same, and begins anew where it is another', async () => {
    const id = await connect(kind, kind === 's3' ? { folder: 'behind' } : {});
    const ctx = await asPerson({ platform: server.platform, spaceId: 'demo' }, admin.id, 'a test');
    const shelf = await openShelf(ctx, id, { kind: 'test', id: '1' });
    const write = async (content: string, second: number): Promise<void> => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      await shelf.write!('behind.txt', Readable.from([Buffer.from(content)]), { size: content.length, sha256 });
      if (kind !== 's3') utimesSync(path.join(places[kind], 'behind.txt'), second, second);
    };
    try {
      await write('abcdefgh', 1_000);
      const { facts, content } = await shelf.open('behind.txt');
      expect(await readText(await content())).toBe('abcdefgh');
      // this one says nothing of a file
      if (kind === 'webdav') return expect(facts).toBeUndefined();
      const behind = { ...facts!, bytes: 3 };
      const same = await shelf.open('behind.txt', behind);
      expect([same.from, await readText(await same.content())]).toEqual([3, 'defgh']);
      for (const other of ['ABCDEFGH', 'AB']) {
        await write(other, 1_000 + other.length);
        const anew = await shelf.open('behind.txt', behind);
        expect([anew.from, await readText(await anew.content())]).toEqual([0, other]);
      }
    } finally {
      await shelf.close();
    }
  });

  test('is explored as tables', async () => {
    const id = await connect(kind);
    const tables = await admin.ok(explorerApi.tables, { params: { source: id }, query: { schema: '' } });
    expect(tables.map(({ name }) => name)).toContain('days');
    const sample = await admin.ok(explorerApi.sample, {
      params: { source: id },
      query: { schema: '', table: 'days', limit: 2 },
    });
    expect(sample.rows[0]).toEqual(['2026-01-01', '4.5', 'Köln']);
  });

  test('rows that are none are kept with their line; a file that has gone is named', async () => {
    const id = await connect(kind);
    await put(id, 'in/odd', 'id,n\n1,1\n2,2\n');
    const source = await fileAt(id, 'in/odd.csv');
    await put(id, 'in/odd', 'id,n\n1,1\n2,much\n');
    const job = await run([source, { id: 'p', kind: 'fileTarget', format: 'csv', name: 'x' }], ['c>p'], {
      changedSchema: 'ignore',
    });
    expect(job).toMatchObject({ state: 'finished', rowsRejected: 1, rowsWritten: 1 });
    const gone = await admin.call(etlTasksApi.file, { body: { connection: id, path: 'in/nothing.csv' } });
    expect([gone.status, codeOf(gone)]).toEqual([422, 'connections.test.file']);
    const lost = await run([{ ...source, fileName: 'in/gone.csv' } as never, target(id, 'csv', 'y')], ['c>p']);
    expect(lost).toMatchObject({
      state: 'failed',
      error: { code: 'connections.test.file', data: { name: 'in/gone.csv' } },
    });
  });
});

test('a server without room says so, leaves nothing behind, and is gone on with', async () => {
  for (const kind of ['sftp', 'webdav'] as const) {
    const id = await connect(kind);
    const source = await fileAt(id, 'in/days.csv');
    const full = (is: boolean) => {
      sftp.full = is;
      refusing = is ? 507 : undefined;
    };
    full(true);
    const job = await run([source, target(id, 'csv', 'full')], ['c>p']);
    full(false);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'connections.test.full' }, rowsWritten: 0 });
    expect(readdirSync(places[kind]).filter((name) => name.startsWith('full'))).toEqual([]);
    await admin.ok(runsApi.rerun, { params: { runId: job.id }, body: { from: 'p' } });
    expect(await endOf(admin, job.id)).toMatchObject({ state: 'finished', rowsWritten: 3 });
    expect(readFileSync(path.join(places[kind], 'full.csv'), 'utf8').split('\n')).toHaveLength(5);
  }
});

test('another server than the one whose key was entered is refused', async () => {
  const id = await connect('sftp', { hostKey: `SHA256:${'A'.repeat(43)}` });
  expect(await tested(id)).toBe('connections.test.host_key');
});

test('a connection to one folder leads to no other', async () => {
  writeFileSync(path.join(places.sftp, 'secret.csv'), 'a\n1\n');
  const id = await connect('sftp', { folder: 'in' });
  const away = await admin.call(etlTasksApi.file, { body: { connection: id, path: '../secret.csv' } });
  expect([away.status, codeOf(away)]).toEqual([422, 'connections.test.address']);
  await run([await fileAt(id, 'days.csv'), target(id, 'csv', '../../out/x')], ['c>p']);
  expect(existsSync(path.join(places.sftp, 'in', 'out', 'x.csv'))).toBe(true);
});

test('a folder of the server leads nowhere else, and is for whom it is meant', async () => {
  const id = await connect('disk');
  writeFileSync(path.join(folder, 'secret.csv'), 'a\n1\n');
  symlinkSync(path.join(folder, 'secret.csv'), path.join(places.disk, 'link.csv'));
  symlinkSync(folder, path.join(places.disk, 'up'));
  const names = (await admin.ok(etlTasksApi.remoteFiles, { params: { connectionId: id } })).map(({ name }) => name);
  expect(names.filter((name) => /link|secret|up\//.test(name))).toEqual([]);
  for (const name of ['link.csv', 'up/secret.csv', '../secret.csv', '/etc/passwd']) {
    const away = await admin.call(etlTasksApi.file, { body: { connection: id, path: name } });
    expect([name, away.status, codeOf(away)]).toEqual([name, 422, 'connections.test.address']);
  }
  const job = await run([await fileAt(id, 'in/days.csv'), target(id, 'csv', 'up/written')], ['c>p']);
  expect(job).toMatchObject({ state: 'failed', error: { code: 'connections.test.address' } });
  expect(existsSync(path.join(folder, 'written.csv'))).toBe(false);
  expect(await tested(await connect('disk', { place: 'other' }))).toBe('connections.test.folder');
  expect(await tested(await connect('disk', { place: 'nothing' }))).toBe('connections.test.folder');
  expect(await tested(await connect('disk', { folder: 'up' }))).toBe('connections.test.address');
});

test('only administrators see what lies there', async () => {
  const id = await connect('sftp');
  const user = await server.as('user');
  expect((await user.call(etlTasksApi.remoteFiles, { params: { connectionId: id } })).status).toBe(403);
});
