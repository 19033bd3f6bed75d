import { randomUUID } from 'node:crypto';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { codeOf } from '../../../testing/server.ts';
import { fireDue } from './run-timers.ts';
import { begun, close, kindsOf, nodesOf, open, pass, scene } from '../testing/begun.ts';

beforeAll(open);
afterAll(close);

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

  test('a wait lasts until the moment in a field, and holds nothing where the field is empty', async () => {
    const untilVisit = (graph: ProcessGraph): void => {
      for (const node of graph.nodes) if (node.kind === 'timer') node.wait = { by: 'field', field: 'visit' };
    };
    const draw = 'wait1 a:A end';
    const ways = 'start>wait1 wait1>a a>end';
    const at = await begun(draw, ways, untilVisit, {
      name: '保养',
      visit: new Date(Date.now() + 90 * 60_000).toISOString(),
    });
    await pass(80);
    expect(await nodesOf(at)).toEqual(['wait1']);
    await pass(11);
    expect(await nodesOf(at)).toEqual(['a']);
    const empty = await begun(draw, ways, untilVisit, { name: '没有约定' });
    await pass();
    expect(await nodesOf(empty)).toEqual(['a']);
  });

  test('a due time in hours of work reminds, and takes it as agreed', async () => {
    const at = await begun('a:A b:B end', 'start>a a>b b>end', (graph) => {
      for (const node of graph.nodes)
        if (node.id === 'a' && node.kind === 'approve')
          node.due = { within: { minutes: 120, working: true }, remindBefore: 5, remindEvery: 0, overdue: 'pass' };
    });
    const due = (await scene.process(at.formId, at.recordId, 'ADMIN')).nodes.find((node) => node.node === 'a')!
      .tasks[0]!.dueAt!;
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
      for (const node of graph.nodes)
        if (node.id === 'a' && node.kind === 'approve')
          node.due = { within: { minutes: 60, working: false }, remindBefore: 0, remindEvery: 0, overdue: 'return' };
    });
    const admin = await scene.who('ADMIN');
    const { instance } = await scene.process(at.formId, at.recordId, 'ADMIN');
    const mine = await scene.task(at.formId, at.recordId, 'A');
    await admin.ok(workflowApi.interrupt, {
      params: { instanceId: instance!.id },
      body: { commandId: randomUUID(), reason: '盘点' },
    });
    const late = await (
      await scene.who('A')
    ).call(workflowApi.submit, {
      params: { taskId: mine.id },
      body: { commandId: randomUUID(), version: mine.version, values: { name: '改' } },
    });
    expect(codeOf(late)).toBe('workflow.instance.not_processing');
    await pass(600);
    await admin.ok(workflowApi.recover, {
      params: { instanceId: instance!.id },
      body: { commandId: randomUUID(), reason: '盘点完' },
    });
    expect(await nodesOf(at)).toEqual(['a']);
    await pass(61);
    expect(await nodesOf(at)).toEqual(['start']);
  });
});
