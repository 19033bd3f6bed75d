import { randomUUID } from 'node:crypto';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spaceSchema } from '../../platform/db/space-data.ts';
import { codeOf, type Answer } from '../../testing/server.ts';
import { openScene, type Letter, type Scene } from './testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.server.stop());

const dataOf = (answer: Answer) => (answer.body as { data?: Record<string, unknown> } | null)?.data;
const command = <T extends object>(more: T): T & { commandId: string } => ({ commandId: randomUUID(), ...more });

describe('the main job', () => {
  test('start, return with a reason, correct, counter-sign, finish; everybody sees what is theirs', async () => {
    const formId = await scene.form('a:AB b:CD if c:E end', 'start>a a>b b>if if>c if>end* c>end', {
      signing: { b: { way: 'all' } },
      change: (graph) => {
        graph.edges.find((edge) => edge.source === 'if' && !edge.otherwise)!.condition = 'total > 1000';
      },
    });
    const recordId = await scene.record(formId);
    const initiator = await scene.who('I');
    const at = { params: { formId, recordId } };

    // The slave rows go in with the start.
    const row = { values: { item: '轴承', qty: 2, price: '150.50' } };
    const preview = await initiator.ok(workflowApi.preview, { ...at, body: { slaves: { actions: [row] } } });
    expect(preview).toMatchObject({
      lastStep: false,
      next: [{ node: 'a', executors: [{ name: 'user2 先生' }, { name: 'user3 先生' }] }],
      asks: [],
    });
    await initiator.ok(workflowApi.start, { ...at, body: command({ slaves: { actions: [row] } }) });
    const saved = await initiator.ok(recordsApi.get, at);
    expect(saved.values).toMatchObject({ total: 301, _processState: 'processing' });
    expect(saved.can).toMatchObject({ edit: false, delete: false });

    // Any one of two: the to-do is there for both, and gone for both.
    const [a, b] = [await scene.who('A'), await scene.who('B')];
    for (const manager of [a, b]) {
      const { items } = await manager.ok(workflowApi.todo, {});
      expect(items.find((item) => item.recordId === recordId)).toMatchObject({
        recordTitle: '记录 51',
        formTitle: { zh: '设备检查' },
        appTitle: { zh: '设备管理' },
        taskName: { zh: 'a' },
        initiator: { name: 'user 先生' },
      });
    }
    const task = await scene.task(formId, recordId, 'A');
    expect(task.returnTargets).toMatchObject([{ node: 'start', isStart: true }]);
    await a.ok(workflowApi.returnTask, {
      params: { taskId: task.id },
      body: command({ version: task.version, node: 'start', reason: '单价不对' }),
    });
    expect((await b.ok(workflowApi.todo, {})).items.filter((item) => item.recordId === recordId)).toEqual([]);

    const mine = await scene.task(formId, recordId, 'I');
    expect(mine).toMatchObject({ node: 'start', returned: { reason: '单价不对', by: { name: 'user2 先生' } } });
    const rows = (await initiator.ok(recordsApi.get, at)).slaves.actions!;
    await initiator.ok(workflowApi.submit, {
      params: { taskId: mine.id },
      body: command({
        version: mine.version,
        slaves: { actions: [{ id: rows[0]!.id, values: { ...rows[0]!.values, price: '140.00' } }] },
        comment: '已更正',
      }),
    });
    expect((await scene.submit(formId, recordId, 'B', { comment: '同意' })).status).toBe(200);
    expect((await scene.submit(formId, recordId, 'D')).status).toBe(200);
    const last = await scene.task(formId, recordId, 'C');
    expect(await (await scene.who('C')).ok(workflowApi.preview, { ...at, body: { taskId: last.id } })).toMatchObject({
      lastStep: true,
      next: [],
    });
    expect((await scene.submit(formId, recordId, 'C')).body).toMatchObject({ instance: { state: 'finished' } });

    const view = await scene.process(formId, recordId);
    expect(view.instance).toMatchObject({ state: 'finished', initiator: { name: 'user 先生' } });
    expect(Object.fromEntries(view.nodes.map((node) => [node.node, node.display]))).toEqual({
      start: 'completed',
      a: 'completed',
      b: 'completed',
      if: 'completed',
      c: 'notStarted',
      end: 'completed',
    });
    const history = await initiator.ok(workflowApi.history, at);
    expect(history.filter((event) => event.actor).map((event) => [event.kind, event.actor!.name, event.node])).toEqual([
      ['started', 'user 先生', 'start'],
      ['returned', 'user2 先生', 'a'],
      ['resubmitted', 'user 先生', 'start'],
      ['submitted', 'user3 先生', 'a'],
      ['submitted', 'user5 先生', 'b'],
      ['submitted', 'user4 先生', 'b'],
    ]);
    expect((await initiator.ok(recordsApi.get, at)).values).toMatchObject({
      total: 280,
      _processState: 'finished',
      _processNodes: null,
      _processExecutors: null,
    });
    expect((await b.ok(workflowApi.handled, {})).items.filter((item) => item.recordId === recordId)).toHaveLength(1);
    expect(
      (await initiator.ok(workflowApi.started, {})).items.find((item) => item.recordId === recordId),
    ).toMatchObject({ state: 'finished' });
  });

  test('a seventh person sees none of it', async () => {
    const formId = await scene.form('a:A end', 'start>a a>end');
    const recordId = await scene.record(formId);
    await scene.start(formId, recordId);
    const at = { params: { formId, recordId } };
    const task = await scene.task(formId, recordId, 'A');
    const view = await scene.process(formId, recordId);
    const instance = { params: { instanceId: view.instance!.id } };
    const stranger = await scene.who('S');
    const tries = [
      await stranger.call(workflowApi.process, at),
      await stranger.call(workflowApi.history, at),
      await stranger.call(workflowApi.preview, { ...at, body: {} }),
      await stranger.call(workflowApi.preview, { ...at, body: { taskId: task.id } }),
      await stranger.call(workflowApi.start, { ...at, body: command({}) }),
      await stranger.call(workflowApi.startRights, { params: { formId } }),
      await stranger.call(workflowApi.submit, { params: { taskId: task.id }, body: command({ version: 1 }) }),
      await stranger.call(workflowApi.saveTaskDraft, { params: { taskId: task.id }, body: command({ version: 1 }) }),
      await stranger.call(workflowApi.returnTask, {
        params: { taskId: task.id },
        body: command({ version: 1, node: 'start', reason: 'x' }),
      }),
      await stranger.call(workflowApi.transfer, {
        params: { taskId: task.id },
        body: command({ version: 1, person: stranger.id }),
      }),
      await stranger.call(workflowApi.addSigners, {
        params: { taskId: task.id },
        body: command({ version: 1, persons: [stranger.id], place: 'beside' as const }),
      }),
      await stranger.call(workflowApi.retrieve, { ...instance, body: command({ taskId: task.id }) }),
      await stranger.call(workflowApi.cc, { ...instance, body: command({ persons: [stranger.id] }) }),
      await stranger.call(workflowApi.comment, { ...instance, body: command({ comment: 'x' }) }),
      await stranger.call(workflowApi.urge, { ...instance, body: command({}) }),
      await stranger.call(workflowApi.interrupt, { ...instance, body: command({ reason: 'x' }) }),
      await stranger.call(workflowApi.recover, { ...instance, body: command({ reason: 'x' }) }),
      await stranger.call(workflowApi.invalidate, { ...instance, body: command({ reason: 'x' }) }),
      await stranger.call(recordsApi.get, at),
      await stranger.call(recordsApi.list, { params: { formId } }),
    ];
    expect(tries.map((answer) => answer.status)).toEqual(tries.map(() => 404));
    for (const list of [workflowApi.todo, workflowApi.handled, workflowApi.started, workflowApi.copies])
      expect((await stranger.ok(list, {})).items).toEqual([]);
    expect(await stranger.ok(workflowApi.counts, {})).toEqual({
      todo: 0,
      handled: 0,
      started: 0,
      copies: 0,
      unreadCopies: 0,
      drafts: 0,
      followed: 0,
    });
    const other = await scene.server.as('other-admin');
    expect(
      [
        await other.call(workflowApi.process, at),
        await other.call(workflowApi.submit, { params: { taskId: task.id }, body: command({ version: 1 }) }),
      ].map((answer) => answer.status),
    ).toEqual([404, 404]);
  });
});

