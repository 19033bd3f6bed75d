import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { AutomaticNode, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { differences } from '@formwork/process/bpmn/compare.ts';
import { draw } from '@formwork/process/testing/play.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spaceSchema } from '../../platform/space-data.ts';
import type { Answer } from '../../testing/server.ts';
import { fireDue } from './run-timers.ts';
import { openScene, type Letter, type Scene } from './testing/scene.ts';

let scene: Scene;
let outside: HttpServer;
let address: string;
const calls: { key: string | undefined; body: { values: Record<string, unknown> } }[] = [];
/** What the outside answers, one after the other. */
let answers: number[] = [];

beforeAll(async () => {
  outside = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => { body += part.toString(); });
    request.on('end', () => {
      calls.push({ key: request.headers['idempotency-key'] as string | undefined, body: JSON.parse(body) as never });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((done) => { outside.listen(0, '127.0.0.1', done); });
  address = `http://127.0.0.1:${(outside.address() as { port: number }).port}/hook`;
  // Timers are fired by hand here: by the clock they would be at moments of their own.
  scene = await openScene({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1', FORMWORK_ROLE: 'web' });
});
afterAll(async () => {
  await scene.server.stop();
  outside.close();
});

const codeOf = (answer: Answer) => (answer.body as { code?: string } | null)?.code;
const does = (what: AutomaticNode['does']) => (graph: ProcessGraph) => { for (const node of graph.nodes) if (node.kind === 'automatic') node.does = what; };

/** Lets so much time go by for all timers, and fires what is due. */
async function pass(minutes = 0): Promise<void> {
  const { platform, spaceId } = scene.server;
  await platform.pool.query(`update ${spaceSchema(spaceId)}.workflow_timer set due = due - make_interval(mins => $1), leased_until = null where state = 'waiting'`, [minutes]);
  await fireDue(platform, spaceId);
}

async function begun(nodes: string, edges: string, change?: (graph: ProcessGraph) => void, values?: Record<string, unknown>): Promise<{ formId: string; recordId: string }> {
  const formId = await scene.form(nodes, edges, change ? { change } : {});
  const recordId = await scene.record(formId, values);
  await scene.start(formId, recordId);
  return { formId, recordId };
}

async function nodesOf({ formId, recordId }: { formId: string; recordId: string }, letter: Letter = 'ADMIN'): Promise<string[]> {
  const { nodes } = await scene.process(formId, recordId, letter);
  return nodes.filter((node) => node.display === 'current').map((node) => node.node);
}

const kindsOf = async ({ formId, recordId }: { formId: string; recordId: string }) => (await (await scene.who('ADMIN')).ok(workflowApi.history, { params: { formId, recordId } })).map((event) => event.kind);

describe('by the clock', () => {
  test('a wait holds the process, and two workers with one timer fire it once', async () => {
    const at = await begun('wait1:60 a:A end', 'start>wait1 wait1>a a>end');
    expect(await nodesOf(at)).toEqual(['wait1']);
    await pass(10);
    expect(await nodesOf(at)).toEqual(['wait1']);
    const { platform, spaceId } = scene.server;
    await platform.pool.query(`update ${spaceSchema(spaceId)}.workflow_timer set due = now() where state = 'waiting'`);
    await Promise.all(Array.from({ length: 5 }, () => fireDue(platform, spaceId)));
    expect(await nodesOf(at)).toEqual(['a']);
    expect((await kindsOf(at)).filter((kind) => kind === 'waited')).toHaveLength(1);
    expect((await scene.submit(at.formId, at.recordId, 'A')).status).toBe(200);
  });

  test('a due time in hours of work reminds, and takes it as agreed', async () => {
    const at = await begun('a:A b:B end', 'start>a a>b b>end', (graph) => {
      for (const node of graph.nodes) if (node.id === 'a' && node.kind === 'approve') node.due = { within: { minutes: 120, working: true }, remindBefore: 5, remindEvery: 0, overdue: 'pass' };
    });
    const due = (await scene.process(at.formId, at.recordId, 'ADMIN')).nodes.find((node) => node.node === 'a')!.tasks[0]!.dueAt!;
    const minutes = Math.round((Date.parse(due) - Date.now()) / 60_000);
    expect(minutes).toBeGreaterThanOrEqual(119);
    await pass(minutes - 4);
    expect((await kindsOf(at)).at(-1)).toBe('reminded');
    await pass(6);
    expect(await nodesOf(at)).toEqual(['b']);
    expect(await kindsOf(at)).toEqual(expect.arrayContaining(['overdue', 'passed']));
  });

  test('an interrupted process is not overdue', async () => {
    const at = await begun('a:A b:B end', 'start>a a>b b>end', (graph) => {
      for (const node of graph.nodes) if (node.id === 'a' && node.kind === 'approve') node.due = { within: { minutes: 60, working: false }, remindBefore: 0, remindEvery: 0, overdue: 'return' };
    });
    const admin = await scene.who('ADMIN');
    const { instance } = await scene.process(at.formId, at.recordId, 'ADMIN');
    const mine = await scene.task(at.formId, at.recordId, 'A');
    await admin.ok(workflowApi.interrupt, { params: { instanceId: instance!.id }, body: { commandId: randomUUID(), reason: '盘点' } });
    const late = await (await scene.who('A')).call(workflowApi.submit, { params: { taskId: mine.id }, body: { commandId: randomUUID(), version: mine.version, values: { name: '改' } } });
    expect(codeOf(late)).toBe('workflow.instance.not_processing');
    await pass(600);
    await admin.ok(workflowApi.recover, { params: { instanceId: instance!.id }, body: { commandId: randomUUID(), reason: '盘点完' } });
    expect(await nodesOf(at)).toEqual(['a']);
    await pass(61);
    expect(await nodesOf(at)).toEqual(['start']);
  });
});

describe('by the system', () => {
  test('a record is changed by formulas and rules', async () => {
    const at = await begun('auto1 a:A end', 'start>auto1 auto1>a a>end', does({ what: 'rule', lines: [{ when: 'name = "x"', set: [{ field: 'remark', value: '"never"' }] }, { when: '', set: [{ field: 'remark', value: 'name + " 已登记"' }] }] }), { name: '水泵' });
    await pass();
    expect(await nodesOf(at)).toEqual(['a']);
    const record = await (await scene.who('I')).ok(recordsApi.get, { params: { formId: at.formId, recordId: at.recordId } });
    expect(record.values.remark).toBe('水泵 已登记');
  });

  test('an interface is called with a key, again while it fails, and shown to the administrator in the end', async () => {
    calls.length = 0;
    answers = [500, 200];
    const change = does({ what: 'call', method: 'POST', url: address, fields: ['name'] });
    const at = await begun('auto1 a:A end', 'start>auto1 auto1>a a>end', change, { name: '电机' });
    await pass();
    expect(await nodesOf(at)).toEqual(['auto1']);
    await pass(10);
    expect(await nodesOf(at)).toEqual(['a']);
    expect(calls).toHaveLength(2);
    expect(calls[0]!.key).toBe(calls[1]!.key);
    expect(calls[1]!.body.values).toEqual({ name: '电机' });

    answers = [500, 500, 500, 500, 500, 200];
    const hard = await begun('auto1 a:A end', 'start>auto1 auto1>a a>end', change);
    for (let n = 0; n < 5; n++) await pass(60);
    expect(await kindsOf(hard)).toContain('failed');
    const { instance, failed } = await scene.process(hard.formId, hard.recordId, 'ADMIN');
    expect(failed).toEqual(['auto1']);
    const { rows } = await scene.server.platform.pool.query<{ data: { failed: string[]; byItself: boolean } }>(`select data from ${spaceSchema(scene.server.spaceId)}.event where subject = $1 and type = 'workflow.instance.failed'`, [instance!.id]);
    expect(rows.map(({ data }) => data)).toMatchObject([{ failed: [(await scene.who('ADMIN')).id], byItself: true }]);
    const retry = { params: { instanceId: instance!.id }, body: { commandId: randomUUID(), node: 'auto1' } };
    expect((await (await scene.who('I')).call(workflowApi.retry, retry)).status).toBe(403);
    await (await scene.who('ADMIN')).ok(workflowApi.retry, retry);
    await pass();
    expect(await nodesOf(hard)).toEqual(['a']);
  });

  test('another process is started with values of this one, and waited for', async () => {
    const child = await scene.form('c:C end', 'start>c c>end', { change: (graph) => Object.assign(graph.nodes[0]!, { commentRequired: true, signatureRequired: true }) });
    const at = await begun('sub1:w a:A end', 'start>sub1 sub1>a a>end', (graph) => {
      for (const node of graph.nodes) if (node.kind === 'sub-process') Object.assign(node, { form: child, set: [{ field: 'name', value: '"备件：" + name' }] });
    }, { name: '轴承' });
    await pass();
    expect(await nodesOf(at)).toEqual(['sub1']);
    const [todo] = (await (await scene.who('C')).ok(workflowApi.todo, { query: { formId: child } })).items;
    expect(todo).toMatchObject({ recordTitle: '备件：轴承', formId: child });
    // each leads to the other, for whoever may see both
    const upper = await scene.process(at.formId, at.recordId);
    expect(upper.below).toMatchObject([{ node: 'sub1', instanceId: todo!.instanceId, state: 'processing', record: { formId: child, recordId: todo!.recordId, title: '备件：轴承' } }]);
    // nobody was there to sign its start
    expect((await scene.process(child, todo!.recordId)).nodes[0]!.tasks[0]!.actors).toMatchObject([{ comment: null, signature: null }]);
    expect((await scene.process(child, todo!.recordId)).above).toMatchObject({ node: 'sub1', instanceId: upper.instance!.id, record: { ...at, title: '轴承' } });
    expect((await scene.process(child, todo!.recordId, 'C')).above).toMatchObject({ formTitle: { zh: '设备检查' }, state: 'processing', record: null });
    expect((await scene.submit(child, todo!.recordId, 'C')).status).toBe(200);
    await pass();
    expect(await nodesOf(at)).toEqual(['a']);
  });

  test('another process that is not waited for is known as well, and ends nothing', async () => {
    const child = await scene.form('c:C end', 'start>c c>end');
    const at = await begun('sub1 a:A end', 'start>sub1 sub1>a a>end', (graph) => {
      for (const node of graph.nodes) if (node.kind === 'sub-process') Object.assign(node, { form: child, set: [{ field: 'name', value: 'name' }] });
    }, { name: '轴承' });
    await pass();
    const [other] = (await scene.process(at.formId, at.recordId)).below;
    expect((await scene.submit(child, other!.record!.recordId, 'C')).body).toMatchObject({ instance: { state: 'finished' } });
    await pass();
    expect([await nodesOf(at), (await scene.process(at.formId, at.recordId)).below]).toMatchObject([['a'], [{ state: 'finished' }]]);
    expect((await scene.process(child, other!.record!.recordId)).above).toMatchObject({ record: at });
  });
});

test('a process that starts itself over and over is stopped, and shown to the administrators', async () => {
  const admin = await scene.who('ADMIN');
  const formId = await scene.form('a:A end', 'start>a a>end');
  const { graph: drawn } = await admin.ok(workflowApi.definition, { params: { formId } });
  const graph = { ...draw('sub1 end', 'start>sub1 sub1>end'), settings: drawn.settings };
  for (const node of graph.nodes) if (node.kind === 'sub-process') Object.assign(node, { form: formId, set: [{ field: 'name', value: 'name' }] });
  await admin.ok(workflowApi.saveDefinition, { params: { formId }, body: { graph, expectedVersion: 1 } });
  await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: 2 } });
  await scene.start(formId, await scene.record(formId, { name: '循环' }));
  for (let n = 0; n < 16; n++) await pass();
  expect((await admin.ok(recordsApi.list, { params: { formId }, query: { limit: 100 } })).rows).toHaveLength(11);
  const { rows } = await scene.server.platform.pool.query<{ comment: string }>(`select e.comment from ${spaceSchema(scene.server.spaceId)}.workflow_event e join ${spaceSchema(scene.server.spaceId)}.workflow_instance i on i.id = e.instance_id where i.form_id = $1 and e.kind = 'failed'`, [formId]);
  expect(rows).toEqual([{ comment: 'workflow.child.too_deep' }]);
});

describe('a process that waits for another', () => {
  const waiting = async () => {
    const child = await scene.form('c:C end', 'start>c c>end');
    const at = await begun('par1 sub1:w b:B join1 end', 'start>par1 par1>sub1 par1>b sub1>join1 b>join1 join1>end', (graph) => {
      for (const node of graph.nodes) if (node.kind === 'sub-process') Object.assign(node, { form: child, set: [{ field: 'name', value: 'name' }] });
    }, { name: '轴承' });
    await pass();
    const c = await scene.who('C');
    const todo = async () => (await c.ok(workflowApi.todo, { query: { formId: child } })).items;
    const [first] = await todo();
    return { at, child: { formId: child, recordId: first!.recordId }, childInstance: first!.instanceId, todo, instanceId: (await scene.process(at.formId, at.recordId, 'ADMIN')).instance!.id };
  };
  const stateOf = async ({ formId, recordId }: { formId: string; recordId: string }) => (await scene.process(formId, recordId, 'ADMIN')).instance?.state;

  test('takes it along when it ends as invalid, also from where it was stopped, and those concerned are told', async () => {
    for (const stop of [false, true]) {
      const { at, child, childInstance, todo, instanceId } = await waiting();
      const admin = await scene.who('ADMIN');
      const body = () => ({ commandId: randomUUID(), reason: '设备已报废' });
      if (stop) {
        await admin.ok(workflowApi.interrupt, { params: { instanceId }, body: body() });
        expect(await stateOf(child)).toBe('processing');
        await admin.ok(workflowApi.interrupt, { params: { instanceId: childInstance }, body: body() });
      }
      await admin.ok(workflowApi.invalidate, { params: { instanceId }, body: body() });
      expect([await stateOf(at), await stateOf(child), await todo()]).toEqual(['invalid', 'invalid', []]);
      expect((await kindsOf(at)).slice(-2)).toEqual(['invalidated', 'childStopped']);
      const track = await admin.ok(workflowApi.history, { params: child });
      expect(track.at(-1)).toMatchObject({ kind: 'endedFromAbove', comment: '设备已报废', actor: { id: admin.id }, persons: [{ id: (await scene.who('C')).id }] });
      const { platform, spaceId } = scene.server;
      const { rows } = await platform.pool.query<{ data: { stopped: string[] } }>(`select data from ${spaceSchema(spaceId)}.event where subject = $1 order by xid desc, id desc limit 1`, [childInstance]);
      expect(rows[0]!.data.stopped.toSorted()).toEqual([(await scene.who('C')).id, (await scene.who('I')).id].toSorted());
    }
  });

  test('ends it where a return goes back past it, and starts another when it comes there again', async () => {
    const { at, child, todo } = await waiting();
    const task = await scene.task(at.formId, at.recordId, 'B');
    await (await scene.who('B')).ok(workflowApi.returnTask, { params: { taskId: task.id }, body: { commandId: randomUUID(), version: task.version, node: 'start', reason: '型号不对' } });
    expect([await stateOf(child), await todo()]).toEqual(['invalid', []]);
    expect((await scene.submit(at.formId, at.recordId, 'I')).status).toBe(200);
    await pass();
    const [again] = await todo();
    expect(again!.recordId).not.toBe(child.recordId);
    expect((await scene.submit(child.formId, again!.recordId, 'C')).status).toBe(200);
    expect((await scene.submit(at.formId, at.recordId, 'B')).status).toBe(200);
    await pass();
    expect(await stateOf(at)).toBe('finished');
  });
});

describe('what led to another process', () => {
  const led = async () => {
    const child = await scene.form('c:C d:D end', 'start>c c>d d>end');
    const at = await begun('a:A sub1:w b:B end', 'start>a a>sub1 sub1>b b>end', (graph) => {
      for (const node of graph.nodes) if (node.kind === 'sub-process') Object.assign(node, { form: child, set: [{ field: 'name', value: 'name' }] });
    }, { name: '轴承' });
    await scene.submit(at.formId, at.recordId, 'A');
    return { at, child };
  };
  const retrieve = async ({ formId, recordId }: { formId: string; recordId: string }, taskId: string) =>
    (await scene.who('A')).call(workflowApi.retrieve, { params: { instanceId: (await scene.process(formId, recordId)).instance!.id }, body: { commandId: randomUUID(), taskId } });

  test('is retrieved while nobody acted there, before it started and after: the other ends', async () => {
    const { at } = await led();
    const early = (await scene.process(at.formId, at.recordId, 'A')).retrievable!;
    expect((await retrieve(at, early)).status).toBe(200);
    await pass();
    expect(await nodesOf(at)).toEqual(['a']);
    expect((await scene.process(at.formId, at.recordId)).below).toEqual([]);

    await scene.submit(at.formId, at.recordId, 'A');
    await pass();
    const { retrievable } = await scene.process(at.formId, at.recordId, 'A');
    expect((await retrieve(at, retrievable!)).status).toBe(200);
    expect(await nodesOf(at)).toEqual(['a']);
    expect((await scene.process(at.formId, at.recordId)).below).toMatchObject([{ state: 'invalid' }]);
  });

  test('is not once somebody acted there, who is named', async () => {
    const { at, child } = await led();
    await pass();
    const { retrievable } = await scene.process(at.formId, at.recordId, 'A');
    const [other] = (await scene.process(at.formId, at.recordId)).below;
    expect((await scene.submit(child, other!.record!.recordId, 'C')).status).toBe(200);
    expect(await scene.process(at.formId, at.recordId, 'A')).toMatchObject({ retrievable: null, can: { retrieve: false } });
    const late = await retrieve(at, retrievable!);
    expect(late).toMatchObject({ status: 409, body: { code: 'workflow.task.not_retrievable', data: { name: 'user4 先生' } } });
  });

  test('is not once the system went on by itself, and nobody is blamed', async () => {
    const at = await begun('a:A auto1 b:B end', 'start>a a>auto1 auto1>b b>end', does({ what: 'record', set: [{ field: 'remark', value: '"x"' }] }));
    await scene.submit(at.formId, at.recordId, 'A');
    const { rows } = await scene.server.platform.pool.query<{ id: string }>(`select id from ${spaceSchema(scene.server.spaceId)}.workflow_task where node = 'a' order by id desc limit 1`);
    expect(await retrieve(at, rows[0]!.id)).toMatchObject({ status: 409, body: { code: 'workflow.task.gone_on' } });
  });
});

describe('entrusting and removing signers', () => {
  test('another acts for me after accepting, or refuses, or I take it back; strangers cannot', async () => {
    const at = await begun('a:A b:B end', 'start>a a>b b>end');
    const [a, c, d] = [await scene.who('A'), await scene.who('C'), await scene.who('D')];
    const mine = await scene.task(at.formId, at.recordId, 'A');
    const params = { taskId: mine.id };
    const ask = async (person: string) => a.call(workflowApi.entrust, { params, body: { commandId: randomUUID(), version: (await scene.task(at.formId, at.recordId, 'A')).version, person } });
    expect((await d.call(workflowApi.entrust, { params, body: { commandId: randomUUID(), version: mine.version, person: c.id } })).status).toBe(404);
    expect((await ask(c.id)).status).toBe(200);
    const theirs = await scene.task(at.formId, at.recordId, 'C');
    expect(theirs.entrustedBy).toMatchObject({ id: a.id });
    expect((await c.call(workflowApi.answerEntrusted, { params, body: { commandId: randomUUID(), version: theirs.version, reason: '出差' } })).status).toBe(200);
    expect((await ask(c.id)).status).toBe(200);
    expect((await scene.process(at.formId, at.recordId, 'A')).entrusted).toEqual([mine.id]);
    await a.ok(workflowApi.cancelEntrusted, { params, body: { commandId: randomUUID() } });
    expect((await ask(c.id)).status).toBe(200);
    const again = await scene.task(at.formId, at.recordId, 'C');
    await c.ok(workflowApi.answerEntrusted, { params, body: { commandId: randomUUID(), version: again.version } });
    expect((await scene.submit(at.formId, at.recordId, 'C')).status).toBe(200);
    expect(await nodesOf(at)).toEqual(['b']);
  });

  test('a signer who has not acted is removed', async () => {
    const formId = await scene.form('a:ABC b:D end', 'start>a a>b b>end', { signing: { a: { way: 'all' } } });
    const recordId = await scene.record(formId);
    await scene.start(formId, recordId);
    await scene.submit(formId, recordId, 'B');
    const task = await scene.task(formId, recordId, 'A');
    const [a, c] = [await scene.who('A'), await scene.who('C')];
    const remove = (person: string) => a.call(workflowApi.removeSigners, { params: { taskId: task.id }, body: { commandId: randomUUID(), version: task.version, persons: [person] } });
    expect(codeOf(await remove((await scene.who('B')).id))).toBe('workflow.task.not_a_signer');
    expect((await remove(c.id)).status).toBe(200);
    await scene.submit(formId, recordId, 'A');
    expect(await nodesOf({ formId, recordId })).toEqual(['b']);
  });
});

describe('releases', () => {
  test('running processes move to another release, or are named with what hinders them', async () => {
    const formId = await scene.form('a:A b:B end', 'start>a a>b b>end');
    const admin = await scene.who('ADMIN');
    const [stays, moves] = [await scene.record(formId), await scene.record(formId)];
    for (const recordId of [stays, moves]) await scene.start(formId, recordId);
    await scene.submit(formId, moves, 'A');
    // The next release has no first approval any more, and calls the second otherwise.
    const before = await admin.ok(workflowApi.definition, { params: { formId } });
    const graph: ProcessGraph = {
      ...before.graph,
      nodes: before.graph.nodes.filter(({ id }) => id !== 'a').map((node) => (node.id === 'b' ? { ...node, id: 'b2' } : node)),
      edges: [{ id: 'x1', source: 'start', target: 'b2' }, { id: 'x2', source: 'b2', target: 'end' }],
    };
    await admin.ok(workflowApi.saveDefinition, { params: { formId }, body: { graph, expectedVersion: before.version } });
    await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: before.version + 1 } });
    expect(await admin.ok(workflowApi.runningReleases, { params: { formId } })).toEqual([{ release: 1, count: 2 }]);
    const move = (dryRun: boolean) => admin.ok(workflowApi.migrate, { params: { formId, number: 2 }, body: { from: 1, map: { b: 'b2' }, dryRun } });
    const said = { moved: 1, refused: [{ recordId: stays, hindrances: [{ node: 'a', why: 'gone' }] }] };
    expect(await move(true)).toMatchObject(said);
    expect(await admin.ok(workflowApi.runningReleases, { params: { formId } })).toEqual([{ release: 1, count: 2 }]);
    expect(await move(false)).toMatchObject(said);
    expect(await admin.ok(workflowApi.runningReleases, { params: { formId } })).toEqual([{ release: 1, count: 1 }, { release: 2, count: 1 }]);
    expect(await nodesOf({ formId, recordId: moves })).toEqual(['b2']);
    const history = await admin.ok(workflowApi.history, { params: { formId, recordId: moves } });
    expect(history.at(-1)).toMatchObject({ kind: 'migrated', comment: '1 → 2' });
    expect(history.find((event) => event.kind === 'submitted')?.nodeName).toEqual({ zh: 'a' });
    expect((await scene.submit(formId, moves, 'B')).status).toBe(200);
    expect((await scene.process(formId, moves)).instance!.state).toBe('finished');
    expect((await scene.submit(formId, stays, 'A')).status).toBe(200);
    expect((await (await scene.who('A')).call(workflowApi.migrate, { params: { formId, number: 2 }, body: { from: 1, map: {}, dryRun: true } })).status).toBe(403);
  });
});

