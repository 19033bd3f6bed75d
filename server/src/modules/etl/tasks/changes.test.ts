import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { EtlTask, GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { startOtherPostgres, type OtherPostgres } from '../../../testing/other-postgres.ts';
import { at, drawTask, endOf, release, type Own } from '../testing/drawing.ts';

// What changed since the run before, out of the log of a real PostgreSQL, over HTTP.

let server: TestServer;
let admin: Client;
let postgres: OtherPostgres;
let other: OtherPostgres['client'];
let connection: string;

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  const settings = { wal_level: 'logical', max_wal_senders: 4, max_replication_slots: 4 };
  postgres = await startOtherPostgres({ superuser: true, settings });
  other = postgres.client;
  // what is not written yet would come with the run after
  await other.query('set synchronous_commit = on');
  await other.query(`create role reader login replication password 'pw'; grant create on database formwork to reader;
    create table orders (id int, line text, amount numeric(12, 2), note text, tags text[], done boolean, primary key (id, line));
    insert into orders select n, 'a "' || n || '", \\', n, repeat('x', 10), '{p,q}', true from generate_series(1, 1000) n;
    create table kept (id int, line text, amount numeric(12, 2), note text, tags jsonb, done boolean, primary key (id, line));
    create table keyless (a int);
    alter table orders owner to reader; alter table kept owner to reader; alter table keyless owner to reader;
    grant create on schema public to reader;`);
  connection = await postgres.connect(admin, 'orders', { name: 'reader', password: 'pw' });
});
afterAll(async () => {
  await server.stop();
  await postgres?.stop();
});

async function drawn(table: string): Promise<Own<GivenTaskNode>> {
  const node = {
    id: 's',
    kind: 'tableSource' as const,
    connection,
    schema: 'public',
    table,
    watermark: '',
    changes: true,
  };
  const { columns } = await admin.ok(etlTasksApi.columns, { body: { node: { ...at, ...node, columns: [] } } });
  return { ...node, columns };
}
const into: Own<GivenTaskNode> = {
  id: 't',
  kind: 'tableTarget',
  get connection() {
    return connection;
  },
  schema: 'public',
  table: 'kept',
  mode: 'changes',
  keys: ['id', 'line'],
};
async function run(taskId: string): Promise<JobDetail> {
  const started = await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} });
  return endOf(admin, started.id);
}
/** Both tables hold the same. */
async function same(): Promise<void> {
  const rowsOf = async (table: string) =>
    (
      await other.query(
        `select id, line, amount, md5(note) as note, to_jsonb(tags) as tags, done from ${table} order by id, line`,
      )
    ).rows as object[];
  expect(await rowsOf('kept')).toEqual(await rowsOf('orders'));
}
const slots = async () => (await other.query('select slot_name from pg_replication_slots')).rows as object[];

let taskId: string;
test('all rows first, then what was added, changed and taken away, keys that changed too', async () => {
  const task: EtlTask = drawTask([await drawn('orders'), { ...into }], ['s>t']);
  const preview = await admin.ok(etlTasksApi.preview, { body: { task, node: 's' } });
  expect([preview.columns.at(-1)?.name, preview.rows[0]?.at(-1)]).toEqual(['_change', 'upsert']);
  expect(await slots()).toEqual([]);
  taskId = await release(admin, 'etl_task', task);
  expect(await run(taskId)).toMatchObject({ state: 'finished', rowsRead: 1001 });
  await same();
  expect(await slots()).toHaveLength(1);

  expect(await run(taskId)).toMatchObject({ state: 'finished', rowsRead: 0 });
  await other.query(
    `begin; insert into orders values (2000, 'new', 1, null, null, false); update orders set amount = -1 where id <= 3; commit`,
  );
  await other.query(`begin; delete from orders; rollback`);
  await other.query(`update orders set line = 'moved' where id = 7; delete from orders where id = 8`);
  // a text that the log leaves out, since it did not change
  await other.query(
    `alter table orders alter note set storage external; update orders set note = repeat('y', 100000) where id = 9`,
  );
  await other.query(`update orders set amount = 99 where id = 9`);
  await other.query(`delete from orders where id = 10; insert into orders values (10, 'again', 5, 'n', '{}', null)`);
  const job = await run(taskId);
  // 2000, 1, 2, 3, 7 under both keys, 8, 9, 10 under both keys
  expect(job).toMatchObject({ state: 'finished', rowsRead: 10 });
  await same();
});

test('a run that failed loses nothing; a table that was emptied is emptied', async () => {
  await other.query(`update orders set amount = 7 where id = 20; alter table kept rename to away`);
  const job = await run(taskId);
  expect(job).toMatchObject({ state: 'failed' });
  await other.query('alter table away rename to kept; update orders set amount = 8 where id = 21');
  await admin.ok(runsApi.rerun, { params: { runId: job.id }, body: { from: 't' } });
  expect(await endOf(admin, job.id)).toMatchObject({ state: 'finished' });
  expect(await run(taskId)).toMatchObject({ state: 'finished', rowsRead: 1 });
  await same();
  await other.query(`truncate orders; insert into orders values (1, 'after', 1, 'n', null, true)`);
  expect(await run(taskId)).toMatchObject({ state: 'finished', rowsRead: 2 });
  await same();
});

test('a slot that was lost over there begins anew', async () => {
  const [slot] = await slots();
  await other.query('select pg_drop_replication_slot($1)', [(slot as { slot_name: string }).slot_name]);
  await other.query(`delete from orders; insert into orders select n, 'z', n from generate_series(1, 5) n`);
  expect(await run(taskId)).toMatchObject({ state: 'finished', rowsRead: 6 });
  await same();
});

test('a table without a key is refused, and forms and files have no log', async () => {
  const source = { ...(await drawn('keyless')) };
  const id = await release(admin, 'etl_task', drawTask([source, { ...into, keys: ['a'] }], ['s>t']));
  expect(await run(id)).toMatchObject({ state: 'failed', error: { code: 'etl.changes.no_key' } });
  expect(await slots()).toHaveLength(1);
});

test('nothing is kept over there for a task that is gone', async () => {
  await admin.ok(definitionsApi.archive, { params: { kind: 'etl_task', id: taskId } });
  await vi.waitFor(async () => expect(await slots()).toEqual([]), { timeout: 15_000 });
  expect((await other.query('select 1 from pg_publication')).rows).toEqual([]);
});
