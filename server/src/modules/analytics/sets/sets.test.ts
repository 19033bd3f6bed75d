import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { SetField } from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { ask, fileSet, rowsOf, setChart, shownTo } from '../testing/sets.ts';

let server: TestServer;
let admin: Client;
let reader: Client;
let worker: Client;
let nobody: Client;

const csv = `day,line,hours,cost,done
2026-01-05,A,1.5,10,true
2026-01-20,A,2,20,false
2026-02-05,B,4,,true
2026-02-21,B,8.25,80,
,,0.25,5,true
`;
const fields: SetField[] = [
  { id: 'day', column: 'day', title: { zh: '日期', en: 'Day' }, kind: 'date' },
  { id: 'line', column: 'line', title: { zh: '产线', en: 'Line' }, kind: 'text' },
  { id: 'hours', column: 'hours', title: { zh: '工时', en: 'Hours' }, kind: 'number' },
  { id: 'cost', column: 'cost', title: { zh: '费用', en: 'Cost' }, kind: 'number' },
  { id: 'done', column: 'done', title: { zh: '完成', en: 'Done' }, kind: 'boolean' },
];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  [reader, worker, nobody] = [await server.as('user2'), await server.as('user3'), await server.as('user4')];
});
afterAll(() => server.stop());

describe('a data set of a file', () => {
  test('answers charts as records do: sums, averages, stretches, nothing filled in', async () => {
    const id = await sharedSet();
    const figures = setChart(id, {
      x: [{ field: 'line' }],
      y: [
        { field: 'hours', fn: 'sum' },
        { field: 'hours', fn: 'avg' },
        { field: 'cost', fn: 'filled' },
        { field: '', fn: 'count' },
        { field: 'hours', fn: 'median' },
      ],
    });
    expect(await rowsOf(admin, figures)).toEqual([
      ['A', '3.5', '1.75', '2', '2', '1.75'],
      ['B', '12.25', '6.125', '1', '2', '6.125'],
      [null, '0.25', '0.25', '1', '1', '0.25'],
    ]);
    expect(
      await rowsOf(admin, setChart(id, { x: [{ field: 'day', step: 'month' }], y: [{ field: 'hours', fn: 'max' }] })),
    ).toEqual([
      ['2026-01-01', '2'],
      ['2026-02-01', '8.25'],
      [null, '0.25'],
    ]);
    const answer = await admin.ok(analyticsApi.query, {
      body: {
        chart: setChart(
          id,
          { row: [{ field: 'line' }], column: [{ field: 'done' }], y: [{ field: 'cost', fn: 'sum' }] },
          { kind: 'pivot' },
        ),
        picks: [],
      },
    });
    expect(answer.totals).toEqual(
      expect.arrayContaining([
        { rows: 0, columns: 0, cells: [null, null, '115'] },
        { rows: 1, columns: 0, cells: ['A', null, '30'] },
      ]),
    );
    expect(answer.readAt).toBeDefined();
    expect(answer.columns.map(({ title }) => title)).toEqual(['产线', '完成', '费用']);
    const source = await admin.ok(analyticsApi.source, { params: { formId: sourceOfSet(id) } });
    expect(source.fields.map(({ id: field, kind, measure }) => [field, kind, measure])).toEqual([
      ['day', 'date', false],
      ['line', 'text', false],
      ['hours', 'number', true],
      ['cost', 'number', true],
      ['done', 'boolean', false],
    ]);
  });

  test.each<[Condition, number]>([
    [{ field: 'line', operator: 'eq', value: 'A' }, 2],
    [{ field: 'line', operator: 'ne', value: 'A' }, 3],
    [{ field: 'line', operator: 'in', value: ['A', 'B'] }, 4],
    [{ field: 'line', operator: 'notIn', value: ['A'] }, 3],
    [{ field: 'line', operator: 'contains', value: 'b' }, 2],
    [{ field: 'line', operator: 'contains', value: "'; drop table x; --" }, 0],
    [{ field: 'line', operator: 'isEmpty' }, 1],
    [{ field: 'hours', operator: 'between', value: [1.5, 4] }, 3],
    [{ field: 'cost', operator: 'isEmpty' }, 1],
    [{ field: 'cost', operator: 'notIn', value: [10] }, 4],
    [{ field: 'day', operator: 'gte', value: '2026-02-05' }, 2],
    [{ field: 'done', operator: 'isTrue' }, 3],
    [{ field: 'done', operator: 'isFalse' }, 2],
    [
      { any: [{ field: 'line', operator: 'eq', value: 'A' }, { all: [{ field: 'hours', operator: 'lt', value: 1 }] }] },
      3,
    ],
  ])('is narrowed by %j', async (where, count) => {
    const id = await sharedSet();
    expect(await rowsOf(admin, setChart(id, { y: [{ field: '', fn: 'count' }] }, { where }))).toEqual([
      [String(count)],
    ]);
  });

  test('refuses a condition that fits no field', async () => {
    const id = await sharedSet();
    const where = { field: 'hours', operator: 'contains', value: '1' } as Condition;
    expect(codeOf(await ask(admin, setChart(id, { y: [{ field: '', fn: 'count' }] }, { where })))).toBe(
      'records.list.bad_filter',
    );
    expect(codeOf(await ask(admin, setChart(id, { y: [{ field: 'gone', fn: 'sum' }] })))).toBe(
      'analytics.field_unseen',
    );
  });
});