describe('models', () => {
  const xml = readFileSync(new URL('../../../../packages/process/src/bpmn/testing/order.bpmn', import.meta.url), 'utf8');

  test('are imported, refused by name at release, and exported with nothing lost', async () => {
    const formId = await scene.form('a:A end', 'start>a a>end');
    const admin = await scene.who('ADMIN');
    const params = { formId };
    const { graph } = await admin.ok(workflowApi.importModel, { params, body: { xml } });
    await admin.ok(workflowApi.saveDefinition, { params, body: { graph, expectedVersion: 1 } });
    const draft = await admin.ok(workflowApi.definition, { params });
    const found = (await admin.ok(workflowApi.problems, { params, body: { graph: draft.graph } })).filter((problem) => problem.code === 'workflow.problem.not_executable');
    expect(found.map((problem) => problem.data!.name)).toEqual(expect.arrayContaining(['通知供应商', '收到回执', '备货', '拣货', '会签', '订单', '两天未答复']));
    expect(codeOf(await admin.call(workflowApi.release, { params, body: { expectedVersion: draft.version } }))).toBe('workflow.definition.has_problems');
    const answer = await admin.ok(workflowApi.exportModel, { params, body: { graph: draft.graph } });
    expect(differences(xml, answer.xml)).toEqual([]);
    expect(codeOf(await admin.call(workflowApi.importModel, { params, body: { xml: '<definitions' } }))).toBe('workflow.bpmn.unreadable');
    expect((await (await scene.who('A')).call(workflowApi.importModel, { params, body: { xml } })).status).toBe(403);
    const strange = { ...draft.graph, imported: { source: 'f'.repeat(64), foreign: [] } };
    expect(codeOf(await admin.call(workflowApi.exportModel, { params, body: { graph: strange } }))).toBe('workflow.bpmn.not_found');
  });
});

