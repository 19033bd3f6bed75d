import { randomUUID } from 'node:crypto';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../../testing/listen.ts';
import { openScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.server.stop());

test('a to-do comes and goes on the pages of those it concerns, and of nobody else', async () => {
  const formId = await scene.form('a:AB end', 'start>a a>end');
  const recordId = await scene.record(formId);
  const [a = [], b = [], s = []] = await Promise.all(
    (['A', 'B', 'S'] as const).map(async (letter) => listen(scene.server.url, await scene.who(letter))),
  );
  await scene.start(formId, recordId);
  const todo = expect.objectContaining({ type: 'workflow.todo', formId, recordId });
  await expect.poll(() => a).toContainEqual(todo);
  await expect.poll(() => b).toContainEqual(todo);
  const task = await scene.task(formId, recordId, 'A');
  await (
    await scene.who('A')
  ).ok(workflowApi.submit, { params: { taskId: task.id }, body: { commandId: randomUUID(), version: task.version } });
  await expect
    .poll(() => b)
    .toContainEqual(expect.objectContaining({ type: 'workflow.changed', recordId, state: 'finished' }));
  expect(s.filter((message) => message.type !== 'bound')).toEqual([]);
});
