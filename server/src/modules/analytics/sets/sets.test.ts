import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { ChartFunction, ChartUse } from '@formwork/contract/analytics/chart.ts';
import { emptyDataSet, type SetField } from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { usualWorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { ask, begun, fileSet, released, rowsOf, setChart, shownTo } from '../testing/sets.ts';

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

  test('puts a moment into the month that it is in where the enterprise is', async () => {
    const at = { id: 'at', column: 'at', title: { zh: '时间' }, kind: 'dateTime' as const };
    const id = await fileSet(admin, 'at\n2026-01-31T17:00:00Z\n', { fields: [at] });
    const months = setChart(id, { x: [{ field: 'at', step: 'month' }], y: [{ field: '', fn: 'count' }] });
    expect(await rowsOf(admin, months)).toEqual([['2026-02-01', '1']]);
    try {
      await admin.ok(enterpriseApi.setWorkTime, { body: { ...usualWorkTime, timeZone: 'Europe/London' } });
      expect(await rowsOf(admin, months)).toEqual([['2026-01-01', '1']]);
    } finally {
      await admin.ok(enterpriseApi.setWorkTime, { body: usualWorkTime });
    }
  });

  test('shows only groups whose figures are within bounds, and totals of them', async () => {
    const id = await sharedSet();
    const only = async (fn: ChartFunction, ...limits: NonNullable<ChartUse['only']>) =>
      (await rowsOf(admin, setChart(id, { x: [{ field: 'line' }], y: [{ field: 'hours', fn, only: limits }] }))).map(
        ([line]) => line,
      );
    expect(await only('sum', { is: 'lt', value: '1' })).toEqual([null]);
    expect(await only('avg', { is: 'gte', value: '1.75' }, { is: 'lte', value: '1.75' })).toEqual(['A']);
    expect(await only('median', { is: 'gt', value: '2' })).toEqual(['B']);
    expect(await only('distinct', { is: 'gte', value: '2' })).toEqual(['A', 'B']);
    expect(await only('max', { is: 'lt', value: '-1' })).toEqual([]);
    const pivot = setChart(
      id,
      {
        row: [{ field: 'line' }],
        column: [{ field: 'done' }],
        y: [{ field: 'cost', fn: 'sum', only: [{ is: 'gte', value: '10' }] }],
      },
      { kind: 'pivot' },
    );
    const { body } = await ask(admin, pivot);
    expect(body.rows.map((row) => row[2])).toEqual(expect.arrayContaining(['10', '20', '80']));
    expect(body.totals).toEqual(
      expect.arrayContaining([
        { rows: 0, columns: 0, cells: [null, null, '110'] },
        { rows: 1, columns: 0, cells: ['A', null, '30'] },
      ]),
    );
  });

  test('as a table that is sorted and cut is saved as it is drawn', async () => {
    const drawn = setChart(
      await sharedSet(),
      {
        row: [{ field: 'line', sort: { by: 'value', desc: true }, top: { n: 1, rest: true } }],
        y: [
          { field: 'hours', fn: 'sum' },
          { field: 'hours', fn: 'avg' },
        ],
      },
      { kind: 'table' },
    );
    const chart = await released(admin, 'chart', await begun(admin, 'chart', drawn));
    const file = await admin.call(analyticsApi.chartFile, { params: { chartId: chart }, query: { format: 'csv' } });
    // what is left over has a sum, but no average
    expect(file.body).toBe('产线,工时（求和）,工时（平均值）\r\nB,12.25,6.125\r\n其他,3.75,\r\n');
  });

  test('has its fresh rows although not everybody could be told of them', async () => {
    const id = await fileSet(admin, csv, { fields });
    const lines = setChart(id, { x: [{ field: 'line' }], y: [{ field: '', fn: 'count' }] });
    await rowsOf(admin, lines);
    // read anew by whoever looks next
    await server.platform.owner.query('update space_demo.analytics_extract set release = 0 where dataset = $1', [id]);
    const rename = (from: string, to: string) =>
      server.platform.owner.query(`alter table definitions.${from} rename to ${to}`);
    await rename('reference', 'reference_away');
    try {
      const { body } = await ask(admin, lines);
      expect([body.rows, body.unread ?? false]).toEqual([
        [
          ['A', '2'],
          ['B', '2'],
          [null, '1'],
        ],
        false,
      ]);
    } finally {
      await rename('reference_away', 'reference');
    }
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

describe('a field that is worked out', () => {
  const calc = (
    id: string,
    expression: string,
    parts: Record<string, string>,
    kind: 'number' | 'text' | 'boolean',
  ) => ({
    id,
    column: '',
    title: { zh: id },
    kind,
    calc: { expression, parts: Object.entries(parts).map(([name, field]) => ({ name, field })) },
  });
  const money = [
    { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' as const },
    { id: 'price', column: 'price', title: { zh: '单价' }, kind: 'number' as const },
    { id: 'count', column: 'count', title: { zh: '数量' }, kind: 'number' as const },
  ];
  const sums = 'line,price,count\nA,0.1,3\nB,0.2,0\nC,,2\n';

  test('is there in every row, exact, of those before it too; where it cannot be it is nothing', async () => {
    const id = await fileSet(admin, sums, {
      fields: [
        ...money,
        calc('total', 'a * b', { a: 'price', b: 'count' }, 'number'),
        calc('each', 'a / b', { a: 'price', b: 'count' }, 'number'),
        calc('big', 'if a > 0.2 then "big" else "small"', { a: 'total' }, 'text'),
      ],
    });
    expect(
      await rowsOf(
        admin,
        setChart(id, { row: ['line', 'total', 'each', 'big'].map((field) => ({ field })) }, { kind: 'table' }),
      ),
    ).toEqual([
      ['A', '0.3', '0.0333333333', 'big'],
      ['B', '0', null, 'small'],
      ['C', null, null, 'small'],
    ]);
    expect(
      await rowsOf(
        admin,
        setChart(
          id,
          { x: [{ field: 'big' }], y: [{ field: 'total', fn: 'sum' }] },
          { where: { field: 'total', operator: 'gte', value: 0 } },
        ),
      ),
    ).toEqual([
      ['big', '0.3'],
      ['small', '0'],
    ]);
  });

  test('is hidden where one that it is of is hidden', async () => {
    const id = await fileSet(admin, sums, {
      fields: [
        ...money,
        calc('total', 'a * b', { a: 'price', b: 'count' }, 'number'),
        calc('big', 'a > 0.2', { a: 'total' }, 'boolean'),
      ],
      rules: [{ id: 'r1', subject: { kind: 'person', id: reader.id }, where: null, own: null, hides: ['price'] }],
    });
    await shownTo(admin, 'dataset', id, 'use', reader);
    const seen = await reader.ok(analyticsApi.source, { params: { formId: sourceOfSet(id) } });
    expect(seen.fields.map((one) => one.id)).toEqual(['line', 'count']);
    for (const field of ['total', 'big'])
      expect(codeOf(await ask(reader, setChart(id, { x: [{ field }], y: [{ field: '', fn: 'count' }] })))).toBe(
        'analytics.field_unseen',
      );
    const where = { field: 'big', operator: 'isTrue' } as Condition;
    expect(await rowsOf(reader, setChart(id, { y: [{ field: '', fn: 'count' }] }, { where }))).toEqual([['0']]);
  });

  test.each([
    ['what is no expression', 'a +', { a: 'price' }],
    ['what the engine cannot work out', 'for x in a return x', { a: 'price' }],
    ['a field after it', 'a + 1', { a: 'later' }],
    ['itself', 'a + 1', { a: 'own' }],
  ])('of %s is not released', async (_what, expression, parts) => {
    const id = await begun(admin, 'dataset', {
      ...emptyDataSet(),
      source: { is: 'table', connection: null, schema: '', table: '' },
      fields: [...money, calc('own', expression, parts, 'number'), calc('later', '1', {}, 'number')],
    });
    const { problems } = await admin.ok(definitionsApi.problems, { params: { kind: 'dataset', id } });
    expect(problems.map(({ code }) => code)).toContain('analytics.set.calc_wrong');
  });
});

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
    expect(codeOf(await ask(stranger, byLine(id)))).toBe('analytics.source_gone');
  });
});
