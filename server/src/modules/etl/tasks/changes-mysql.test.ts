import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { EtlTask, GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startOtherMariadb, type OtherMariadb } from '../../../testing/other-mariadb.ts';
import { startOtherPostgres, type OtherPostgres } from '../../../testing/other-postgres.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { startWorker } from '../../../testing/worker.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { at, drawTask, endOf, release, type Own } from '../testing/drawing.ts';

// What changed since the run before, out of the binary log of a real MariaDB, over HTTP, into a PostgreSQL.

const settings = ['--log-bin=log', '--server-id=7', '--binlog-format=ROW'];
const mariadb = await startOtherMariadb(settings);

describe.skipIf(mariadb === undefined)('MariaDB', () => {
  const other: OtherMariadb = mariadb!;
  /** The server works nothing off: that does a process that can be killed. */
  let server: TestServer;
  const workers: ChildProcess[] = [];
  let admin: Client;
  let postgres: OtherPostgres;
  let target: OtherPostgres['client'];
  let source: string;
  let place: string;
  const say = async (...statements: string[]) => {
    for (const statement of statements) await other.client.query(statement);
  };

  beforeAll(async () => {
    server = await startTestServer({ FORMWORK_ROLE: 'web', FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
    await startWorker(server, workers);
    admin = await server.as('admin');
    postgres = await startOtherPostgres();
    target = postgres.client;
    place = await postgres.connect(admin, 'target');
    await say(
      'use plant',
      "create user reader identified by 'pw'",
      'grant select on plant.* to reader',
      'grant replication slave, replication client on *.* to reader',
      "create user plain identified by 'pw'",
      'grant select on plant.* to plain',
      `create table orders (id bigint unsigned, line varchar(40) collate utf8mb4_bin, amount decimal(38, 10), day date,
        clock datetime(3), moment timestamp null, facts json, raw longblob, note longtext, ratio double, kind enum('a', 'b''c'),
        primary key (id, line))`,
      `insert into orders (id, line, amount, note) select seq, concat('行 "', seq, '", \\\\'), seq, repeat('x', 10) from seq_1_to_1000`,
    );
    await target.query(`create table kept (id numeric(20), line text, amount numeric(38, 10), day date, clock timestamp(3), moment timestamp,
      facts jsonb, raw bytea, note text, ratio double precision, kind text, primary key (id, line))`);
    source = await other.connect(admin, 'orders', { name: 'reader', password: 'pw' });
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await server?.stop();
    await postgres?.stop();
    await mariadb?.stop();
  });

  async function drawn(table: string, connection = source): Promise<Own<GivenTaskNode>> {
    const given = { connection, schema: 'plant', table, watermark: '', changes: true };
    const node = { id: 's', kind: 'tableSource' as const, ...given };
    const { columns } = await admin.ok(etlTasksApi.columns, { body: { node: { ...at, ...node, columns: [] } } });
    return { ...node, columns };
  }
  const into = (table: string, keys: string[]): Own<GivenTaskNode> => {
    const given = { connection: place, schema: 'public', table, keys };
    return { id: 't', kind: 'tableTarget', ...given, mode: 'changes' };
  };
  async function run(taskId: string): Promise<JobDetail> {
    const started = await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} });
    return endOf(admin, started.id);
  }
  /** Why all rows came once more, as the log of the run says it. */
  async function anew({ id }: JobDetail): Promise<unknown> {
    const { steps } = await admin.ok(runsApi.steps, { params: { runId: id } });
    return (steps.find(({ node }) => node === 's')?.out as { anew?: string } | undefined)?.anew;
  }
  /** Both tables hold the same, sign for sign. */
  async function same(): Promise<void> {
    await say("set time_zone = '+00:00'");
    const [rows] = await other.client.query({
      sql: `select id, line, amount, day, clock, moment, json_compact(facts), lower(hex(raw)), md5(note), ratio, kind from orders`,
      rowsAsArray: true,
      typeCast: (field) => field.string(),
    });
    const { rows: kept } = await target.query({
      text: `select id::text, line, amount::text, day::text, to_char(clock, 'YYYY-MM-DD HH24:MI:SS.MS'), moment::text,
        replace(replace(facts::text, ': ', ':'), ', ', ','), encode(raw, 'hex'), md5(note), ratio::text, kind from kept`,
      rowMode: 'array',
    });
    const sorted = (some: unknown[]) => some.map((row) => JSON.stringify(row)).toSorted();
    expect(sorted(kept)).toEqual(sorted(rows as unknown[]));
  }

  let taskId: string;
  test('all rows first, then what was added, changed and taken away, keys that changed too', async () => {
    const task: EtlTask = drawTask([await drawn('orders'), into('kept', ['id', 'line'])], ['s>t']);
    const preview = await admin.ok(etlTasksApi.preview, { body: { task, node: 's' } });
    expect([preview.columns.at(-1)?.name, preview.rows[0]?.at(-1)]).toEqual(['_change', 'upsert']);
    taskId = await release(admin, 'etl_task', task);
    const first = await run(taskId);
    expect(first).toMatchObject({ state: 'finished', rowsRead: 1001 });
    expect(await anew(first)).toBe(undefined);
    await same();

    expect(await run(taskId)).toMatchObject({ state: 'finished', rowsRead: 0 });
    await say(
      'begin',
      `insert into orders values (18446744073709551615, 'new', -1234567890123456789012345678.0123456789, '2026-02-28',
        '2026-01-02 03:04:05.678', '2026-01-02 03:04:05', '{"a":[1,null,"字"]}', x'00ff5c0a27', '𠮷 " \\\\ \\n', 0.1, 'b''c')`,
      'update orders set amount = -1 where id <= 3',
      'commit',
      'begin',
      'delete from orders',
      'rollback',
      "update orders set line = '移' where id = 7",
      'delete from orders where id = 8',
      "update orders set note = repeat('y', 100000) where id = 9",
      'update orders set amount = 99 where id = 9',
      `delete from orders where id = 10 and line like '行%'`,
      `insert into orders (id, line) values (10, 'again')`,
      'flush binary logs',
      'update orders set ratio = 0.5 where id = 11',
      // another table, and others' statements about it
      'create table others (id int primary key)',
      'insert into others values (1)',
      'drop table others',
    );
    const job = await run(taskId);
    // the new one, 1, 2, 3, 7 under both keys, 8, 9, 10 under both keys, 11
    expect(job).toMatchObject({ state: 'finished', rowsRead: 11 });
    expect(await anew(job)).toBe(undefined);
    await same();
  });

  test('where the log says only what changed, and is pressed together', async () => {
    await say(
      'set session binlog_row_image = minimal',
      'set global log_bin_compress = on, global log_bin_compress_min_len = 10',
      `insert into orders (id, line, note) values (50, 'pressed', repeat('z', 5000))`,
      "update orders set id = 51 where line = 'pressed'",
      'update orders set amount = 5 where id = 12',
      'delete from orders where id = 13',
    );
    expect(await run(taskId)).toMatchObject({ state: 'finished', rowsRead: 4 });
    await same();
    await say('set session binlog_row_image = full', 'set global log_bin_compress = off');
  });

  test('a run that failed loses nothing; a transaction that waits for its commit comes with it', async () => {
    await say('update orders set amount = 7 where id = 20');
    await target.query('alter table kept rename to away');
    const job = await run(taskId);
    expect(job).toMatchObject({ state: 'failed' });
    await target.query('alter table away rename to kept');
    await say('update orders set amount = 8 where id = 21');
    await admin.ok(runsApi.rerun, { params: { runId: job.id }, body: { from: 't' } });
    expect(await endOf(admin, job.id)).toMatchObject({ state: 'finished' });
    expect(await run(taskId)).toMatchObject({ state: 'finished', rowsRead: 1 });
    await same();

    await say("xa start 'w'", 'update orders set amount = 9 where id = 22', "xa end 'w'", "xa prepare 'w'");
    await run(taskId);
    const waiting = await target.query<{ amount: string }>(
      'select amount::float8::text as amount from kept where id = 22',
    );
    expect(waiting.rows).toEqual([{ amount: '22' }]);
    await say("xa commit 'w'");
    await run(taskId);
    await same();
    expect(await run(taskId)).toMatchObject({ rowsRead: 0 });
  });

  /** The worker ends as if the power had gone; what it was at is free at once: how long that waits is the runs' own test. */
  async function killed(runId: string): Promise<void> {
    const worker = workers.at(-1)!;
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await spaceQuery(server.platform, {
      text: `update ${spaceSchema('demo')}.run set leased_until = now() where id = $1 and state = 'running'`,
      values: [runId],
    });
  }
  const started = async () => (await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} })).id;
  const readers = async () =>
    (await other.client.query("select info from information_schema.processlist where user = 'reader'"))[0] as {
      info: string | null;
    }[];
  const asked = { info: expect.stringContaining('`id` = 23') as string };
  const waits = { timeout: 60_000, interval: 20 };

  test('killed while it loads, every row is there once', async () => {
    await say('update orders set amount = 10 where id = 23', 'delete from orders where id = 24');
    await target.query('begin; lock table kept');
    const runId = await started();
    await vi.waitFor(async () => {
      const { nodes } = await admin.ok(etlTasksApi.job, { params: { runId } });
      expect(nodes.find(({ node }) => node === 't')?.state).toBe('running');
    }, waits);
    await killed(runId);
    await target.query('rollback');
    await say('update orders set amount = 11 where id = 23');
    await startWorker(server, workers);
    expect(await endOf(admin, runId)).toMatchObject({ state: 'finished' });
    expect(await run(taskId)).toMatchObject({ state: 'finished', rowsRead: 1 });
    await same();
  });

  test('keys of every type are told as their rows tell them', async () => {
    const key = 'a, b, c, d, e, f, g, h, i, j, k, l, m, n, o';
    await say(
      `create table keyed (a tinyint, b smallint unsigned, c mediumint, d int(8) unsigned zerofill, e decimal(20, 5), f char(5) charset gbk,
        g binary(4), h date, i datetime(6), j timestamp(2), k time(3), l year, m enum('x', 'y''z'), n varchar(300) charset latin1,
        o varbinary(300), primary key (${key}))`,
      "set time_zone = '+08:00'",
      `insert into keyed values
        (-128, 65535, -8388608, 12, -123456789012345.00001, '中文', x'00ff', '1000-01-01', '9999-12-31 23:59:59.000001', '2026-01-01 00:00:00.25', '23:59:58.999', 1999, 'y''z', 'é€', x'5c00'),
        (127, 0, 8388607, 4294967295, 0.5, 'a', x'00000000', '2026-12-31', '2026-01-02 03:04:05', '1970-01-01 08:00:01', '00:00:00.5', 2155, 'x', ' b ', x''),
        (0, 1, -1, 1, 99999.99999, '', x'01020304', '0001-02-03', '0001-02-03 00:00:00.5', '2038-01-19 03:14:07', '00:00:00.001', 2000, 'x', '', x'00')`,
    );
    await target.query(`create table kept_keys (${key.replaceAll(',', ' text,')} text, primary key (${key}))`);
    const nodes = [await drawn('keyed'), into('kept_keys', key.split(', '))];
    const id = await release(admin, 'etl_task', drawTask(nodes, ['s>t']));
    expect(await run(id)).toMatchObject({ state: 'finished', rowsRead: 4 });
    await say('update keyed set a = a + 1 where a = 0', 'delete from keyed where a <> 1');
    expect(await run(id)).toMatchObject({ state: 'finished', rowsRead: 4 });
    expect((await target.query('select a, k, n from kept_keys')).rows).toEqual([
      { a: '1', k: expect.any(String) as string, n: '' },
    ]);
  });

  test('who stops a run leaves nothing over there', async () => {
    await say('update orders set amount = 12 where id = 23', 'lock tables orders write');
    const runId = await started();
    await vi.waitFor(async () => expect(await readers()).toContainEqual(asked), waits);
    await admin.ok(runsApi.cancel, { params: { runId } });
    expect(await endOf(admin, runId)).toMatchObject({ state: 'cancelled' });
    await vi.waitFor(async () => expect(await readers()).toEqual([]), waits);
    await say('unlock tables');
    expect(await run(taskId)).toMatchObject({ rowsRead: 1 });
    await same();
  });

  test('a table that was emptied or changed, a log that was cleared away or begun anew: all rows, and the run says why', async () => {
    await say('truncate orders', `insert into orders (id, line) values (1, 'after')`);
    const emptied = await run(taskId);
    expect(emptied).toMatchObject({ state: 'finished', rowsRead: 2 });
    expect(await anew(emptied)).toBe('altered');
    await same();

    // a statement in place of rows
    await say("set session binlog_format = 'STATEMENT'", 'update orders set amount = 3');
    await say("set session binlog_format = 'ROW'");
    expect(await anew(await run(taskId))).toBe('altered');
    await same();

    await say(`insert into orders (id, line) values (2, 'more')`, 'flush binary logs');
    // a moment later nothing of it is needed any more for a server that breaks down
    await vi.waitFor(async () => {
      const logs = (await other.client.query('show binary logs'))[0] as { Log_name: string }[];
      await say(`purge binary logs to '${logs.at(-1)!.Log_name}'`);
      expect(logs).toHaveLength(1);
    });
    const cleared = await run(taskId);
    expect([cleared.rowsRead, await anew(cleared)]).toEqual([3, 'lost']);
    await same();

    await say('reset master', 'delete from orders where id = 2', ...Array<string>(9).fill('flush binary logs'));
    const begun = await run(taskId);
    expect([begun.rowsRead, await anew(begun)]).toEqual([2, 'lost']);
    await same();
  });

  test('what is missing over there is said', async () => {
    await say(
      'create table keyless (a int)',
      'create table measured (a double primary key)',
      'create table heads (id int primary key)',
      'create table parts (id int primary key, foreign key (id) references heads (id) on delete cascade)',
    );
    const refusalOf = async (table: string, keys: string[], connection = source) => {
      const nodes = [await drawn(table, connection), into('kept', keys)];
      return (await run(await release(admin, 'etl_task', drawTask(nodes, ['s>t'])))).error;
    };
    expect(await refusalOf('keyless', ['a'])).toMatchObject({ code: 'etl.changes.no_key' });
    expect(await refusalOf('measured', ['a'])).toMatchObject({ code: 'etl.changes.key_type' });
    expect(await refusalOf('parts', ['id'])).toMatchObject({ code: 'etl.changes.cascades' });
    const plain = await other.connect(admin, 'plain', { name: 'plain', password: 'pw' });
    const refusal = (connection = source) => refusalOf('orders', ['id', 'line'], connection);
    const rights = (right: string) => ({ code: 'etl.changes.rights', data: { right } });
    expect(await refusal(plain)).toMatchObject(rights('REPLICATION CLIENT'));
    await say('grant replication client on *.* to plain');
    expect(await refusal(plain)).toMatchObject(rights('REPLICATION SLAVE'));
    await say("set global binlog_format = 'MIXED'");
    expect(await refusal()).toMatchObject({ code: 'etl.changes.format' });
    await other.again(['--server-id=7']);
    await say('use plant');
    expect(await refusal()).toMatchObject({ code: 'etl.changes.off' });
    await other.again([...settings, '--binlog-ignore-db=plant']);
    expect(await refusal()).toMatchObject({ code: 'etl.changes.filtered' });
  });
});
