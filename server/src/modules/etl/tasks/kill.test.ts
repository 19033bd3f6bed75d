import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../platform/db/embedded-postgres.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { startWorker } from '../../../testing/worker.ts';
import { drawTask, endOf, fileNode, release, type Own } from '../testing/drawing.ts';

const rows = 4_000;

let server: TestServer;
let admin: Client;
let postgres: EmbeddedPostgres;
let other: pg.Client;
const folder = mkdtempSync(path.join(tmpdir(), 'formwork-etl-kill-'));
const children: ChildProcess[] = [];

// This one has no worker: the processes that are killed do the work.
beforeAll(async () => {
  const log = { debug: () => {}, info: () => {}, warn: () => {} };
  server = await startTestServer({ FORMWORK_ROLE: 'web', FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  postgres = await startEmbeddedPostgres({ dataDir: folder, port: await freePort(), log, durable: false });
  other = new pg.Client({ connectionString: postgres.url });
  await other.connect();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await other?.end();
  await server.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}

test('killed while it reads, and while it loads a table, a form and a file: every row is there once', async () => {
  // a second try finds nothing of the first
  await other.query('drop table if exists loaded');
  await other.query('create table loaded (code text, amount bigint)');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '装载' } } });
  const fields = [newField('text', { zh: '编号' }, 'code'), newField('number', { zh: '量' }, 'amount')];
  const title = { zh: '装载' };
  const { id: form } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title, definition: { format: 1, title, layout: [], titleField: 'code', fields, tables: [] } as never },
  });
  await admin.ok(formsApi.release, { params: { formId: form }, body: { draftVersion: 1 } });
  const url = new URL(postgres.url);
  const settings = { host: url.hostname, port: Number(url.port), database: 'formwork', user: url.username, tls: false };
  const { id: connection } = await admin.ok(connectionsApi.create, {
    body: { kind: 'postgres', name: 'plant', folder: null, settings, secrets: { password: url.password } },
  });
  const csv = `code,amount\n${Array.from({ length: rows }, (_, n) => `c${n},${n}`).join('\n')}\n`;
  const mapping = ['code', 'amount'].map((name, n) => ({ id: `m${n}`, column: name, field: name }));
  const nodes: Own<GivenTaskNode>[] = [
    await fileNode(admin, 'rows.csv', csv),
    { id: 't', kind: 'tableTarget', connection, schema: 'public', table: 'loaded', mode: 'append', keys: [] },
    { id: 'f', kind: 'formTarget', form, mode: 'create', key: '', mapping },
    { id: 'p', kind: 'fileTarget', format: 'csv', name: 'rows' },
  ];
  const taskId = await release(admin, 'etl_task', drawTask(nodes, ['c>t', 'c>f', 'c>p']));
  const { id: run } = await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} });
  const job = () => admin.ok(etlTasksApi.job, { params: { runId: run } });
  const begun = async (node: string): Promise<boolean> => {
    const state = (await job()).nodes.find((one) => one.node === node)?.state;
    return state === 'running' || state === 'done';
  };
  const written = async () => {
    const { rows: found } = await spaceQuery<{ n: string }>(server.platform, {
      text: `select count(*) as n from ${spaceSchema('demo')}.f_${form}`,
      values: [],
    });
    return Number(found[0]!.n);
  };
  // the source, the table, the form before its first row and in the middle of it
  for (const moment of [() => begun('c'), () => begun('t'), () => begun('f'), async () => (await written()) > 0]) {
    const child = await startWorker(server, children);
    await vi.waitFor(async () => expect((await moment()) || isOver((await job()).state)).toBe(true), {
      timeout: 120_000,
      interval: 5,
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    // what the dead one had taken for a while is free at once: how long it waits is the runs' own test
    await spaceQuery(server.platform, {
      text: `update ${spaceSchema('demo')}.run set leased_until = now() where id = $1 and state = 'running'`,
      values: [run],
    });
  }
  await startWorker(server, children);
  expect(await endOf(admin, run, 240_000)).toMatchObject({
    state: 'finished',
    rowsRead: rows,
    rowsWritten: 3 * rows,
    rowsRejected: 0,
    files: [{ node: 'p', name: 'rows.csv' }],
  });
  const { rows: loaded } = await other.query(
    'select count(*)::int as all, count(distinct code)::int as codes from loaded',
  );
  expect(loaded[0]).toEqual({ all: rows, codes: rows });
  expect((await admin.ok(recordsApi.count, { params: { formId: form }, query: {} })).total).toBe(rows);
  const { rows: codes } = await spaceQuery<{ n: string }>(server.platform, {
    text: `select count(distinct code_t) as n from ${spaceSchema('demo')}.f_${form}`,
    values: [],
  });
  expect(Number(codes[0]!.n)).toBe(rows);
}, 600_000);
