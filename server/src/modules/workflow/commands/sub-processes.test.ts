import { randomUUID } from 'node:crypto';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { draw } from '@formwork/process/testing/play.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { begun, close, does, kindsOf, nodesOf, open, pass, scene } from '../testing/begun.ts';

beforeAll(open);
afterAll(close);

/** Every step for a sub-process begins one of this form, with the name of the record. */
const startsOf =
  (child: string) =>
  (graph: ProcessGraph): void => {
    for (const node of graph.nodes)
      if (node.kind === 'sub-process') Object.assign(node, { form: child, set: [{ field: 'name', value: 'name' }] });
  };

test('a process that starts itself over and over is stopped, and shown to the administrators', async () => {
  const admin = await scene.who('ADMIN');
  const formId = await scene.form('a:A end', 'start>a a>end');
  const { graph: drawn } = await admin.ok(workflowApi.definition, { params: { formId } });
  const graph = { ...draw('sub1 end', 'start>sub1 sub1>end'), settings: drawn.settings };
  startsOf(formId)(graph);
  await admin.ok(workflowApi.saveDefinition, { params: { formId }, body: { graph, expectedVersion: 1 } });
  await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: 2 } });
  await scene.start(formId, await scene.record(formId, { name: '循环' }));
  for (let n = 0; n < 16; n++) await pass();
  expect((await admin.ok(recordsApi.list, { params: { formId }, query: { limit: 100 } })).rows).toHaveLength(11);
  const { rows } = await scene.server.platform.pool.query<{ comment: string }>(
    `select e.comment from ${spaceSchema(scene.server.spaceId)}.workflow_event e join ${spaceSchema(scene.server.spaceId)}.workflow_instance i on i.id = e.instance_id where i.form_id = $1 and e.kind = 'failed'`,
    [formId],
  );
  expect(rows).toEqual([{ comment: 'workflow.child.too_deep' }]);
});

describe('a process that waits for another', () => {
  const waiting = async () => {
    const child = await scene.form('c:C end', 'start>c c>end');
    const at = await begun(
      'par1 sub1:w b:B join1 end',
      'start>par1 par1>sub1 par1>b sub1>join1 b>join1 join1>end',
      startsOf(child),
      { name: '轴承' },
    );
    await pass();
    const c = await scene.who('C');
    const todo = async () => (await c.ok(workflowApi.todo, { query: { formId: child } })).items;
    const [first] = await todo();
    return {
      at,
      child: { formId: child, recordId: first!.recordId },
      childInstance: first!.instanceId,
      todo,
      instanceId: (await scene.process(at.formId, at.recordId, 'ADMIN')).instance!.id,
    };
  };
  const stateOf = async ({ formId, recordId }: { formId: string; recordId: string }) =>
    (await scene.process(formId, recordId, 'ADMIN')).instance?.state;

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
      expect(track.at(-1)).toMatchObject({
        kind: 'endedFromAbove',
        comment: '设备已报废',
        actor: { id: admin.id },
        persons: [{ id: (await scene.who('C')).id }],
      });
      const { platform, spaceId } = scene.server;
      const { rows } = await platform.pool.query<{ data: { stopped: string[] } }>(
        `select data from ${spaceSchema(spaceId)}.event where subject = $1 order by xid desc, id desc limit 1`,
        [childInstance],
      );
      expect(rows[0]!.data.stopped.toSorted()).toEqual(
        [(await scene.who('C')).id, (await scene.who('I')).id].toSorted(),
      );
    }
  });

  test('ends it where a return goes back past it, and starts another when it comes there again', async () => {
    const { at, child, todo } = await waiting();
    const task = await scene.task(at.formId, at.recordId, 'B');
    await (
      await scene.who('B')
    ).ok(workflowApi.returnTask, {
      params: { taskId: task.id },
      body: { commandId: randomUUID(), version: task.version, node: 'start', reason: '型号不对' },
    });
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
    const at = await begun('a:A sub1:w b:B end', 'start>a a>sub1 sub1>b b>end', startsOf(child), { name: '轴承' });
    await scene.submit(at.formId, at.recordId, 'A');
    return { at, child };
  };
  const retrieve = async ({ formId, recordId }: { formId: string; recordId: string }, taskId: string) =>
    (await scene.who('A')).call(workflowApi.retrieve, {
      params: { instanceId: (await scene.process(formId, recordId)).instance!.id },
      body: { commandId: randomUUID(), taskId },
    });

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
    expect(await scene.process(at.formId, at.recordId, 'A')).toMatchObject({
      retrievable: null,
      can: { retrieve: false },
    });
    const late = await retrieve(at, retrievable!);
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'workflow.task.not_retrievable', data: { name: 'user4 先生' } },
    });
  });

  test('is not once the system went on by itself, and nobody is blamed', async () => {
    const at = await begun(
      'a:A auto1 b:B end',
      'start>a a>auto1 auto1>b b>end',
      does({ what: 'record', set: [{ field: 'remark', value: '"x"' }] }),
    );
    await scene.submit(at.formId, at.recordId, 'A');
    const { rows } = await scene.server.platform.pool.query<{ id: string }>(
      `select id from ${spaceSchema(scene.server.spaceId)}.workflow_task where node = 'a' order by id desc limit 1`,
    );
    expect(await retrieve(at, rows[0]!.id)).toMatchObject({ status: 409, body: { code: 'workflow.task.gone_on' } });
  });
});
