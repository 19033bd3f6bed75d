import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { emptyDataSet } from '@formwork/contract/analytics/dataset.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { begun, fileSet, released, setChart } from './testing/sets.ts';

// Of yes and no a chart says how many are yes, and what share: of a form as of a data set.

let server: TestServer;
let admin: Client;
const rows = [
  ['A', true],
  ['A', false],
  ['A', false],
  ['A', false],
  ['B', true],
] as const;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const failures: Parameters<typeof setChart>[1] = {
  x: [{ field: 'line' }],
  y: [
    { field: 'failed', fn: 'sum' },
    { field: 'failed', fn: 'avg' },
  ],
};
async function expectFailures(chart: ChartDefinition): Promise<void> {
  const { rows: found, columns } = await admin.ok(analyticsApi.query, { body: { chart, picks: [] } });
  expect(found).toEqual([
    ['A', '1', '0.25'],
    ['B', '1', '1'],
  ]);
  // figures of one field are told apart, and the share is one
  expect(columns.slice(1).map(({ title, format }) => [title, format?.as])).toEqual([
    ['故障（“是”的数量）', undefined],
    ['故障（“是”的比例）', 'percent'],
  ]);
}

test('of a form', async () => {
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '车间' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '运行' },
    layout: [],
    titleField: 'line',
    fields: [newField('text', { zh: '产线' }, 'line'), newField('switch', { zh: '故障' }, 'failed')],
    tables: [],
  };
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  for (const [line, failed] of rows)
    await admin.ok(recordsApi.create, { params: { formId }, body: { values: { line, failed }, slaves: {} } });
  await expectFailures({ ...setChart('', failures), form: formId });
  // and of a data set of that form, which has its answers in words
  const field = (id: string, kind: 'text' | 'boolean', zh: string) => ({ id, column: `p0.${id}`, title: { zh }, kind });
  const set = await begun(admin, 'dataset', {
    ...emptyDataSet(),
    source: { is: 'join', first: { as: 'p0', of: formId }, joins: [] },
    fields: [field('line', 'text', '产线'), field('failed', 'boolean', '故障')],
  });
  await expectFailures(setChart(await released(admin, 'dataset', set), failures));
});

test('of a data set, whose groups are held against a number as well', async () => {
  const csv = ['line,failed', ...rows.map((row) => row.join(','))].join('\n');
  const set = await fileSet(admin, csv, {
    fields: [
      { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' },
      { id: 'failed', column: 'failed', title: { zh: '故障' }, kind: 'boolean' },
    ],
  });
  await expectFailures(setChart(set, failures));
  const often = setChart(set, {
    x: [{ field: 'line' }],
    y: [{ field: 'failed', fn: 'avg', only: [{ is: 'gt', value: '0.5' }] }],
  });
  expect((await admin.ok(analyticsApi.query, { body: { chart: often, picks: [] } })).rows).toEqual([['B', '1']]);
});
