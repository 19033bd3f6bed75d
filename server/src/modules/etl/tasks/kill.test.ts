import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { FileMissing } from '../../../platform/files/files.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { startOtherPostgres, type OtherPostgres } from '../../../testing/other-postgres.ts';
import { startWorker } from '../../../testing/worker.ts';
import { drawTask, endOf, fileNode, release, text, type Own } from '../testing/drawing.ts';

// `FORMWORK_KILL_ROWS=1000000 FORMWORK_KILLS=20 npm test -- server/src/modules/etl/tasks/kill.test.ts` is the whole of it
const rows = Number(process.env.FORMWORK_KILL_ROWS ?? 4_000);
/** Besides the four moments that are looked for. */
const kills = Number(process.env.FORMWORK_KILLS ?? 0);

/** Between two kills at most: so that all of them fall into the load. */
const mostMsPerThousand = 12;

const patienceMs = 240_000 + rows + kills * 30_000;

let server: TestServer;
let admin: Client;
let postgres: OtherPostgres;
let other: OtherPostgres['client'];
const children: ChildProcess[] = [];

// This one has no worker: the processes that are killed do the work.
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_ROLE: 'web', FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  postgres = await startOtherPostgres();
  other = postgres.client;
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.stop();
  await postgres?.stop();
});

test(
  'killed while it reads, and while it loads a table, a form and a file: every row is there once',
  async () => {
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
    const connection = await postgres.connect(admin, 'plant');
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
    const anyMoment = async () => {
      await pause(Math.random() * Math.max(300, (rows / 1_000) * mostMsPerThousand));
      return true;
    };
    /** A run that lost its process again and again within one step has failed: somebody lets it go on where it stood. */
    const wentOn = async (): Promise<string> => {
      const { state, nodes: reached } = await job();
      if (state !== 'failed') return state;
      const from = ['c', 't', 'f', 'p'].find((id) => reached.find(({ node }) => node === id)?.state !== 'done')!;
      await admin.ok(runsApi.rerun, { params: { runId: run }, body: { from } });
      return 'running';
    };
    // the source, the table, the form before its first row and in the middle of it
    const moments = [() => begun('c'), () => begun('t'), () => begun('f'), async () => (await written()) > 0];
    const [early, late] = [Math.floor(kills / 2), Math.ceil(kills / 2)].map((length) =>
      Array.from({ length }, () => anyMoment),
    );
    for (const moment of [...early!, ...moments, ...late!]) {
      if ((await wentOn()) === 'finished') break;
      const child = await startWorker(server, children);
      await vi.waitFor(async () => expect((await moment()) || isOver((await job()).state)).toBe(true), {
        timeout: patienceMs,
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
    await wentOn();
    await startWorker(server, children);
    let ended = await endOf(admin, run, patienceMs);
    if (kills > 0 && (await wentOn()) === 'running') ended = await endOf(admin, run, patienceMs);
    expect(ended).toMatchObject({
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
    // counted by hand: what people are told of so many is an estimate
    const { rows: records } = await spaceQuery<{ all: string; codes: string }>(server.platform, {
      text: `select count(*) as all, count(distinct code_t) as codes from ${spaceSchema('demo')}.f_${form}`,
      values: [],
    });
    expect(records.map((one) => [Number(one.all), Number(one.codes)])).toEqual([[rows, rows]]);
  },
  patienceMs * 3,
);

test(
  'killed between two sources it reads only the one that was not read to its end',
  async () => {
    await other.query(`drop table if exists first, second, both_of;
      create table first (code text); insert into first select 'a' || n from generate_series(1, ${rows}) n;
      create table second (code text); insert into second select 'b' || n from generate_series(1, ${rows}) n;
      create table both_of (code text)`);
    const connection = await postgres.connect(admin, 'two');
    const of = { connection, schema: 'public' };
    const read = { ...of, kind: 'tableSource' as const, columns: text('code'), watermark: '', changes: false };
    const nodes: Own<GivenTaskNode>[] = [
      { ...read, id: 'a', table: 'first' },
      { ...read, id: 'b', table: 'second' },
      { id: 'u', kind: 'union', distinct: false },
      { ...of, id: 't', kind: 'tableTarget', table: 'both_of', mode: 'append', keys: [] },
    ];
    const taskId = await release(admin, 'etl_task', drawTask(nodes, ['a>u', 'b>u', 'u>t']));
    // nobody reads the second one for as long as this goes on
    await other.query('begin; lock table second in access exclusive mode');
    const { id: run } = await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} });
    const stateOf = async (node: string) =>
      (await admin.ok(etlTasksApi.job, { params: { runId: run } })).nodes.find((one) => one.node === node)?.state;
    const child = await startWorker(server, children);
    await vi.waitFor(async () => expect([await stateOf('a'), await stateOf('b')]).toEqual(['done', 'running']), {
      timeout: patienceMs,
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await other.query(`commit; insert into first values ('late')`);
    await spaceQuery(server.platform, {
      text: `update ${spaceSchema('demo')}.run set leased_until = now() where id = $1 and state = 'running'`,
      values: [run],
    });
    await startWorker(server, children);
    expect(await endOf(admin, run, patienceMs)).toMatchObject({
      state: 'finished',
      rowsRead: 2 * rows,
      rowsWritten: 2 * rows,
    });
    const { rows: loaded } = await other.query(
      `select count(*)::int as all, count(distinct code)::int as codes, count(*) filter (where code = 'late')::int as late from both_of`,
    );
    expect(loaded).toEqual([{ all: 2 * rows, codes: 2 * rows, late: 0 }]);
    // nothing of it is left over
    const { rows: kept } = await spaceQuery<{ keys: Record<string, string> }>(server.platform, {
      text: `select memory -> 'keys' as keys from ${spaceSchema('demo')}.run where id = $1`,
      values: [run],
    });
    for (const node of ['a', 'b'])
      await expect(server.platform.files.open(kept[0]!.keys[node]!)).rejects.toThrow(FileMissing);
  },
  patienceMs * 2,
);
