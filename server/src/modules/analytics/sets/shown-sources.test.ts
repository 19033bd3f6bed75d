import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { emptyDataSet, type DataSet, type SetField, type SetSource } from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import type { ViewInput } from '@formwork/contract/views/view.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { field, newForm } from '../../../testing/forms.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { ask, begun, released, rowsOf, setChart, shownTo } from '../testing/sets.ts';

// Data sets of one form alone, and of what its shared labels show.

let server: TestServer;
let admin: Client;
/** All rows without the cost. */
let reader: Client;
let formId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, reader] = [await server.as('admin'), await server.as('user2')];
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '检修' } } });
  formId = await newForm(admin, appId, {
    titleField: 'line',
    fields: [field('text', 'line'), field('text', 'site'), field('number', 'hours'), field('number', 'cost')],
  });
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: '1',
          subject: { kind: 'person', id: reader.id },
          actions: ['view'],
          scope: 'all',
          fields: { cost: { existing: 'hidden' } },
        },
      ],
    },
  });
  for (const values of [
    { line: 'A', site: 'N', hours: '0.5', cost: '10' },
    { line: 'A', site: 'S', hours: '2', cost: '20' },
    { line: 'B', site: 'N', hours: '4', cost: '40' },
  ])
    await admin.ok(recordsApi.create, { params: { formId }, body: { values: values } });
});
afterAll(() => server.stop());

async function setOf(source: SetSource, fields: SetField[], more: Partial<DataSet> = {}): Promise<string> {
  const id = await begun(admin, 'dataset', { ...emptyDataSet(), source, fields, ...more });
  await released(admin, 'dataset', id);
  await shownTo(admin, 'dataset', id, 'use', reader);
  return id;
}

const label = async (input: Pick<ViewInput, 'type' | 'settings'> & Partial<ViewInput>): Promise<SetSource> => {
  const { id } = await admin.ok(viewsApi.create, {
    params: { formId },
    body: { title: { zh: '标签' }, scope: 'shared', ...input },
  });
  return { is: 'view', form: formId, view: id };
};

test('one form alone is modelled: with a path down, a value that is worked out, and how numbers read', async () => {
  const one: SetSource = { is: 'join', first: { as: 'p0', of: formId }, joins: [] };
  const text = (id: string): SetField => ({ id, column: `p0.${id}`, title: { zh: id }, kind: 'text' });
  const set = await setOf(
    one,
    [
      text('line'),
      text('site'),
      {
        id: 'hours',
        column: 'p0.hours',
        title: { zh: '工时' },
        kind: 'number',
        format: { as: 'percent', decimals: 2 },
      },
      {
        id: 'days',
        column: '',
        title: { zh: '天' },
        kind: 'number',
        format: { decimals: 3, unit: 'd' },
        calc: { expression: 'a / 8', parts: [{ name: 'a', field: 'hours' }] },
      },
    ],
    { hierarchies: [{ id: 'h1', title: { zh: '地点' }, fields: ['line', 'site'] }] },
  );
  const chart = setChart(set, {
    x: [{ field: 'line' }],
    y: [
      { field: 'hours', fn: 'avg' },
      { field: 'days', fn: 'sum' },
      { field: 'hours', fn: 'count', id: 'n' },
    ],
  });
  const { columns, rows } = await admin.ok(analyticsApi.query, { body: { chart, picks: [] } });
  expect(rows).toEqual([
    ['A', '1.25', '0.3125', '2'],
    ['B', '4', '0.5', '1'],
  ]);
  expect(columns.map(({ format }) => format)).toEqual([
    undefined,
    { as: 'percent', decimals: 2 },
    { decimals: 3, unit: 'd' },
    undefined,
  ]);
  const { hierarchies } = await admin.ok(analyticsApi.source, { params: { formId: `set:${set}` } });
  expect(hierarchies).toHaveLength(1);
});

test('an analysis of a form gives its groups, a list its records, to each as they see them', async () => {
  const analysis = await label({
    type: 'pivot',
    settings: {
      filter: { field: 'hours', operator: 'gt', value: 1 },
      pivot: {
        rows: [{ field: 'line' }],
        columns: [{ field: 'site' }],
        measures: [{ fn: 'count' }, { fn: 'sum', field: 'hours' }],
      },
    },
  });
  const draft = await begun(admin, 'dataset', emptyDataSet());
  const looked = await admin.ok(setsApi.look, { params: { datasetId: draft }, body: { source: analysis } });
  expect([looked.columns.map(({ name }) => name), looked.rows]).toEqual([
    ['line', 'site', '记录数', 'hours'],
    [
      ['A', 'S', '1', '2'],
      ['B', 'N', '1', '4'],
    ],
  ]);
  const groups = await setOf(analysis, [
    { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' },
    { id: 'hours', column: 'hours', title: { zh: '工时' }, kind: 'number' },
  ]);
  const most = setChart(groups, { x: [{ field: 'line' }], y: [{ field: 'hours', fn: 'max' }] });
  expect(await rowsOf(reader, most)).toEqual([
    ['A', '2'],
    ['B', '4'],
  ]);

  const list = await label({ type: 'list', settings: { columns: ['line', 'cost'] } });
  const costs = await setOf(list, [
    { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' },
    { id: 'cost', column: 'cost', title: { zh: '费用' }, kind: 'number' },
  ]);
  const sum = setChart(costs, { y: [{ field: 'cost', fn: 'sum' }] });
  expect(await rowsOf(admin, sum)).toEqual([['70']]);
  expect((await ask(reader, sum)).status).toBe(403);
});

test('a label of one person, and one that is gone, is nothing to a data set', async () => {
  const personal = await label({ type: 'list', settings: {}, scope: 'personal' });
  const draft = await begun(admin, 'dataset', emptyDataSet());
  const look = (source: SetSource) => admin.call(setsApi.look, { params: { datasetId: draft }, body: { source } });
  expect(codeOf(await look(personal))).toBe('views.view.not_found');
  const shared = await label({ type: 'list', settings: {} });
  expect((await look(shared)).status).toBe(200);
  const set = await setOf(shared, [{ id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' }]);
  const count = setChart(set, { y: [{ field: '', fn: 'count' }] });
  expect(await rowsOf(admin, count)).toEqual([['3']]);
  if (shared.is !== 'view') throw new Error('no label');
  await admin.ok(viewsApi.remove, { params: { formId, viewId: shared.view } });
  expect(codeOf(await ask(admin, count))).toBe('analytics.source_gone');
});
