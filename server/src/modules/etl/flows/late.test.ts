import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { wakeRun } from '../../../platform/runs/wake.ts';
import { startOtherPostgres, type OtherPostgres } from '../../../testing/other-postgres.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { drawFlow, drawTask, endOf, release, text, type Own } from '../testing/drawing.ts';

// What takes too long in a flow, with a PostgreSQL on the other side that answers slowly.

let server: TestServer;
let admin: Client;
let postgres: OtherPostgres;
let slow: string;

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  postgres = await startOtherPostgres();
  const source: Own<GivenTaskNode> = {
    id: 'q',
    kind: 'sqlSource',
    connection: await postgres.connect(admin, 'slow'),
    sql: 'select n, pg_sleep(0.01)::text as s from generate_series(1, 100000) n',
    columns: [{ name: 'n', type: 'integer', nullable: true }, ...text('s')],
  };
  const out: Own<GivenTaskNode> = { id: 'p', kind: 'fileTarget', format: 'csv', name: 'slow' };
  slow = await release(admin, 'etl_task', drawTask([source, out], ['q>p'], { changedSchema: 'ignore' }));
});
afterAll(async () => {
  await server.stop();
  await postgres?.stop();
});

const job = (runId: string): Promise<JobDetail> => admin.ok(etlTasksApi.job, { params: { runId } });
const node = (more: object) => ({ id: 'a', kind: 'task' as const, task: slow, retries: 0, timeout: null, ...more });
const reading = async (): Promise<number> => {
  const { rows } = await postgres.client.query(
    `select 1 from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
  );
  return rows.length;
};
/** The run of the node, once it reads. */
const begun = (flowRun: string, but?: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const [child] = (await job(flowRun)).runs;
      expect(child?.state).toBe('running');
      expect(child!.run).not.toBe(but);
      expect(await reading()).toBeGreaterThan(0);
      return child!.run;
    },
    { timeout: 30_000, interval: 100 },
  );
/** As if the node had begun long ago. */
async function outOfTime(flowRun: string): Promise<void> {
  const { platform, spaceId } = server;
  await vi.waitFor(async () => expect((await job(flowRun)).state).toBe('suspended'));
  await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.run set memory = jsonb_set(memory, '{nodes,a,since}', '"2020-01-01T00:00:00.000Z"') where id = $1`,
    values: [flowRun],
  });
  await wakeRun(platform, spaceId, flowRun);
}
const start = async (flowId: string): Promise<string> =>
  (await admin.ok(etlTasksApi.startFlow, { params: { flowId }, body: {} })).id;

test('what takes too long is stopped, and tried again when nothing of it runs any more', async () => {
  const run = await start(await release(admin, 'etl_flow', drawFlow([node({ timeout: 1, retries: 1 })], [])));
  const first = await begun(run);
  await outOfTime(run);
  expect((await endOf(admin, first)).state).toBe('cancelled');
  const second = await begun(run, first);
  // the first one reads no more while the second does
  expect(await reading()).toBe(1);
  await admin.ok(runsApi.cancel, { params: { runId: run } });
  expect((await endOf(admin, run)).state).toBe('cancelled');
  expect((await endOf(admin, second)).state).toBe('cancelled');
  await vi.waitFor(async () => expect(await reading()).toBe(0));
});

test('too late for good it has failed for that reason', async () => {
  const run = await start(await release(admin, 'etl_flow', drawFlow([node({ timeout: 1 })], [])));
  const child = await begun(run);
  await outOfTime(run);
  expect(await endOf(admin, run)).toMatchObject({ state: 'failed', error: { code: 'etl.run.timeout' } });
  expect((await job(child)).state).toBe('cancelled');
  await vi.waitFor(async () => expect(await reading()).toBe(0));
});

test('a flow within a flow takes its own runs along', async () => {
  const inner = await release(admin, 'etl_flow', drawFlow([node({})], []));
  const flow = { id: 'a', kind: 'flow' as const, flow: inner, retries: 0, timeout: 1 };
  const run = await start(await release(admin, 'etl_flow', drawFlow([flow], [])));
  const within = await vi.waitFor(async () => {
    const [child] = (await job(run)).runs;
    expect(child?.state).toBe('suspended');
    return child!.run;
  });
  const child = await begun(within);
  await outOfTime(run);
  expect(await endOf(admin, run)).toMatchObject({ state: 'failed', error: { code: 'etl.run.timeout' } });
  // not before all of it was over
  expect((await job(within)).state).toBe('cancelled');
  expect((await job(child)).state).toBe('cancelled');
  await vi.waitFor(async () => expect(await reading()).toBe(0));
});
