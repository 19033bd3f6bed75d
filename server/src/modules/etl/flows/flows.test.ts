import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { EtlFlow } from '@formwork/contract/etl/flow.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { schedulesApi } from '@formwork/contract/schedules/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pushApi } from '@formwork/contract/workflow/push.ts';
import { inControl } from '../../../platform/db/db.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { drawFlow, drawTask, endOf, fileNode, release, type Own } from '../testing/drawing.ts';

// Flows from the drawing to their end, over HTTP: tasks that read a file and write one.

let server: TestServer;
let admin: Client;
let three: string;
let none: string;
let bad: string;

const out: Own<GivenTaskNode> = { id: 'p', kind: 'fileTarget', format: 'csv', name: 'out' };
const calls = { retries: 0, timeout: null };

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const rows = await fileNode(admin, 'three.csv', 'a,b\n1,x\n2,y\n3,z\n');
  const empty: Own<GivenTaskNode> = { id: 'w', kind: 'filter', language: 'feel', expression: 'a > 100' };
  const never: Own<GivenTaskNode> = {
    id: 'v',
    kind: 'validate',
    rules: [{ id: 'r', message: 'never', language: 'feel', expression: 'a > 100' }],
  };
  three = await release(admin, 'etl_task', drawTask([rows, out], ['c>p']));
  none = await release(admin, 'etl_task', drawTask([rows, empty, out], ['c>w', 'w>p']));
  bad = await release(admin, 'etl_task', drawTask([rows, never, out], ['c>v', 'v>p'], { rejects: 'stop' }));
});
afterAll(() => server.stop());

const released = (flow: EtlFlow): Promise<string> => release(admin, 'etl_flow', flow);
const task = (id: string, of: string, more: object = {}) => ({
  id,
  kind: 'task' as const,
  task: of,
  ...calls,
  ...more,
});
const start = async (flowId: string, body: object = {}): Promise<JobDetail> => {
  const { id } = await admin.ok(etlTasksApi.startFlow, { params: { flowId }, body });
  return endOf(admin, id);
};
const ran = (job: JobDetail): string[] => job.runs.map(({ node, state }) => `${node} ${state}`).toSorted();
const runsOf = async (definition: string, kind: 'etl.task' | 'etl.flow' = 'etl.flow') =>
  (await admin.ok(etlTasksApi.jobs, { query: { kind, definition, limit: 100 } })).jobs;

