import type { EtlTask, GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startOtherPostgres, type OtherPostgres } from '../../../../testing/other-postgres.ts';
import { startTestServer, type Client, type TestServer } from '../../../../testing/server.ts';
import { drawTask, endOf, release, type Own } from '../../testing/drawing.ts';

// What stays of rows that are written portion by portion; the kills are in `resume.test.ts`.

let server: TestServer;
let admin: Client;
let postgres: OtherPostgres;
let other: OtherPostgres['client'];
let connection: string;

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  postgres = await startOtherPostgres();
  other = postgres.client;
  await other.query(`create table goods (id int primary key, note text);
    insert into goods select n, case n % 3 when 0 then 'a "quoted"' || chr(10) || 'text, ' || n when 1 then '' end from generate_series(1, 1000) n;
    analyze goods; create table loaded (id int primary key, note text, check (id <> 450))`);
  connection = await postgres.connect(admin, 'goods');
});
beforeEach(() => other.query('truncate loaded'));
afterAll(async () => {
  await server.stop();
  await postgres?.stop();
});

const drawn = (
  way: 'straight' | 'engine',
  rejects: EtlTask['settings']['rejects'],
  mode: 'append' | 'upsert' = 'append',
): EtlTask => {
  const place = { connection, schema: 'public' };
  const nodes: Own<GivenTaskNode>[] = [
    {
      ...place,
      id: 's',
      kind: 'tableSource',
      table: 'goods',
      columns: [
        { name: 'id', type: 'integer', nullable: false },
        { name: 'note', type: 'text', nullable: true },
      ],
      watermark: '',
    },
    ...(way === 'engine' ? [{ id: 'z', kind: 'sort' as const, order: [], limit: null }] : []),
    {
      ...place,
      id: 't',
      kind: 'tableTarget',
      table: 'loaded',
      mode,
      keys: mode === 'upsert' ? ['id'] : [],
      portion: 200,
    },
  ];
  return drawTask(nodes, way === 'engine' ? ['s>z', 'z>t'] : ['s>t'], { rejects });
};
const run = async (task: EtlTask): Promise<JobDetail> => {
  const taskId = await release(admin, 'etl_task', task);
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} });
  return endOf(admin, id);
};
const loaded = async (): Promise<number[]> =>
  (await other.query<{ id: number }>('select id from loaded order by id')).rows.map(({ id }) => id);
const upTo = (last: number, without = 0) => Array.from({ length: last }, (_, n) => n + 1).filter((n) => n !== without);

for (const way of ['straight', 'engine'] as const) {
  test(`${way}: a row that is refused is set aside, and the others go on behind what is written`, async () => {
    const job = await run(drawn(way, 'keep'));
    expect(job).toMatchObject({ state: 'finished', rowsRead: 1_000, rowsWritten: 999, rowsRejected: 1 });
    expect(job.nodes.find(({ node }) => node === 't')?.report).toEqual({ portions: 5 });
    expect(await loaded()).toEqual(upTo(1_000, 450));
    const { rows } = await other.query(
      'select g.id from goods g join loaded l using (id) where g.note is distinct from l.note',
    );
    expect(rows).toEqual([]);
    const kept = await admin.ok(etlTasksApi.rejected, { params: { runId: job.id }, query: {} as never });
    expect(kept.rows.map(({ row }) => row.id)).toEqual(['450']);
  });

  test(`${way}: what is written stays where the run ends, and going on begins behind it`, async () => {
    const job = await run(drawn(way, 'stop', 'upsert'));
    // PostgreSQL names no row where it changes by key
    expect(job).toMatchObject({ state: 'failed', error: { code: 'etl.sql.failed' } });
    expect(await loaded()).toEqual(upTo(400));
    await other.query(
      `alter table loaded drop constraint loaded_id_check; update loaded set note = 'mine' where id = 1`,
    );
    await admin.ok(runsApi.rerun, { params: { runId: job.id }, body: { from: 't' } });
    expect(await endOf(admin, job.id)).toMatchObject({ state: 'finished', rowsRead: 1_000, rowsWritten: 1_000 });
    expect(await loaded()).toEqual(upTo(1_000));
    expect((await other.query('select note from loaded where id = 1')).rows).toEqual([{ note: 'mine' }]);
    await other.query('delete from loaded; alter table loaded add constraint loaded_id_check check (id <> 450)');
  });
}
