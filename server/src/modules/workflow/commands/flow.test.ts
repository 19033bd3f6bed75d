import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { differences } from '@formwork/process/bpmn/compare.ts';
import { draw } from '@formwork/process/testing/play.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import { begun, close, nodesOf, open, scene } from '../testing/begun.ts';

beforeAll(open);
afterAll(close);

describe('entrusting and removing signers', () => {
  test('another acts for me after accepting, or refuses, or I take it back; strangers cannot', async () => {
    const at = await begun('a:A b:B end', 'start>a a>b b>end');
    const [a, c, d] = [await scene.who('A'), await scene.who('C'), await scene.who('D')];
    const mine = await scene.task(at.formId, at.recordId, 'A');
    const params = { taskId: mine.id };
    const ask = async (person: string) =>
      a.call(workflowApi.entrust, {
        params,
        body: { commandId: randomUUID(), version: (await scene.task(at.formId, at.recordId, 'A')).version, person },
      });
    expect(
      (
        await d.call(workflowApi.entrust, {
          params,
          body: { commandId: randomUUID(), version: mine.version, person: c.id },
        })
      ).status,
    ).toBe(404);
    expect((await ask(c.id)).status).toBe(200);
    const theirs = await scene.task(at.formId, at.recordId, 'C');
    expect(theirs.entrustedBy).toMatchObject({ id: a.id });
    expect(
      (
        await c.call(workflowApi.answerEntrusted, {
          params,
          body: { commandId: randomUUID(), version: theirs.version, reason: '出差' },
        })
      ).status,
    ).toBe(200);
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
    const remove = (person: string) =>
      a.call(workflowApi.removeSigners, {
        params: { taskId: task.id },
        body: { commandId: randomUUID(), version: task.version, persons: [person] },
      });
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
      nodes: before.graph.nodes
        .filter(({ id }) => id !== 'a')
        .map((node) => (node.id === 'b' ? { ...node, id: 'b2' } : node)),
      edges: [
        { id: 'x1', source: 'start', target: 'b2' },
        { id: 'x2', source: 'b2', target: 'end' },
      ],
    };
    await admin.ok(workflowApi.saveDefinition, {
      params: { formId },
      body: { graph, expectedVersion: before.version },
    });
    await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: before.version + 1 } });
    expect(await admin.ok(workflowApi.runningReleases, { params: { formId } })).toEqual([{ release: 1, count: 2 }]);
    const move = (dryRun: boolean) =>
      admin.ok(workflowApi.migrate, { params: { formId, number: 2 }, body: { from: 1, map: { b: 'b2' }, dryRun } });
    const said = { moved: 1, refused: [{ recordId: stays, hindrances: [{ node: 'a', why: 'gone' }] }] };
    expect(await move(true)).toMatchObject(said);
    expect(await admin.ok(workflowApi.runningReleases, { params: { formId } })).toEqual([{ release: 1, count: 2 }]);
    expect(await move(false)).toMatchObject(said);
    expect(await admin.ok(workflowApi.runningReleases, { params: { formId } })).toEqual([
      { release: 1, count: 1 },
      { release: 2, count: 1 },
    ]);
    expect(await nodesOf({ formId, recordId: moves })).toEqual(['b2']);
    const history = await admin.ok(workflowApi.history, { params: { formId, recordId: moves } });
    expect(history.at(-1)).toMatchObject({ kind: 'migrated', comment: '1 → 2' });
    expect(history.find((event) => event.kind === 'submitted')?.nodeName).toEqual({ zh: 'a' });
    expect((await scene.submit(formId, moves, 'B')).status).toBe(200);
    expect((await scene.process(formId, moves)).instance!.state).toBe('finished');
    expect((await scene.submit(formId, stays, 'A')).status).toBe(200);
    expect(
      (
        await (
          await scene.who('A')
        ).call(workflowApi.migrate, { params: { formId, number: 2 }, body: { from: 1, map: {}, dryRun: true } })
      ).status,
    ).toBe(403);
  });
});

describe('models', () => {
  const xml = readFileSync(
    new URL('../../../../../packages/process/src/bpmn/testing/order.bpmn', import.meta.url),
    'utf8',
  );

  test('are imported, refused by name at release, and exported with nothing lost', async () => {
    const formId = await scene.form('a:A end', 'start>a a>end');
    const admin = await scene.who('ADMIN');
    const params = { formId };
    const { graph } = await admin.ok(workflowApi.importModel, { params, body: { xml } });
    await admin.ok(workflowApi.saveDefinition, { params, body: { graph, expectedVersion: 1 } });
    const draft = await admin.ok(workflowApi.definition, { params });
    const found = (await admin.ok(workflowApi.problems, { params, body: { graph: draft.graph } })).filter(
      (problem) => problem.code === 'workflow.problem.not_executable',
    );
    expect(found.map((problem) => problem.data!.name)).toEqual(
      expect.arrayContaining(['通知供应商', '收到回执', '备货', '拣货', '会签', '订单', '两天未答复']),
    );
    expect(codeOf(await admin.call(workflowApi.release, { params, body: { expectedVersion: draft.version } }))).toBe(
      'workflow.definition.has_problems',
    );
    const answer = await admin.ok(workflowApi.exportModel, { params, body: { graph: draft.graph } });
    expect(differences(xml, answer.xml)).toEqual([]);
    expect(codeOf(await admin.call(workflowApi.importModel, { params, body: { xml: '<definitions' } }))).toBe(
      'workflow.bpmn.unreadable',
    );
    expect((await (await scene.who('A')).call(workflowApi.importModel, { params, body: { xml } })).status).toBe(403);
    const strange = { ...draft.graph, imported: { source: 'f'.repeat(64), foreign: [] } };
    expect(codeOf(await admin.call(workflowApi.exportModel, { params, body: { graph: strange } }))).toBe(
      'workflow.bpmn.not_found',
    );
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
      nodes: drawn.nodes
        .filter(({ id }) => id !== 'join1')
        .map((node) =>
          node.kind === 'approve'
            ? {
                ...node,
                executors: { ...node.executors, rules: [{ by: 'persons', persons: [node.id === 'a' ? a.id : b.id] }] },
              }
            : node,
        ),
      edges: drawn.edges.map((edge) => (edge.condition ? { ...edge, condition: 'name = "急"' } : edge)),
    };
    const initiator = (await scene.who('I')).id;
    const play = (values: Record<string, unknown>) =>
      admin.ok(workflowApi.simulate, { params: { formId }, body: { graph, initiator, values: values as never } });
    const quick = await play({ name: '急' });
    expect(quick.steps.map((step) => step.node)).toEqual(['start', 'a', 'wait1']);
    expect(quick.steps[0]!.trace.find((one) => one.kind === 'chose')).toMatchObject({
      why: 'condition',
      tried: [{ holds: true }],
    });
    expect(quick).toMatchObject({ end: 'finished', refusal: null });
    expect((await play({ name: '缓' })).steps.map((step) => [step.node, step.by])).toEqual([
      ['start', initiator],
      ['b', b.id],
    ]);
    expect((await admin.ok(workflowApi.started, {})).items).toEqual([]);
    expect(
      (await a.call(workflowApi.simulate, { params: { formId }, body: { graph, initiator, values: {} } })).status,
    ).toBe(403);
  });
});
