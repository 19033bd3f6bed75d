import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import { openScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.server.stop());

test('a form begins with a graph that says what it misses, and cannot be released like that', async () => {
  const admin = await scene.who('ADMIN');
  const formId = await blankForm();
  const params = { formId };
  const blank = await admin.ok(workflowApi.definition, { params });
  expect(blank).toMatchObject({ version: 0, released: null });
  expect(
    (await admin.ok(workflowApi.problems, { params, body: { graph: blank.graph } })).map((problem) => problem.code),
  ).toEqual(['workflow.problem.no_executors']);
  const saved = await admin.ok(workflowApi.saveDefinition, {
    params,
    body: { graph: blank.graph, expectedVersion: 0 },
  });
  expect(saved).toMatchObject({ version: 1, updatedBy: { name: 'admin 先生' } });
  expect(codeOf(await admin.call(workflowApi.release, { params, body: { expectedVersion: 1 } }))).toBe(
    'workflow.definition.has_problems',
  );
});

test('two designers: the second is told that somebody saved', async () => {
  const admin = await scene.who('ADMIN');
  const params = { formId: await blankForm() };
  const { graph } = await admin.ok(workflowApi.definition, { params });
  const save = (expectedVersion: number) =>
    admin.call(workflowApi.saveDefinition, { params, body: { graph, expectedVersion } });
  const first = await Promise.all([save(0), save(0)]);
  expect(first.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  expect(codeOf(await save(0))).toBe('workflow.definition.stale');
  expect((await save(1)).status).toBe(200);
  expect(codeOf(await save(1))).toBe('workflow.definition.stale');
});

test('conditions are checked against the fields of the form', async () => {
  const admin = await scene.who('ADMIN');
  const formId = await scene.form('a:A end', 'start>a a>end');
  const { graph } = await admin.ok(workflowApi.releaseGraph, { params: { formId, number: 1 } });
  const choice = structuredClone(graph);
  choice.nodes.push({ id: 'if', kind: 'condition', name: { zh: '金额' }, x: 0, y: 0 });
  choice.edges = [
    { id: 'e1', source: 'start', target: 'if' },
    { id: 'e2', source: 'if', target: 'a', condition: 'total > 100 and count(actions) > 0' },
    { id: 'e3', source: 'if', target: 'end', otherwise: true },
    { id: 'e4', source: 'a', target: 'end' },
  ];
  const check = async () =>
    (await admin.ok(workflowApi.problems, { params: { formId }, body: { graph: choice } })).map((problem) => [
      problem.code,
      problem.edge,
    ]);
  expect(await check()).toEqual([]);
  for (const bad of ['nonsense > 1', 'total >', 'total + 1']) {
    choice.edges[1]!.condition = bad;
    expect(await check()).toEqual([['workflow.problem.bad_condition', 'e2']]);
  }
});

test('a running process keeps its release; a new one takes the newest', async () => {
  const admin = await scene.who('ADMIN');
  const formId = await scene.form('a:A end', 'start>a a>end');
  const params = { formId };
  const [one, two] = [await scene.record(formId), await scene.record(formId)];
  await scene.start(formId, one);
  const { graph, version } = await admin.ok(workflowApi.definition, { params });
  const changed = {
    ...graph,
    nodes: graph.nodes.map((node) => (node.id === 'a' ? { ...node, name: { zh: '复核' } } : node)),
  };
  await admin.ok(workflowApi.saveDefinition, { params, body: { graph: changed, expectedVersion: version } });
  expect(
    await admin.ok(workflowApi.release, { params, body: { expectedVersion: version + 1, note: '改名' } }),
  ).toMatchObject({ number: 2, note: '改名', releasedBy: { name: 'admin 先生' } });
  await scene.start(formId, two);
  expect((await scene.task(formId, one, 'A')).name).toEqual({ zh: 'a' });
  expect((await scene.task(formId, two, 'A')).name).toEqual({ zh: '复核' });
  expect((await admin.ok(workflowApi.releases, { params })).map((release) => release.number)).toEqual([2, 1]);
  expect(codeOf(await admin.call(workflowApi.releaseGraph, { params: { formId, number: 3 } }))).toBe(
    'workflow.release.not_found',
  );
});

test('designers look, administrators change, users do neither', async () => {
  const params = { formId: await scene.form('a:A end', 'start>a a>end') };
  const [safe, user, other] = [
    await scene.server.as('safe'),
    await scene.who('I'),
    await scene.server.as('other-admin'),
  ];
  const { graph, version } = await safe.ok(workflowApi.definition, { params });
  expect(
    (await safe.call(workflowApi.saveDefinition, { params, body: { graph, expectedVersion: version } })).status,
  ).toBe(403);
  expect((await user.call(workflowApi.definition, { params })).status).toBe(403);
  expect((await other.call(workflowApi.definition, { params })).status).toBe(404);
  expect((await other.call(workflowApi.releases, { params })).status).toBe(404);
});

test('a form without a process cannot be started', async () => {
  const formId = await blankForm();
  const admin = await scene.who('ADMIN');
  expect(await admin.ok(workflowApi.startRights, { params: { formId } })).toEqual({ can: false, rights: null });
  const record = await admin.ok(recordsApi.create, { params: { formId }, body: { values: {} } });
  const answer = await admin.call(workflowApi.start, {
    params: { formId, recordId: record.id },
    body: { commandId: randomUUID() },
  });
  expect([answer.status, codeOf(answer)]).toEqual([409, 'workflow.form.no_process']);
});

async function blankForm(): Promise<string> {
  const admin = await scene.who('ADMIN');
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '空白' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '空白' },
    fields: [newField('text', { zh: '名称' })],
    tables: [],
    layout: [],
    titleField: null,
  };
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}
