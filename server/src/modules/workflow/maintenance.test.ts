import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { draw } from '@formwork/process/testing/play.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetForm } from '../forms/releases/released.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '维修' } } })).id;
});
afterAll(() => server.stop());

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;

/** Labour and parts; what costs more than 1,000 is signed by both managers. */
async function order(
  total: object = { expression: 'labour + sum(parts.amount)', result: 'number', decimals: 2 },
): Promise<string> {
  const definition: FormDefinition = {
    format: 1,
    title: { zh: '维修单' },
    titleField: 'name',
    layout: [],
    fields: [
      field('text', 'name'),
      field('money', 'labour'),
      field('switch', 'urgent'),
      field('formula', 'total', { config: total as never }),
    ],
    tables: [{ id: 'parts', title: { zh: '配件' }, fields: [field('text', 'part'), field('money', 'amount')] }],
  };
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  const graph = draw('if both:AB end', 'start>if if>both if>end* both>end', { both: { way: 'all' } });
  graph.edges.find(({ source, otherwise }) => source === 'if' && !otherwise)!.condition = 'total > 1000';
  const managers = [(await server.as('user2')).id, (await server.as('user3')).id];
  for (const node of graph.nodes)
    if (node.kind === 'approve') node.executors.rules = [{ by: 'persons', persons: managers }];
  graph.settings.administrators = [];
  await admin.ok(workflowApi.saveDefinition, { params: { formId: id }, body: { graph, expectedVersion: 0 } });
  await admin.ok(workflowApi.release, { params: { formId: id }, body: { expectedVersion: 1 } });
  return id;
}

async function started(formId: string, values: Record<string, unknown>, slaves: object = {}) {
  const { id: recordId } = await admin.ok(recordsApi.create, {
    params: { formId },
    body: { values: values as never, slaves: slaves as never },
  });
  await admin.ok(workflowApi.start, { params: { formId, recordId }, body: { commandId: randomUUID() } });
  const record = await admin.ok(recordsApi.get, { params: { formId, recordId } });
  const { nodes, instance } = await admin.ok(workflowApi.process, { params: { formId, recordId } });
  return {
    record,
    state: instance!.state,
    current: nodes.filter(({ display }) => display === 'current').map(({ node }) => node),
    signers: nodes
      .flatMap(({ tasks }) => tasks)
      .filter(({ state }) => state === 'open')
      .flatMap(({ actors }) => actors.filter((actor) => actor.state === 'pending').map(({ person }) => person.name)),
  };
}

test('labour 2,900 without parts goes to both managers, a cheap order goes on', async () => {
  const formId = await order();
  const dear = await started(formId, { name: '主轴', labour: 2900 });
  expect(dear).toMatchObject({
    state: 'processing',
    current: ['both'],
    record: { values: { total: 2900, urgent: false } },
  });
  expect(dear.signers).toHaveLength(2);
  expect(
    await started(formId, { name: '灯', labour: 200 }, { parts: [{ values: { part: '灯泡', amount: null } }] }),
  ).toMatchObject({ state: 'finished', record: { values: { total: 200 } } });
  expect(
    await started(formId, { name: '配件', labour: null }, { parts: [{ values: { part: '电机', amount: 1800 } }] }),
  ).toMatchObject({ current: ['both'], record: { values: { total: 1800 } } });
});

test('where the formula leaves the total empty, the process stops and skips nobody', async () => {
  const formId = await order({
    expression: 'labour + sum(parts.amount)',
    result: 'number',
    decimals: 2,
    empties: 'null',
  });
  expect(
    await started(formId, { name: '配件', labour: null }, { parts: [{ values: { part: '电机', amount: 1800 } }] }),
  ).toMatchObject({ state: 'processing', current: ['if'], record: { values: { total: null } } });
});

test('a formula from before keeps its result until its form is released anew, and the release says what changes', async () => {
  const formId = await order();
  // as releases and drafts were before formulas said how they read empty numbers
  for (const table of ['draft', 'release'])
    await server.platform.owner.query(
      `begin; set local app.space_id = 'demo'; update forms.${table} set definition = definition #- '{fields,3,config,empties}' where form_id = '${formId}'; commit`,
    );
  forgetForm(server.platform, 'demo', formId);
  const total = async () => (await started(formId, { name: '主轴', labour: 2900 })).record.values.total;
  expect(await total()).toBeNull();
  const plan = await admin.ok(formsApi.planRelease, { params: { formId } });
  expect(plan.problems).toMatchObject([{ code: 'forms.problem.empties_counted', level: 'warning', field: 'total' }]);
  expect(plan.changes).toMatchObject([{ kind: 'changed', what: 'field', field: 'total', properties: ['config'] }]);
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: plan.draftVersion } });
  expect(await total()).toBe(2900);
  expect(await admin.ok(formsApi.planRelease, { params: { formId } })).toMatchObject({ changes: [], problems: [] });
});

