import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { v2 as webdav } from 'webdav-server';
import { spaceQuery, spaceSchema } from '../../../../platform/db/space-data.ts';
import { FileMissing } from '../../../../platform/files/files.ts';
import { ctxOf } from '../../../../testing/ctx-of.ts';
import { startTestServer, type Client, type TestServer } from '../../../../testing/server.ts';
import { startWorker } from '../../../../testing/worker.ts';
import { openShelf } from '../../endpoints/open.ts';
import { drawTask, endOf, release, text, type Own } from '../../testing/drawing.ts';
import { startGate, type Gate } from '../../testing/gate.ts';
import { startSftpServer, type SftpServer } from '../../testing/sftp-server.ts';
import type { KeptFile } from './kept-sources.ts';

// Large files that lie elsewhere, and processes that are killed while they come. What their servers send is counted.

const partBytes = 2 ** 20;
const rows = 24_000;
const patienceMs = 120_000;
const kinds = ['s3', 'sftp', 'webdav', 'rest'] as const;
type Kind = (typeof kinds)[number];

let server: TestServer;
let admin: Client;
const children: ChildProcess[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'formwork-etl-fetched-'));
const places = { s3: path.join(folder, 's3'), sftp: path.join(folder, 'sftp'), webdav: path.join(folder, 'webdav') };
const gates = {} as Record<Kind, Gate>;
const connections = {} as Record<Kind, string>;
let [sftp, s3, dav, http]: [SftpServer?, S3rver?, Server?, Server?] = [];
/** What the HTTP server has, and whether it answers parts of it. */
const answered = { lines: '', ranges: true };

/** The server has none: the processes that are killed do the work. */
let worker: ChildProcess;
const newWorker = async (): Promise<void> => {
  worker = await startWorker(server, children);
};

