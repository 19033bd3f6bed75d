import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field, newForm } from '../../testing/forms.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { asPerson } from '../identity/public.ts';
import { chartGroups } from '../records/public.ts';
import { fileSet, rowsOf, setChart } from './testing/sets.ts';

// More groups and figures than a chart draws: what is drawn is true all the same.

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const count = 8_000;

describe('a tree', () => {
  test('of averages has those of its branches, not what their parts come to', async () => {
    const lines = ['a,x,1', 'a,x,3', 'a,y,10', 'b,y,7'];
    const set = await fileSet(admin, `one,two,n\n${lines.join('\n')}\n`, {
      fields: [
        { id: 'one', column: 'one', title: { zh: '一' }, kind: 'text' },
        { id: 'two', column: 'two', title: { zh: '二' }, kind: 'text' },
        { id: 'num', column: 'n', title: { zh: '数' }, kind: 'number' },
      ],
    });
    const totalsOf = async (fn: 'avg' | 'sum') => {
      const chart = setChart(set, { path: [{ field: 'one' }, { field: 'two' }], y: [{ field: 'num', fn }] });
      const body = { chart: { ...chart, settings: { ...chart.settings, kind: 'sunburst' as const } }, picks: [] };
      return (await admin.ok(analyticsApi.query, { body })).totals?.map(({ rows, cells }) => [rows, ...cells]);
    };
    expect(await totalsOf('avg')).toEqual([
      [1, 'a', null, '4.6666666667'],
      [1, 'b', null, '7'],
    ]);
    expect(await totalsOf('sum')).toEqual([]);
  });
});

describe('of more groups than are drawn', () => {
  let set: string;
  beforeAll(async () => {
    // the largest come last by their names
    const lines = Array.from({ length: count }, (_, at) => `c${String(at).padStart(5, '0')},${at + 1}`);
    set = await fileSet(admin, `customer,sales\n${lines.join('\n')}\n`, {
      fields: [
        { id: 'customer', column: 'customer', title: { zh: '客户' }, kind: 'text' },
        { id: 'sales', column: 'sales', title: { zh: '销售' }, kind: 'number' },
      ],
    });
  });
  const asked = (more: Partial<ChartUse>, figure: Partial<ChartUse> = {}) =>
    setChart(set, { x: [{ field: 'customer', ...more }], y: [{ field: 'sales', fn: 'sum', ...figure }] });

  test('the largest, or smallest, are there where the chart shows these', async () => {
    const first = async (more: Partial<ChartUse>, figure?: Partial<ChartUse>) =>
      (await rowsOf(admin, asked(more, figure)))[0];
    expect(await first({})).toEqual(['c00000', '1']);
    expect(await first({ top: { n: 10, rest: true } })).toEqual(['c07999', '8000']);
    expect(await first({ sort: { by: 'value', desc: true } })).toEqual(['c07999', '8000']);
    expect(await first({ sort: { by: 'value' } }, { fn: 'avg' })).toEqual(['c00000', '1']);
    expect(await first({ top: { n: 3, rest: false } }, { fn: 'median' })).toEqual(['c07999', '8000']);
  });

  test('a share is one of all, and what they come to together is told', async () => {
    const whole = (count * (count + 1)) / 2;
    const chart = asked({ top: { n: 10, rest: true } }, { versus: 'share' });
    const [first] = await rowsOf(admin, chart);
    expect(Number(first![1])).toBeCloseTo(count / whole, 12);
    const { totals, cutFrom } = await admin.ok(analyticsApi.query, {
      body: { chart: asked({ top: { n: 10, rest: true } }), picks: [] },
    });
    expect([cutFrom, totals]).toEqual([5_001, [{ rows: 0, columns: 0, cells: [null, String(whole)] }]]);
  });
});

describe('of more figures than are told apart', () => {
  test('each counts once in a histogram and in a box plot', async () => {
    const all = 30_000;
    const lines = Array.from({ length: all }, (_, at) => `${at % 2 === 0 ? 'A' : 'B'},${at / 100}`);
    const set = await fileSet(admin, `line,hours\n${lines.join('\n')}\n`, {
      fields: [
        { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' },
        { id: 'hours', column: 'hours', title: { zh: '工时' }, kind: 'number' },
      ],
    });
    const result = async (kind: 'histogram' | 'box') =>
      admin.ok(analyticsApi.query, {
        body: {
          chart: setChart(
            set,
            { ...(kind === 'box' && { x: [{ field: 'line' }] }), y: [{ field: 'hours' }] },
            { kind },
          ),
          picks: [],
        },
      });
    const bins = await result('histogram');
    expect([bins.counted, bins.cutFrom, bins.columns.length]).toEqual([true, undefined, 1]);
    expect(bins.rows.reduce((sum, row) => sum + Number(row[1]), 0)).toBe(all);
    // within a fifth of a thousandth of the whole spread
    expect(Number(bins.rows[0]![0])).toBeCloseTo(0, 1);
    const boxes = await result('box');
    const counted = Map.groupBy(boxes.rows, ([line]) => line);
    expect([...counted].map(([line, rows]) => [line, rows.reduce((sum, row) => sum + Number(row[2]), 0)])).toEqual([
      ['A', all / 2],
      ['B', all / 2],
    ]);
  });

  test('records that read alike are one row with how many they are, in files too', async () => {
    const set = await fileSet(admin, 'hours\n1\n1\n2\n', {
      fields: [{ id: 'hours', column: 'hours', title: { zh: '工时' }, kind: 'number' }],
    });
    const chart = setChart(set, { y: [{ field: 'hours' }] }, { kind: 'histogram' });
    expect(await rowsOf(admin, chart)).toEqual([
      ['1', '2'],
      ['2', '1'],
    ]);
  });
});

test('a form orders its groups by a figure, and brings numbers together, as data sets do', async () => {
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '检修' } } });
  const formId = await newForm(admin, appId, {
    titleField: 'line',
    fields: [field('text', 'line'), field('number', 'hours')],
  });
  for (const [line, hours] of [
    ['A', '1'],
    ['B', '7'],
    ['C', '3'],
    ['C', '2'],
  ] as const)
    await admin.ok(recordsApi.create, { params: { formId }, body: { values: { line, hours } } });
  const ctx = await asPerson({ platform: server.platform, spaceId: 'demo' }, admin.id, 'a test asks');
  const base = { formId, where: undefined, totals: [], limit: 2 };
  const sum = [{ field: 'hours', fn: 'sum' as const }];
  const ranked = await chartGroups(ctx, {
    ...base,
    keys: [{ field: 'line' }],
    figures: sum,
    totals: [[]],
    order: { figure: 0, desc: true },
  });
  expect([ranked.rows, ranked.totals.map(({ cells }) => cells), ranked.cut]).toEqual([
    [
      ['B', '7'],
      ['C', '5'],
    ],
    [[null, '13']],
    true,
  ]);
  const within = await chartGroups(ctx, {
    ...base,
    keys: [{ field: 'hours', width: '5' }],
    figures: [{ field: undefined, fn: 'count' }],
  });
  expect(within.rows).toEqual([
    ['2.5', '3'],
    ['7.5', '1'],
  ]);
});