describe('at once', () => {
  test('every signer of a counter-sign node at the same moment: one advance each round', async () => {
    const signers: Letter[] = ['A', 'B', 'C', 'D', 'E', 'S'];
    const formId = await scene.form(`a:${signers.join('')} b:ADMIN end`, 'start>a a>b b>end', {
      signing: { a: { way: 'all' } },
      change: adminAt('b'),
    });
    for (let round = 0; round < 10; round++) {
      const recordId = await scene.record(formId);
      await scene.start(formId, recordId);
      const answers = await Promise.all(signers.map((letter) => scene.submit(formId, recordId, letter)));
      expect(answers.map((answer) => answer.status)).toEqual(signers.map(() => 200));
      const history = await (await scene.who('I')).ok(workflowApi.history, { params: { formId, recordId } });
      expect(history.filter((event) => event.kind === 'opened' && event.node === 'b')).toHaveLength(1);
      expect((await scene.process(formId, recordId)).nodes.find((node) => node.node === 'b')!.tasks).toHaveLength(1);
    }
  });

  test('the same command ten times: one effect, ten equal answers', async () => {
    const formId = await scene.form('a:A b:B end', 'start>a a>b b>end');
    const recordId = await scene.record(formId);
    const initiator = await scene.who('I');
    const begin = command({});
    const starts = await Promise.all(
      Array.from({ length: 10 }, () =>
        initiator.call(workflowApi.start, { params: { formId, recordId }, body: begin }),
      ),
    );
    expect(new Set(starts.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    const task = await scene.task(formId, recordId, 'A');
    const body = command({ version: task.version, comment: '同意' });
    const a = await scene.who('A');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => a.call(workflowApi.submit, { params: { taskId: task.id }, body: body })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    const history = await initiator.ok(workflowApi.history, { params: { formId, recordId } });
    expect(history.filter((event) => event.kind === 'submitted')).toHaveLength(1);
    // The number of one command does for no other.
    const again = await a.call(workflowApi.retrieve, {
      params: { instanceId: (await scene.process(formId, recordId)).instance!.id },
      body: { ...body, taskId: task.id },
    });
    expect([again.status, codeOf(again)]).toEqual([409, 'workflow.command.reused']);
  });

  test('retrieve against the next approval: one wins, the other is told by whom', async () => {
    const formId = await scene.form('a:A b:B c:C end', 'start>a a>b b>c c>end');
    for (const first of ['retrieve', 'submit'] as const) {
      const recordId = await scene.record(formId);
      await scene.start(formId, recordId);
      const mine = await scene.task(formId, recordId, 'A');
      await scene.submit(formId, recordId, 'A');
      const next = await scene.task(formId, recordId, 'B');
      const instanceId = (await scene.process(formId, recordId)).instance!.id;
      const [a, b] = [await scene.who('A'), await scene.who('B')];
      const ask = {
        retrieve: () => a.call(workflowApi.retrieve, { params: { instanceId }, body: command({ taskId: mine.id }) }),
        submit: () =>
          b.call(workflowApi.submit, { params: { taskId: next.id }, body: command({ version: next.version }) }),
      };
      // both have begun before either gets what it waits for, in this order
      const release = await holdInstance(instanceId);
      const won = ask[first]();
      await waitForLocks(1);
      const lost = first === 'retrieve' ? ask.submit() : ask.retrieve();
      await waitForLocks(2);
      await release();
      expect((await won).status).toBe(200);
      const loser = await lost;
      expect([loser.status, codeOf(loser)]).toEqual([
        409,
        first === 'retrieve' ? 'workflow.task.stale' : 'workflow.task.not_retrievable',
      ]);
      expect(dataOf(loser)).toMatchObject({ name: first === 'retrieve' ? 'user2 先生' : 'user3 先生' });
      expect(typeof dataOf(loser)?.at).toBe('string');
      const open = (await scene.process(formId, recordId)).nodes
        .flatMap((node) => node.tasks)
        .filter((task) => task.state === 'open');
      expect(open.map((task) => task.node)).toEqual([first === 'retrieve' ? 'a' : 'c']);
    }
  });

  test('two starts of one record: one process', async () => {
    const formId = await scene.form('a:A end', 'start>a a>end');
    const recordId = await scene.record(formId);
    const initiator = await scene.who('I');
    const answers = await Promise.all(
      [1, 2, 3].map(() => initiator.call(workflowApi.start, { params: { formId, recordId }, body: command({}) })),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    expect(codeOf(answers.find((answer) => answer.status === 409)!)).toBe('workflow.instance.already_running');
  });
});

function adminAt(id: string) {
  return (graph: import('@formwork/contract/workflow/graph.ts').ProcessGraph) => {
    const node = graph.nodes.find((one) => one.id === id);
    if (node?.kind === 'approve') node.executors.rules = [{ by: 'persons', persons: ['ADMIN'] }];
  };
}

/** Nobody changes the process until it is let go. */
async function holdInstance(instanceId: string): Promise<() => Promise<void>> {
  const holder = await scene.server.platform.owner.connect();
  await holder.query('begin');
  await holder.query(`select 1 from ${spaceSchema(scene.server.spaceId)}.workflow_instance where id = $1 for update`, [
    instanceId,
  ]);
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

async function waitForLocks(count: number): Promise<void> {
  const waiting = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await scene.server.platform.pool.query<{ count: number }>(waiting)).rows[0]!.count)
    .toBe(count);
}