let shared: Promise<string> | undefined;
const sharedSet = () => (shared ??= fileSet(admin, csv, { fields }));

describe('rights on a data set', () => {
  const byLine = (id: string) => setChart(id, { x: [{ field: 'line' }], y: [{ field: 'hours', fn: 'sum' }] });

  test('are asked at every reading; rules say whose rows and fields', async () => {
    const id = await fileSet(admin, csv, {
      fields,
      rules: [
        {
          id: 'r1',
          subject: { kind: 'person', id: reader.id },
          where: { field: 'line', operator: 'eq', value: 'A' },
          own: null,
          hides: ['cost'],
        },
        {
          id: 'r2',
          subject: { kind: 'person', id: reader.id },
          where: null,
          own: { field: 'line', is: 'login' },
          hides: ['cost'],
        },
      ],
    });
    expect(codeOf(await ask(reader, byLine(id)))).toBe('analytics.no_right');
    await shownTo(admin, 'dataset', id, 'use', reader, worker);
    const both = await Promise.all([admin, reader, worker, nobody].map((who) => ask(who, byLine(id))));
    expect(both.map(({ status, body }) => (status === 200 ? body.rows : status))).toEqual([
      [
        ['A', '3.5'],
        ['B', '12.25'],
        [null, '0.25'],
      ],
      [['A', '3.5']],
      // no rule is for them
      [],
      403,
    ]);
    const cost = setChart(id, { y: [{ field: 'cost', fn: 'sum' }] });
    expect(codeOf(await ask(reader, cost))).toBe('analytics.field_unseen');
    const narrowed = setChart(
      id,
      { y: [{ field: '', fn: 'count' }] },
      { where: { field: 'cost', operator: 'gt', value: 1 } },
    );
    expect(await rowsOf(reader, narrowed)).toEqual([['0']]);
    const source = await reader.ok(analyticsApi.source, { params: { formId: sourceOfSet(id) } });
    expect(source.fields.map((field) => field.id)).not.toContain('cost');
    const single = await reader.ok(setsApi.rows, { params: { datasetId: id }, body: { where: null } });
    expect(single.columns.map(({ title }) => title)).not.toContain('费用');
    expect(single.rows).toHaveLength(2);
    await shownTo(admin, 'dataset', id, 'see', reader);
    expect(codeOf(await ask(reader, byLine(id)))).toBe('analytics.no_right');
    const stranger = await server.as('other-admin');
    expect(codeOf(await ask(stranger, byLine(id)))).toBe('analytics.no_right');
  });
});