describe('a flow', () => {
  test('runs its tasks one after the other, and goes the way its decision says', async () => {
    const flow = await released(
      drawFlow(
        [
          task('a', three),
          { id: 'd', kind: 'decide', expression: 'written >= limit and day = date("2026-05-04")' },
          task('b', none),
          task('c', three),
          { id: 'm', kind: 'message', people: [admin.id], text: '好了' },
        ],
        ['a>d', 'd>b:yes', 'd>c:no', 'b>m'],
        { parameters: [{ id: 'p1', name: 'limit', type: 'number', value: '3' }] },
      ),
    );
    const job = await start(flow, { day: '2026-05-04' });
    expect(job).toMatchObject({ state: 'finished', day: '2026-05-04' });
    expect(ran(job)).toEqual(['a finished', 'b finished']);
    const child = await admin.ok(etlTasksApi.job, { params: { runId: job.runs[0]!.run } });
    expect(child).toMatchObject({ trigger: 'flow', day: '2026-05-04' });
    const { steps } = await admin.ok(runsApi.steps, { params: { runId: job.id }, query: {} });
    expect(steps.find(({ node }) => node === 'd')).toMatchObject({ out: { answer: true } });
    await vi.waitFor(async () => {
      const { rows } = await admin.ok(messagesApi.list, { query: {} });
      expect(rows.map(({ title }) => title)).toContain('好了');
    });
    // the same flow with another limit goes the other way
    expect(ran(await start(flow, { day: '2026-05-04', parameters: { limit: '4' } }))).toEqual([
      'a finished',
      'c finished',
    ]);
  });

  test('goes the first way of a switch that is right, or the one for everything else', async () => {
    const ways = [
      { id: 'much', name: '多', expression: 'written >= limit' },
      { id: 'some', name: '少', expression: 'written > 0' },
    ];
    const flow = await released({
      ...drawFlow(
        [task('a', three), { id: 's', kind: 'switch', ways }, task('b', none), task('c', none), task('d', none)],
        ['a>s', 's>b:way', 's>c:way', 's>d:otherwise'],
        { parameters: [{ id: 'p1', name: 'limit', type: 'number', value: '3' }] },
      ),
    });
    expect(ran(await start(flow))).toEqual(['a finished', 'b finished']);
    expect(ran(await start(flow, { parameters: { limit: '4' } }))).toEqual(['a finished', 'c finished']);
    const nothing = await released(
      drawFlow(
        [task('a', none), { id: 's', kind: 'switch', ways: ways.slice(1) }, task('c', none), task('d', three)],
        ['a>s', 's>c', 's>d:otherwise'],
      ),
    );
    const job = await start(nothing);
    expect([job.state, ran(job)]).toEqual(['finished', ['a finished', 'd finished']]);
    const { steps } = await admin.ok(runsApi.steps, { params: { runId: job.id }, query: {} });
    expect(steps.find(({ node }) => node === 's')).toMatchObject({ out: { way: null } });
  });

  test('goes on after a failure where a way leads there, and fails where none does', async () => {
    const caught = await released(drawFlow([task('a', bad), task('b', three)], ['a>b:failure']));
    const job = await start(caught);
    expect([job.state, ran(job)]).toEqual(['finished', ['a failed', 'b finished']]);
    const open = await start(await released(drawFlow([task('a', bad), task('b', three)], ['a>b'])));
    expect(open).toMatchObject({ state: 'failed', error: { code: 'etl.run.rejected' } });
    expect(ran(open)).toEqual(['a failed']);
  });

  test('is told of to those it names when it failed', async () => {
    const user = await server.as('user');
    const flow = await released(drawFlow([task('a', bad)], [], { settings: { notify: [user.id] } }));
    const job = await start(flow);
    expect(job.state).toBe('failed');
    await vi.waitFor(async () => {
      const { rows } = await user.ok(messagesApi.list, { query: {} });
      expect(rows.filter(({ kind }) => kind === 'etlFailed')).toHaveLength(1);
    });
  });

  test('tells by mail too, each in their language and once', async () => {
    const { platform, spaceId } = server;
    const [user, reader] = [await server.as('user2'), await server.as('user3')];
    for (const one of [user, reader])
      await inControl(platform.control, spaceId, (tx) =>
        tx
          .updateTable('identity.account')
          .set({ email: `${one.id}@example.com` })
          .where('id', '=', one.id)
          .execute(),
      );
    const push = await reader.ok(pushApi.get);
    await reader.fetch('/api/workflow/push', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify(push.settings),
    });
    const people = [user.id, reader.id];
    const { id, version } = await admin.ok(definitionsApi.create, {
      params: { kind: 'etl_flow' },
      body: {
        commandId: randomUUID(),
        name: { zh: '夜间任务', en: 'By night' },
        draft: drawFlow(
          [{ id: 'm', kind: 'message', people, text: '开始了', ways: ['mail'] }, task('a', bad)],
          ['m>a'],
          { settings: { notify: people, ways: ['message', 'mail'] } },
        ),
      },
    });
    await admin.ok(definitionsApi.release, { params: { kind: 'etl_flow', id }, body: { version } });
    await start(id, { day: '2026-05-05' });
    const mailsTo = (person: Client) =>
      inControl(platform.control, spaceId, (tx) =>
        tx
          .selectFrom('platform.outbox')
          .select(['subject', 'body_text'])
          .where('recipient', '=', `${person.id}@example.com`)
          .where('subject', 'not like', '%验证%')
          .orderBy('subject')
          .execute(),
      );
    await vi.waitFor(async () => {
      expect((await mailsTo(user)).map(({ subject }) => subject)).toEqual(
        expect.arrayContaining(['开始了', '数据任务失败: 夜间任务']),
      );
      expect((await mailsTo(reader)).map(({ subject }) => subject)).toEqual(['A data task failed: By night', '开始了']);
    });
    const [failed] = await mailsTo(reader);
    expect(failed!.body_text).toContain('Day: 2026-05-05');
    // a way of its own leaves no message, and the name of a failure is there in both languages
    const titles = async (language: string): Promise<string[]> => {
      const answer = await reader.fetch(`/api${messagesApi.list.path}`, { headers: { 'accept-language': language } });
      return ((await answer.json()) as { rows: { title: string }[] }).rows.map(({ title }) => title);
    };
    expect([await titles('zh-CN'), await titles('en')]).toEqual([['夜间任务'], ['By night']]);
  });

  test('goes on from what failed, and does not run again what went well', async () => {
    const off = await release(admin, 'etl_task', drawTask([await fileNode(admin, 'a.csv', 'a\n1\n'), out], ['c>p']));
    const turn = (enabled: boolean) =>
      admin.ok(definitionsApi.enable, { params: { kind: 'etl_task', id: off }, body: { enabled } });
    const flow = await released(drawFlow([task('a', three), task('b', off), task('c', three)], ['a>b', 'b>c']));
    await turn(false);
    const job = await start(flow);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'etl.task.off' }, can: { rerunFrom: true } });
    // neither what broke nor what was not reached counts as done
    expect(job).toMatchObject({ done: 1, total: 3 });
    // it never had a run of its own: the step is what a page goes on from
    const { steps } = await admin.ok(runsApi.steps, { params: { runId: job.id }, query: {} });
    expect(steps.find(({ node }) => node === 'b')).toMatchObject({ error: { code: 'etl.task.off' } });
    await turn(true);
    const before = job.runs.find(({ node }) => node === 'a')!.run;
    await admin.ok(runsApi.rerun, { params: { runId: job.id }, body: { from: 'b' } });
    const again = await endOf(admin, job.id);
    expect([again.state, ran(again)]).toEqual(['finished', ['a finished', 'b finished', 'c finished']]);
    expect(again.runs.find(({ node }) => node === 'a')!.run).toBe(before);
  });

  test('runs another flow for its day, with its parameters', async () => {
    const inner = await released(
      drawFlow([{ id: 'd', kind: 'decide', expression: 'place = "B"' }, task('b', three)], ['d>b:yes'], {
        parameters: [{ id: 'p1', name: 'place', type: 'text', value: 'A' }],
      }),
    );
    const outer = await released(drawFlow([{ id: 'f', kind: 'flow', flow: inner, ...calls }], []));
    const job = await start(outer, { day: '2026-03-01', parameters: { place: 'B' } });
    expect([job.state, ran(job)]).toEqual(['finished', ['f finished']]);
    const child = await admin.ok(etlTasksApi.job, { params: { runId: job.runs[0]!.run } });
    expect([child.day, ran(child)]).toEqual(['2026-03-01', ['b finished']]);
  });

  test('waits for another flow of the same day', async () => {
    const first = await released(drawFlow([task('a', three)], []));
    const behind = await released(
      drawFlow([{ id: 'w', kind: 'wait', flow: first, minutes: 10 }, task('b', three)], ['w>b']),
    );
    const day = '2026-04-01';
    await start(first, { day: '2026-03-31' });
    const { id } = await admin.ok(etlTasksApi.startFlow, { params: { flowId: behind }, body: { day } });
    await vi.waitFor(async () =>
      expect(await admin.ok(etlTasksApi.job, { params: { runId: id } })).toMatchObject({
        state: 'suspended',
        standing: ['w'],
      }),
    );
    await start(first, { day });
    const job = await endOf(admin, id, 10_000);
    expect([job.state, job.standing, ran(job)]).toEqual(['finished', [], ['b finished']]);
  });

  test('tries what failed again as often as it says', async () => {
    const job = await start(await released(drawFlow([task('a', bad, { retries: 1 })], [])));
    expect(job.state).toBe('failed');
    const { steps } = await admin.ok(runsApi.steps, { params: { runId: job.id }, query: {} });
    expect(steps.filter(({ node }) => node === 'a').map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  test('that is stopped stops its runs; stopping it twice is harmless', async () => {
    const inner = await released(
      drawFlow([{ id: 'w', kind: 'wait', flow: await released(drawFlow([task('a', three)], [])), minutes: 50 }], []),
    );
    const outer = await released(drawFlow([{ id: 'f', kind: 'flow', flow: inner, ...calls }], []));
    const { id } = await admin.ok(etlTasksApi.startFlow, { params: { flowId: outer }, body: { day: '2020-01-01' } });
    const child = await vi.waitFor(async () => {
      const [one] = (await admin.ok(etlTasksApi.job, { params: { runId: id } })).runs;
      expect(one?.state).toBe('suspended');
      return one!.run;
    });
    await admin.ok(runsApi.cancel, { params: { runId: id } });
    await admin.ok(runsApi.cancel, { params: { runId: id } });
    expect((await endOf(admin, id)).state).toBe('cancelled');
    expect((await endOf(admin, child)).state).toBe('cancelled');
  });
});

describe('days', () => {
  test('of a backfill come one after the other', async () => {
    const flow = await released(drawFlow([task('a', three)], []));
    const days = ['2026-02-01', '2026-02-02', '2026-02-03'];
    const { runs } = await admin.ok(etlTasksApi.backfill, { params: { flowId: flow }, body: { days } });
    const jobs = await Promise.all(runs.map((run) => endOf(admin, run, 60_000)));
    expect(jobs.map(({ state, day, trigger }) => [state, day, trigger])).toEqual(
      days.map((day) => ['finished', day, 'backfill']),
    );
    const { jobs: listed } = await admin.ok(etlTasksApi.jobs, {
      query: { kind: 'etl.flow', definition: flow, limit: 100 },
    });
    expect(listed.map(({ day }) => day).toSorted()).toEqual(days);
    const began = await Promise.all(
      jobs.map(
        async ({ runs: [child] }) => (await admin.ok(etlTasksApi.job, { params: { runId: child!.run } })).startedAt,
      ),
    );
    for (const [at, job] of jobs.slice(0, -1).entries()) expect(began[at + 1]! >= job.finishedAt!).toBe(true);
  });

  test('by the clock: a task and a flow run once when they are due, for the day of the enterprise', async () => {
    const flow = await released(drawFlow([task('a', three)], [], { settings: { dayOffset: 1 } }));
    // both schedules have to be there before
    const at = new Date(Date.now() + 4_000).toISOString();
    for (const [ofKind, ofId] of [
      ['etl_task', none],
      ['etl_flow', flow],
    ] as const)
      await admin.ok(schedulesApi.create, {
        body: { ofKind, ofId, timing: { at, workdays: false, overlap: 'skip', missed: 'once' } },
      });
    const dayOf = (moment: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date(moment));
    for (const [id, kind, day] of [
      [none, 'etl.task', dayOf(Date.parse(at))],
      [flow, 'etl.flow', dayOf(Date.parse(at) - 86_400_000)],
    ] as const) {
      const due = await vi.waitFor(
        async () => {
          const found = (await runsOf(id, kind)).filter(({ trigger }) => trigger === 'schedule');
          expect(found).toHaveLength(1);
          return found[0]!;
        },
        { interval: 200 },
      );
      expect(await endOf(admin, due.id)).toMatchObject({ state: 'finished', day });
    }
  });
});

test('flows are for administrators, and for their own enterprise', async () => {
  const flowId = await released(drawFlow([task('a', three)], []));
  const params = { flowId };
  for (const who of ['user', 'safe', 'audit']) {
    const client = await server.as(who);
    expect((await client.call(etlTasksApi.startFlow, { params, body: {} })).status).toBe(403);
    expect((await client.call(etlTasksApi.backfill, { params, body: { days: ['2026-01-01'] } })).status).toBe(403);
  }
  const stranger = await server.as('other-admin');
  expect((await stranger.call(etlTasksApi.startFlow, { params, body: {} })).status).toBe(404);
  const { id } = await admin.ok(etlTasksApi.startFlow, { params, body: {} });
  expect((await stranger.call(etlTasksApi.job, { params: { runId: id } })).status).toBe(404);
  await endOf(admin, id);
});
