import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { searchApi } from '@formwork/contract/records/search.ts';
import { rulesApi } from '@formwork/contract/rules/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { taskProblems } from '@formwork/etl/graph.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { field, newForm } from '../../../testing/forms.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { releaseRule } from '../../rules/testing/scene.ts';
import { drawTask, endOf, fileNode, release, type Own } from '../testing/drawing.ts';
import { etlTaskKind } from './task-kind.ts';

// A form that is loaded by its rules, and without them by choice.

let server: TestServer;
let admin: Client;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  ({ id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '装载' } } }));
});
afterAll(() => server.stop());

const csv = ['code,amount,state', 'a,1,new', 'nordwind,2000,', 'a,3,', 'c,much,'].join('\n');

async function loaded(quick: boolean) {
  const formId = await newForm(admin, appId, {
    titleField: 'code',
    fields: [
      field('text', 'code', { unique: true }),
      field('number', 'amount'),
      field('text', 'state', { required: true }),
      field('autoNumber', 'number'),
      field('formula', 'twice', { config: { expression: 'amount * 2', result: 'number' } }),
    ],
  });
  const early = await releaseRule(
    admin,
    `rule "e" on saving of ${formId} at before as system\n  when amount > 1000 then\n    stop at amount "too much"\n  end\n`,
  );
  const late = await releaseRule(
    admin,
    `rule "l" on created of ${formId} as system\n  when amount > 0 then\n    set state = "seen"\n  end\n`,
  );
  const source = await fileNode(admin, 'rows.csv', csv);
  const target: Own<GivenTaskNode> = {
    id: 't',
    kind: 'formTarget',
    form: formId,
    mode: 'create',
    quick,
    key: '',
    mapping: ['code', 'amount', 'state'].map((name) => ({ id: name, column: name, field: name })),
  };
  const text = source as { columns: { name: string; type: string }[] };
  for (const column of text.columns) column.type = 'text';
  const taskId = await release(admin, 'etl_task', drawTask([source, target], ['c>t']));
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} });
  const job = await endOf(admin, id);
  return { formId, job, rules: [early, late] };
}

const judgedBy = async (rule: string) =>
  (await admin.ok(rulesApi.list, { query: {} })).rows.find(({ id }) => id === rule)?.judged;
const eventsOf = async (formId: string): Promise<string[]> => {
  const { rows } = await spaceQuery<{ type: string }>(server.platform, {
    text: `select distinct type from ${spaceSchema('demo')}.event where data->>'formId' = $1 order by type`,
    values: [formId],
  });
  return rows.map(({ type }) => type);
};

test('a quick load passes rules and events by, and keeps types, unique values, numbers, lists and the search', async () => {
  const { formId, job, rules } = await loaded(true);
  expect(job).toMatchObject({ state: 'finished', rowsWritten: 2, rowsRejected: 2 });
  const { rows } = await admin.ok(recordsApi.list, { params: { formId }, query: { limit: 10, sort: 'amount' } });
  expect(rows.map(({ values }) => [values.code, values.state ?? null, values.twice])).toEqual([
    ['a', 'new', 2],
    ['nordwind', null, 4000],
  ]);
  expect(new Set(rows.map(({ values }) => values.number)).size).toBe(2);
  expect(rows.every(({ values }) => Boolean(values.number))).toBe(true);
  const { rows: rejected } = await admin.ok(etlTasksApi.rejected, {
    params: { runId: job.id },
    query: { offset: 0, limit: 10 },
  });
  expect(rejected.map(({ row }) => [row.code, row.amount])).toEqual([
    ['a', '3'],
    ['c', 'much'],
  ]);
  const found = async () =>
    (await admin.ok(searchApi.records, { query: { search: 'nordwind' } })).rows.some((row) => row.formId === formId);
  await expect.poll(found, { timeout: 20_000 }).toBe(true);
  expect(await eventsOf(formId)).toEqual(['records.loaded']);
  expect(await Promise.all(rules.map(judgedBy))).toEqual([0, 0]);
  const { steps } = await admin.ok(runsApi.steps, { params: { runId: job.id }, query: { limit: 50 } as never });
  expect(steps.find(({ node }) => node === 't')?.out).toMatchObject({ rows: 2, quick: true });
});

test('without the choice every row goes by the rules', async () => {
  const { formId, job, rules } = await loaded(false);
  // required, unique, no number, and what a rule refuses
  expect(job).toMatchObject({ state: 'finished', rowsWritten: 1, rowsRejected: 3 });
  expect(await eventsOf(formId)).toContain('records.imported');
  await expect.poll(() => judgedBy(rules[1]!), { timeout: 20_000 }).toBe(1);
});

test('only who may design forms releases it, and no records are changed by it', async () => {
  const source = await fileNode(admin, 'rows.csv', csv);
  const node = (mode: 'create' | 'upsert'): Own<GivenTaskNode> => ({
    id: 't',
    kind: 'formTarget',
    form: 'orders',
    mode,
    quick: true,
    key: 'code',
    mapping: [{ id: 'm', column: 'code', field: 'code' }],
  });
  expect(taskProblems(drawTask([source, node('upsert')], ['c>t'])).map(({ code }) => code)).toEqual([
    'etl.problem.quick_upsert',
  ]);
  const task = drawTask([source, node('create')], ['c>t']);
  const lacks = async (role: string) =>
    (await etlTaskKind.problemsFor!({ user: { role } } as Ctx, task, { id: 'x' })).map(({ code, at }) => [code, ...at]);
  expect(await lacks('user')).toEqual([['etl.problem.quick_rights', 'nodes', '#t']]);
  expect(await lacks('admin')).toEqual([]);
  const user = await server.as('user');
  const made = await user.call(definitionsApi.create, {
    params: { kind: 'etl_task' },
    body: { commandId: crypto.randomUUID(), name: { zh: 'x' }, draft: task },
  });
  expect(made.status).toBe(404);
});
