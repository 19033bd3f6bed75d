import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { FileMissing } from '../../../platform/files/files.ts';
import { ctxOf } from '../../../testing/ctx-of.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { startWorker } from '../../../testing/worker.ts';
import { openConnection } from '../../connections/public.ts';
import { drawTask, endOf, release, type Own } from '../testing/drawing.ts';
import { runSql, startEngine, traits, type EngineAtTest } from '../testing/engines.ts';
import type { KeptRanges } from './kept/kept-sources.ts';

// `FORMWORK_KILL_ROWS=1000000 FORMWORK_KILLS=20 npm test -- server/src/modules/etl/tasks/resume.test.ts` is the whole of it
const rows = Number(process.env.FORMWORK_KILL_ROWS ?? 3_000);
/** Besides the moments that are looked for. */
const kills = Number(process.env.FORMWORK_KILLS ?? 0);
const [rangeRows, portion] = [Math.ceil(rows / 10), Math.ceil(rows / 6)];
const patienceMs = 240_000 + rows + kills * 30_000;

let server: TestServer;
let admin: Client;
const children: ChildProcess[] = [];

// This one has no worker: the processes that are killed do the work.
beforeAll(async () => {
  process.env.FORMWORK_ETL_RANGE_ROWS = String(rangeRows);
  server = await startTestServer({ FORMWORK_ROLE: 'web', FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
});
afterAll(async () => {
  delete process.env.FORMWORK_ETL_RANGE_ROWS;
  for (const child of children) child.kill('SIGKILL');
  await server.stop();
});

for (const kind of ['postgres', 'mysql'] as const) {
  const engine = await startEngine[kind]();
  if (engine === undefined) test.skip(traits[kind].title);
  else describe(traits[kind].title, () => goesOn(engine));
}

function goesOn(engine: EngineAtTest): void {
  const { kind, schema, settings, secrets } = engine;
  let connection: string;
  let ask: (sql: string) => Promise<string | undefined>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const body = { kind, name: kind, folder: null, settings: settings as never, secrets: secrets as never };
    connection = (await admin.ok(connectionsApi.create, { body })).id;
    const client = await openConnection(ctxOf(server, admin), connection, [kind], { kind: 'test', id: '1' });
    ask = (sql) => runSql(kind, client, sql);
    close = () => client.close();
    const text = kind === 'mysql' ? 'varchar(50)' : 'text';
    await ask(`create table goods (code ${text} not null primary key, amount bigint, note ${text})`);
    const numbers =
      kind === 'mysql'
        ? `(with recursive s (n) as (select 1 union all select n + 1 from s where n < 1000) select (a.n - 1) * 1000 + b.n as n from s a, s b where (a.n - 1) * 1000 + b.n <= ${rows}) g`
        : `(select n from generate_series(1, ${rows}) n) g`;
    await ask(
      `insert into goods select concat('c', lpad(${kind === 'mysql' ? 'n' : 'n::text'}, 8, '0')), n, 'a "b", c' from ${numbers}`,
    );
    await ask(`analyze ${kind === 'mysql' ? 'table ' : ''}goods`);
    await ask(`create table loaded (code ${text} not null, amount bigint, note ${text})`);
  });
  afterAll(async () => {
    await close?.();
    await engine.stop();
  });

  const place = () => ({ connection, schema });
  const nodesOf = (): [Own<GivenTaskNode>, Own<GivenTaskNode>] => [
    {
      ...place(),
      id: 's',
      kind: 'tableSource',
      table: 'goods',
      columns: [
        { name: 'code', type: 'text', nullable: false },
        { name: 'amount', type: 'integer', nullable: true },
        { name: 'note', type: 'text', nullable: true },
      ],
      watermark: '',
    },
    { ...place(), id: 't', kind: 'tableTarget', table: 'loaded', mode: 'append', keys: [], portion },
  ];
  const started = async (nodes: Own<GivenTaskNode>[], edges: string[]): Promise<string> => {
    const taskId = await release(admin, 'etl_task', drawTask(nodes, edges));
    return (await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} })).id;
  };
  const jobOf = (run: string): Promise<JobDetail> => admin.ok(etlTasksApi.job, { params: { runId: run } });
  const nodeOf = async (run: string, node: string) => {
    const { rows: found } = await spaceQuery<{
      kept: { ranges?: KeptRanges } | null;
      sent: { portions: number } | null;
    }>(server.platform, {
      text: `select kept, sent from ${spaceSchema('demo')}.etl_node where run = $1 and node = $2`,
      values: [run, node],
    });
    return { parts: found[0]?.kept?.ranges?.parts ?? [], portions: found[0]?.sent?.portions ?? 0 };
  };
  /** What the dead one had taken for a while is free at once: how long it waits is the runs' own test. */
  const freed = (run: string) =>
    spaceQuery(server.platform, {
      text: `update ${spaceSchema('demo')}.run set leased_until = now() where id = $1 and state = 'running'`,
      values: [run],
    });
  /** A run that lost its process again and again within one step has failed: somebody lets it go on where it stood. */
  const wentOn = async (run: string): Promise<void> => {
    if ((await jobOf(run)).state === 'failed')
      await admin.ok(runsApi.rerun, { params: { runId: run }, body: { from: 't' } });
  };
  const killedWhen = async (run: string, moment: () => Promise<boolean>): Promise<void> => {
    await wentOn(run);
    const child = await startWorker(server, children);
    await vi.waitFor(async () => expect((await moment()) || isOver((await jobOf(run)).state)).toBe(true), {
      timeout: patienceMs,
      interval: 2,
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await freed(run);
  };
  const anyMoment = async (): Promise<boolean> => {
    await pause(Math.random() * Math.max(300, rows / 150));
    return true;
  };
  const ended = async (run: string): Promise<JobDetail> => {
    for (let n = 0; n < kills; n += 1) await killedWhen(run, anyMoment);
    await wentOn(run);
    const child = await startWorker(server, children);
    const job = await endOf(admin, run, patienceMs);
    child.kill('SIGKILL');
    return job;
  };
  const loaded = async (): Promise<string | undefined> =>
    ask(
      kind === 'mysql'
        ? `select concat(count(*), ' ', count(distinct code), ' ', coalesce(sum(amount), 0)) from loaded`
        : `select count(*) || ' ' || count(distinct code) || ' ' || coalesce(sum(amount), 0) from loaded`,
    );
  const sum = (rows * (rows + 1)) / 2;

  test(
    'a run that is killed while it reads and while it writes goes on behind the last range and the last portion',
    async () => {
      const [source, target] = nodesOf();
      const sort: Own<GivenTaskNode> = { id: 'z', kind: 'sort', order: [], limit: null };
      const run = await started([source, sort, target], ['s>z', 'z>t']);
      await killedWhen(run, async () => (await nodeOf(run, 's')).parts.length >= 2);
      const { parts } = await nodeOf(run, 's');
      expect(parts.length).toBeGreaterThanOrEqual(2);
      // nobody reads again what was read: it is not there any more, and what came meanwhile is not meant
      await ask(`delete from goods where code <= '${parts.at(-1)!.upTo}'`);
      await ask(`insert into goods values ('z', 1000000000, null)`);
      await killedWhen(run, async () => (await nodeOf(run, 't')).portions >= 2);
      const { portions } = await nodeOf(run, 't');
      expect(portions).toBeGreaterThanOrEqual(2);
      const job = await ended(run);
      expect(job).toMatchObject({ state: 'finished', rowsRead: rows, rowsWritten: rows, rowsRejected: 0 });
      expect(await loaded()).toBe(`${rows} ${rows} ${sum}`);
      const { steps } = await admin.ok(runsApi.steps, { params: { runId: run }, query: {} });
      const said = steps.find(({ node, out }) => node === 's' && (out as { ranges?: number }).ranges)?.out;
      expect(said).toMatchObject({ rows, key: 'code', before: expect.any(Number) as number });
      // two states at least: the first, and that of who went on
      expect((said as { states: number }).states).toBeGreaterThanOrEqual(2);
      if (kills === 0)
        expect(steps.find(({ node }) => node === 't')?.out).toMatchObject({ rows, portions: 6, before: portions });
      // nothing of it is left over
      for (const { key } of parts) await expect(server.platform.files.open(key)).rejects.toThrow(FileMissing);
    },
    patienceMs * 2,
  );
  if (kind !== 'postgres') return;

  test(
    'rows that go straight go on behind the last portion as well',
    async () => {
      await ask('truncate loaded');
      await ask('truncate goods');
      await ask(`insert into goods select 'c' || lpad(n::text, 8, '0'), n, null from generate_series(1, ${rows}) n`);
      await ask('analyze goods');
      const run = await started(nodesOf(), ['s>t']);
      await killedWhen(run, async () => (await nodeOf(run, 't')).portions >= 2);
      expect((await nodeOf(run, 't')).portions).toBeGreaterThanOrEqual(2);
      const written = Number((await loaded())!.split(' ')[0]);
      expect(written).toBeGreaterThanOrEqual(2 * portion);
      // what is there is not read again, and what came meanwhile is not meant
      await ask(`delete from goods where amount <= ${written - portion}`);
      await ask(`insert into goods values ('z', 1000000000, null)`);
      const job = await ended(run);
      expect(job).toMatchObject({ state: 'finished', rowsRead: rows, rowsWritten: rows, rowsRejected: 0 });
      expect(await loaded()).toBe(`${rows} ${rows} ${sum}`);
    },
    patienceMs * 2,
  );

  test(
    'a file goes on behind the last range where it shall',
    async () => {
      await ask('truncate goods');
      await ask(`insert into goods select 'c' || lpad(n::text, 8, '0'), n, null from generate_series(1, ${rows}) n`);
      await ask('analyze goods');
      const [source] = nodesOf();
      const file: Own<GivenTaskNode> = { id: 't', kind: 'fileTarget', format: 'csv', name: 'goods', resumes: true };
      const run = await started([source, file], ['s>t']);
      await killedWhen(run, async () => (await nodeOf(run, 's')).parts.length >= 2);
      const { parts } = await nodeOf(run, 's');
      await ask(`delete from goods where code <= '${parts.at(-1)!.upTo}'`);
      const job = await ended(run);
      expect(job).toMatchObject({ state: 'finished', rowsRead: rows, rowsWritten: rows });
      const lines = (await (await admin.fetch(`/api/files/${job.files[0]!.file}`)).text()).trim().split('\n').slice(1);
      expect([lines.length, lines.reduce((all, line) => all + Number(line.split(',')[1]), 0)]).toEqual([rows, sum]);
    },
    patienceMs * 2,
  );
}