test('the flow check names what can be empty where that leaves a condition undecided', async () => {
  const formId = await order();
  const { graph, version } = await admin.ok(workflowApi.definition, { params: { formId } });
  const drawn = (condition: string, more: object = {}) => ({
    ...graph,
    nodes: graph.nodes.map((node) => (node.id === 'if' ? { ...node, ...more } : node)),
    edges: graph.edges.map((edge) => (edge.condition === undefined ? edge : { ...edge, condition })),
  });
  const check = (condition: string, more: object = {}) =>
    admin.ok(workflowApi.problems, { params: { formId }, body: { graph: drawn(condition, more) } });
  // worked out, summed over no rows, never between yes and no, or said itself
  for (const sure of ['total > 1000', 'count(parts) > 2', 'urgent', 'labour != null and labour > 1000'])
    expect(await check(sure), sure).toEqual([]);
  const named = async (condition: string) => (await check(condition)).map(({ data }) => data?.fields);
  // no rows at all sum up to 0, a row whose amount is empty leaves the sum open
  expect(await named('sum(parts.amount) > 1000')).toEqual([['parts.amount']]);
  expect(await named('sum(parts.amount[item != null]) > 1000')).toEqual([]);
  // there is no greatest of none
  expect(await named('max(parts.amount) > 1000')).toEqual([['parts', 'parts.amount']]);
  expect(await named('labour > max(parts.amount)')).toEqual([['labour', 'parts', 'parts.amount']]);
  expect(await named('count(parts) > 0 and max(parts.amount) > 1000')).toEqual([['parts.amount']]);
  expect(await check('labour > 1000')).toMatchObject([
    { code: 'workflow.problem.may_be_empty', level: 'warning', node: 'if', data: { fields: ['labour'] } },
  ]);
  // undecided only beside what the others hold
  expect(await check('name = "press" and labour > 1000')).toMatchObject([{ data: { fields: ['labour'] } }]);
  expect(await check('urgent and labour > 1000')).toMatchObject([{ data: { fields: ['labour'] } }]);
  expect(await check('labour > 1000', { emptyOtherwise: true })).toEqual([]);
  // a warning keeps nothing from being released
  await admin.ok(workflowApi.saveDefinition, {
    params: { formId },
    body: { graph: drawn('labour > 1000'), expectedVersion: version },
  });
  await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: version + 1 } });
});

test('a simulation works formulas out, takes a value for one instead, and reads a switch that nobody touched as no', async () => {
  const formId = await order();
  const { graph } = await admin.ok(workflowApi.definition, { params: { formId } });
  const initiator = (await server.as('user')).id;
  const play = async (values: Record<string, unknown>, condition = 'total > 1000', parts: object[] = []) => {
    const drawn = {
      ...graph,
      edges: graph.edges.map((edge) => (edge.condition === undefined ? edge : { ...edge, condition })),
    };
    const { steps, end } = await admin.ok(workflowApi.simulate, {
      params: { formId },
      body: { graph: drawn, initiator, values: values as never, slaves: { parts: parts as never } },
    });
    const { why, tried } = steps[0]!.trace.find((one) => one.kind === 'chose')!;
    return { why, end, missing: tried.flatMap(({ missing }) => missing ?? []) };
  };
  expect(await play({ labour: 2900 })).toEqual({ why: 'condition', end: 'finished', missing: [] });
  expect(await play({ labour: 200 })).toMatchObject({ why: 'otherwise' });
  expect(await play({})).toMatchObject({ why: 'otherwise' });
  expect(await play({ labour: 200, total: 5000 })).toMatchObject({ why: 'condition' });
  expect(await play({}, 'labour > 1000')).toEqual({ why: 'undecided', end: 'asks', missing: ['labour'] });
  expect(await play({}, 'urgent')).toMatchObject({ why: 'otherwise', missing: [] });
  // rows count in formulas and in conditions of their own
  const rows = [{ values: { amount: 700 } }, { values: { amount: 800 } }];
  expect(await play({}, 'total > 1000', rows)).toMatchObject({ why: 'condition' });
  expect(await play({}, 'sum(parts.amount) > 1000', rows)).toMatchObject({ why: 'condition' });
  expect(await play({}, 'sum(parts.amount) > 1000')).toMatchObject({ why: 'otherwise', missing: [] });
  expect(await play({}, 'sum(parts.amount) > 1000', [...rows, { values: {} }])).toEqual({
    why: 'undecided',
    end: 'asks',
    missing: ['parts.amount'],
  });
  expect(await play({ urgent: true }, 'urgent')).toMatchObject({ why: 'condition' });
});
