import { rulesApi } from '@formwork/contract/rules/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from '../workflow/testing/scene.ts';
import { releaseRule, traces } from './testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ FORMWORK_LOG_LEVEL: 'error' });
});
afterAll(() => scene.server.stop());

test('a rule begins as a process comes to a node, and once as it ends', async () => {
  const formId = await scene.form('a:A b:B end', 'start>a a>b b>end');
  const admin = await scene.who('ADMIN');
  const { steps } = await admin.ok(rulesApi.facts, { query: { form: formId } });
  expect(steps.map(({ id }) => id)).toEqual(expect.arrayContaining(['start', 'a', 'b', 'end']));
  const said = (node: string) =>
    releaseRule(admin, `rule "${node}" on step "${node}" of ${formId} as system\n  set name = name + "${node} "\n`);
  const [atB, atEnd] = [await said('b'), await said('finished')];
  const count = async () => Promise.all([atB, atEnd].map(async (rule) => (await traces(admin, rule)).length));
  const recordId = await scene.record(formId);
  await scene.start(formId, recordId);
  expect((await scene.submit(formId, recordId, 'A')).status).toBe(200);
  await expect.poll(count).toEqual([1, 0]);
  expect((await scene.submit(formId, recordId, 'B')).status).toBe(200);
  await expect.poll(count).toEqual([1, 1]);
  const { instance } = await scene.process(formId, recordId);
  await (
    await scene.who('I')
  ).ok(workflowApi.comment, {
    params: { instanceId: instance!.id },
    body: { commandId: randomUUID(), comment: 'done' },
  });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await count()).toEqual([1, 1]);
});