beforeAll(async () => {
  process.env.FORMWORK_ETL_PART_MB = '1';
  server = await startTestServer({ FORMWORK_ROLE: 'web', FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  await newWorker();
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true });

  sftp = await startSftpServer(places.sftp, { user: 'me', password: 'pw' });
  const bucket = { configureBuckets: [{ name: 'plant' }], directory: places.s3 };
  s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, ...bucket });
  const { port } = await s3.run();
  dav = await startWebdav();
  http = createServer((request, response) => {
    const tag = `"${createHash('sha256').update(answered.lines).digest('hex')}"`;
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const [last] = /\d+$/.exec(request.headers.range ?? '') ?? [];
    const content = Buffer.from(answered.lines);
    const isPart = answered.ranges && request.headers.range !== undefined && request.headers['if-range'] === tag;
    const part = isPart ? content.subarray(from, last === undefined ? undefined : Number(last) + 1) : content;
    response.writeHead(isPart ? 206 : 200, {
      etag: tag,
      'content-length': part.length,
      ...(isPart && { 'content-range': `bytes ${from}-${from + part.length - 1}/${content.length}` }),
    });
    response.end(part);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');

  gates.sftp = await startGate(sftp.port);
  gates.s3 = await startGate(port);
  gates.webdav = await startGate((dav.address() as AddressInfo).port);
  gates.rest = await startGate((http.address() as AddressInfo).port);
  const at = (kind: Kind) => `http://127.0.0.1:${gates[kind].port}`;
  const settings = {
    sftp: { host: '127.0.0.1', port: gates.sftp.port, user: 'me', folder: '' },
    s3: { endpoint: at('s3'), region: 'us-east-1', bucket: 'plant', accessKey: 'S3RVER', folder: '' },
    webdav: { url: `${at('webdav')}/dav`, auth: 'basic', user: 'me' },
    rest: { url: at('rest'), auth: 'none', format: 'lines' },
  };
  for (const kind of kinds) {
    const secrets = kind === 's3' ? { secretKey: 'S3RVER' } : kind === 'rest' ? {} : { password: 'pw' };
    const body = { kind, name: kind, folder: null, settings: settings[kind] as never, secrets: secrets as never };
    connections[kind] = (await admin.ok(connectionsApi.create, { body })).id;
  }
});
afterAll(async () => {
  delete process.env.FORMWORK_ETL_PART_MB;
  for (const child of children) child.kill('SIGKILL');
  await server.stop();
  for (const gate of Object.values(gates)) await gate.close();
  await sftp?.close();
  await s3?.close();
  for (const one of [dav, http]) {
    one?.closeAllConnections();
    one?.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

/** As servers do, it says of a file which one it is. */
async function startWebdav(): Promise<Server> {
  const users = new webdav.SimpleUserManager();
  const rights = new webdav.SimplePathPrivilegeManager();
  rights.setRights(users.addUser('me', 'pw', false), '/', ['all']);
  const files = new webdav.WebDAVServer({
    httpAuthentication: new webdav.HTTPBasicAuthentication(users, 'plant'),
    privilegeManager: rights,
    requireAuthentification: true,
  });
  await files.setFileSystemAsync('/dav', new webdav.PhysicalFileSystem(places.webdav));
  const started = createServer((request, response) => {
    const at = path.join(places.webdav, request.url!.slice('/dav'.length));
    if (request.method === 'GET' && existsSync(at)) response.setHeader('etag', `"${statSync(at).mtimeMs}"`);
    files.executeRequest(request, response);
  }).listen(0, '127.0.0.1');
  await once(started, 'listening');
  return started;
}

const padding = 'a text that makes a line longer so that the file has several parts of a megabyte; '.repeat(2);
/** Of the same length whatever they begin with. */
const linesOf = (first: number): string => {
  const lines = Array.from({ length: rows }, (_, n) => `{"n":${first + n},"note":"${padding}"}\n`);
  return lines.join('');
};
const csvOf = (first: number): string =>
  `n,note\n${Array.from({ length: rows }, (_, n) => `${first + n},${padding}\n`).join('')}`;
const sumFrom = (first: number): number => rows * first + (rows * (rows - 1)) / 2;

let writes = 0;
async function put(kind: Exclude<Kind, 'rest'>, name: string, content: string): Promise<void> {
  const shelf = await openShelf(ctxOf(server, admin), connections[kind], { kind: 'test', id: '1' });
  const bytes = Buffer.from(content);
  const facts = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  await shelf.write!(name, Readable.from([bytes]), facts);
  await shelf.close();
  // no two of them at the same second
  const at = Date.now() / 1_000 - 1_000 + (writes += 1);
  if (kind !== 's3') utimesSync(path.join(places[kind], name), at, at);
}

const fileAt = async (kind: Kind, name: string): Promise<Own<GivenTaskNode>> => ({
  id: 's',
  kind: 'fileSource',
  ...(await admin.ok(etlTasksApi.file, { body: { connection: connections[kind], path: name } })),
});
const tableAt = (kind: Kind): Own<GivenTaskNode> => ({
  id: 's',
  kind: 'tableSource',
  connection: connections[kind],
  schema: '',
  table: 'rows',
  columns: [{ name: 'n', type: 'integer', nullable: true }, ...text('note')],
  watermark: '',
});
const target: Own<GivenTaskNode> = { id: 't', kind: 'fileTarget', format: 'csv', name: 'made' };

const started = async (source: Own<GivenTaskNode>): Promise<string> => {
  const drawn = drawTask([source, target], ['s>t'], { retries: 1, retryAfter: 1 });
  const taskId = await release(admin, 'etl_task', drawn);
  return (await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} })).id;
};
const partsOf = async (run: string): Promise<KeptFile['parts']> => {
  const { rows: found } = await spaceQuery<{ kept: { files?: Record<string, KeptFile> } | null }>(server.platform, {
    text: `select kept from ${spaceSchema('demo')}.etl_node where run = $1 and node = 's'`,
    values: [run],
  });
  return Object.values(found[0]?.kept?.files ?? {})[0]?.parts ?? [];
};
/** So much came that three parts are there, and no more comes. */
const amid = async (kind: Kind, source: Own<GivenTaskNode>): Promise<string> => {
  gates[kind].set(3.5 * partBytes);
  const run = await started(source);
  await vi.waitFor(async () => expect((await partsOf(run)).length).toBeGreaterThanOrEqual(3), {
    timeout: patienceMs,
    interval: 20,
  });
  return run;
};
/** The parts that were there when its process was killed. */
const killedAmid = async (kind: Kind, source: Own<GivenTaskNode>) => {
  const run = await amid(kind, source);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  await spaceQuery(server.platform, {
    text: `update ${spaceSchema('demo')}.run set leased_until = now() where id = $1 and state = 'running'`,
    values: [run],
  });
  gates[kind].set(Infinity);
  return { run, parts: await partsOf(run) };
};
const ended = (run: string): Promise<JobDetail> => endOf(admin, run, patienceMs);
const sumOf = async ({ files }: JobDetail): Promise<number> => {
  const lines = (await (await admin.fetch(`/api/files/${files[0]!.file}`)).text()).trim().split('\n').slice(1);
  return lines.reduce((sum, line) => sum + Number(line.slice(0, line.indexOf(','))), 0);
};
const saidOf = async (run: string): Promise<unknown> => {
  const { steps } = await admin.ok(runsApi.steps, { params: { runId: run }, query: {} });
  return steps.find(({ node, out }) => node === 's' && out !== null)?.out;
};
const requireGone = async (parts: KeptFile['parts']): Promise<void> => {
  for (const { key } of parts) await expect(server.platform.files.open(key)).rejects.toThrow(FileMissing);
};