describe('simulation', () => {
  test('plays it to the end with reasons, and stores nothing', async () => {
    const formId = await scene.form('a:A end', 'start>a a>end');
    const admin = await scene.who('ADMIN');
    const [a, b] = [await scene.who('A'), await scene.who('B')];
    const drawn = draw('if a:A b:B wait1:60 join1 end', 'start>if if>a if>b* a>wait1 wait1>end b>end');
    const graph: ProcessGraph = {
      ...drawn,
      settings: { ...drawn.settings, administrators: [] },
      nodes: drawn.nodes.filter(({ id }) => id !== 'join1').map((node) => (node.kind === 'approve' ? { ...node, executors: { ...node.executors, rules: [{ by: 'persons', persons: [node.id === 'a' ? a.id : b.id] }] } } : node)),
      edges: drawn.edges.map((edge) => (edge.condition ? { ...edge, condition: 'name = "急"' } : edge)),
    };
    const initiator = (await scene.who('I')).id;
    const play = (values: Record<string, unknown>) => admin.ok(workflowApi.simulate, { params: { formId }, body: { graph, initiator, values: values as never } });
    const quick = await play({ name: '急' });
    expect(quick.steps.map((step) => step.node)).toEqual(['start', 'a', 'wait1']);
    expect(quick.steps[0]!.trace.find((one) => one.kind === 'chose')).toMatchObject({ why: 'condition', tried: [{ holds: true }] });
    expect(quick).toMatchObject({ end: 'finished', refusal: null });
    expect((await play({ name: '缓' })).steps.map((step) => [step.node, step.by])).toEqual([['start', initiator], ['b', b.id]]);
    expect((await admin.ok(workflowApi.started, {})).items).toEqual([]);
    expect((await a.call(workflowApi.simulate, { params: { formId }, body: { graph, initiator, values: {} } })).status).toBe(403);
  });
});