const nameAt = (kind: Kind): string => (kind === 'rest' ? 'rows' : 'large.csv');
const fileOf = (kind: Kind, first: number): string => (kind === 'rest' ? linesOf(first) : csvOf(first));
async function lie(kind: Kind, first: number): Promise<void> {
  if (kind === 'rest') answered.lines = fileOf(kind, first);
  else await put(kind, nameAt(kind), fileOf(kind, first));
}
const sourceAt = async (kind: Kind) => (kind === 'rest' ? tableAt(kind) : fileAt(kind, nameAt(kind)));

test.each(kinds)(
  '%s: a run that is killed while a file comes goes on behind the last part of it',
  async (kind) => {
    await lie(kind, 100_000);
    const { run, parts } = await killedAmid(kind, await sourceAt(kind));
    await newWorker();
    const size = Buffer.byteLength(fileOf(kind, 100_000));
    const job = await ended(run);
    expect(job).toMatchObject({ state: 'finished', rowsRead: rows, rowsWritten: rows, rowsRejected: 0 });
    expect(await sumOf(job)).toBe(sumFrom(100_000));
    // with what the protocol says besides
    expect(gates[kind].sent).toBeLessThan((size - parts.length * partBytes) * 1.05 + partBytes / 2);
    const before = { before: parts.length, bytesBefore: parts.length * partBytes };
    expect(await saidOf(run)).toMatchObject({ rows, parts: Math.ceil(size / partBytes), ...before });
    await requireGone(parts);
  },
  patienceMs * 2,
);

/** Goes on after a kill as if nothing had come: its rows are those from `first` on, and what had come is removed. */
const endsAnew = async ({ run, parts }: { run: string; parts: KeptFile['parts'] }, first: number): Promise<void> => {
  await newWorker();
  const job = await ended(run);
  expect(job).toMatchObject({ state: 'finished', rowsRead: rows, rowsWritten: rows });
  expect(await sumOf(job)).toBe(sumFrom(first));
  expect(await saidOf(run)).not.toHaveProperty('before');
  await requireGone(parts);
};

test(
  'a file that is another one meanwhile is fetched anew',
  async () => {
    await lie('sftp', 100_000);
    const killed = await killedAmid('sftp', await sourceAt('sftp'));
    await lie('sftp', 200_000);
    gates.sftp.set(Infinity);
    await endsAnew(killed, 200_000);
    expect(gates.sftp.sent).toBeGreaterThan(Buffer.byteLength(fileOf('sftp', 200_000)));
  },
  patienceMs * 2,
);

test(
  'where a server answers no parts a file is fetched anew',
  async () => {
    await lie('rest', 100_000);
    const killed = await killedAmid('rest', tableAt('rest'));
    answered.ranges = false;
    await endsAnew(killed, 100_000);
    answered.ranges = true;
  },
  patienceMs * 2,
);

test(
  'a file whose columns are looked at beforehand is fetched once',
  async () => {
    await put('s3', 'large.jsonl', linesOf(100_000));
    const source = await fileAt('s3', 'large.jsonl');
    gates.s3.set(Infinity);
    const run = await started(source);
    expect(await ended(run)).toMatchObject({ state: 'finished', rowsRead: rows });
    expect(gates.s3.sent).toBeLessThan(Buffer.byteLength(linesOf(100_000)) * 1.2);
    expect(await saidOf(run)).not.toHaveProperty('before');
  },
  patienceMs,
);

test(
  'a task that is tried again after its line broke goes on behind the last part as well',
  async () => {
    answered.lines = linesOf(100_000);
    const run = await amid('rest', tableAt('rest'));
    const parts = await partsOf(run);
    gates.rest.set(Infinity);
    gates.rest.cut();
    const job = await endOf(admin, run, patienceMs);
    expect(job).toMatchObject({ state: 'finished', rowsRead: rows, rowsWritten: rows });
    expect(await sumOf(job)).toBe(sumFrom(100_000));
    const { steps } = await admin.ok(runsApi.steps, { params: { runId: run }, query: {} });
    expect(steps.map(({ out }) => out)).toContainEqual(expect.objectContaining({ rows, before: parts.length }));
  },
  patienceMs,
);

test(
  'a run that is cancelled waits for no server, and leaves nothing behind',
  async () => {
    answered.lines = linesOf(100_000);
    const run = await amid('rest', tableAt('rest'));
    const parts = await partsOf(run);
    await admin.ok(runsApi.cancel, { params: { runId: run } });
    expect(await endOf(admin, run, patienceMs)).toMatchObject({ state: 'cancelled' });
    await requireGone(parts);
    gates.rest.set(Infinity);
  },
  patienceMs,
);
