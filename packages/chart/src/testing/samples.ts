import type { ChartKind, ChartSettings, ChartSlot, ChartUse } from '@formwork/contract/analytics/chart.ts';
import type { ChartWords } from '../look/skin.ts';
import type { Cell, ChartColumn, ChartResult } from '../result.ts';

/** Data of a plant for every kind, for tests and the gallery of components. */
export interface Sample {
  settings: ChartSettings;
  result: ChartResult;
}

/** A plant of four halls, two by two. */
function onMap({ settings, result }: Sample): Sample {
  const hall = (name: string, x: number, y: number) => ({
    type: 'Feature',
    properties: { name },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [x, y],
          [x + 9, y],
          [x + 9, y + 6],
          [x, y + 6],
          [x, y],
        ],
      ],
    },
  });
  const features = [hall('一区', 100, 30), hall('二区', 110, 30), hall('三区', 100, 22), hall('四区', 110, 22)];
  return { settings, result: { ...result, map: { name: 'halls', shape: { type: 'FeatureCollection', features } } } };
}

const text = (id: string, title: string, more: Partial<ChartColumn> = {}): ChartColumn => ({
  id,
  title,
  kind: 'text',
  ...more,
});
const figure = (id: string, title: string, more: Partial<ChartColumn> = {}): ChartColumn => ({
  id,
  title,
  kind: 'number',
  additive: true,
  ...more,
});

const columns = {
  line: text('line', '产线', {
    labels: { a: '一号线', b: '二号线', c: '三号线' },
    hues: { a: 'teal', b: 'amber', c: 'purple' },
  }),
  shift: text('shift', '班次'),
  month: { id: 'month', title: '月份', kind: 'date', step: 'month' } as ChartColumn,
  day: { id: 'day', title: '日期', kind: 'date', step: 'day' } as ChartColumn,
  output: figure('output', '产量', { format: { unit: '件' } }),
  faults: figure('faults', '不良率', { format: { as: 'percent' }, additive: false }),
};

const months = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'];
const lines = ['a', 'b', 'c'];
const wave = (at: number): number => Math.round(1_200 + 500 * Math.sin(at * 1.7) + 90 * at);

const uses = (...ids: string[]): ChartUse[] => ids.map((id) => ({ id, field: id }));
type Slots = Partial<Record<ChartSlot, ChartUse[]>>;

function sample(
  kind: ChartKind,
  slots: Slots,
  of: ChartColumn[],
  rows: Cell[][],
  more: Partial<ChartSettings> = {},
): Sample {
  return {
    settings: { kind, slots, marks: [], tones: [], notes: [], look: {}, ...more },
    result: { columns: of, rows },
  };
}

const byMonth = months.map((month, at): Cell[] => [month, wave(at), 0.02 + 0.004 * at]);
const outputByMonth = byMonth.map((row) => row.slice(0, 2));
const byLine = lines.map((line, at): Cell[] => [line, wave(at)]);
const byMonthAndLine = months.flatMap((month, at) =>
  lines.map((line, place): Cell[] => [month, line, wave(at * 3 + place)]),
);
const byLineAndShift = lines.flatMap((line, at) =>
  ['早班', '中班', '夜班'].map((shift, place): Cell[] => [line, shift, wave(at + place * 2)]),
);
const single = Array.from({ length: 200 }, (_empty, at): Cell[] => [
  lines[at % 3]!,
  20 + 6 * Math.sin(at * 12.9898) + (at % 17) * 0.4,
]);
const grouped = [columns.month, columns.line, columns.output];
const inMonths: Slots = { x: uses('month'), y: uses('output') };
const split: Slots = { ...inMonths, color: uses('line') };
const parts: Slots = { x: uses('line'), y: uses('output') };

export const samples: Record<ChartKind, Sample> = {
  table: sample(
    'table',
    { row: uses('line', 'shift'), y: uses('output') },
    [columns.line, columns.shift, columns.output],
    byLineAndShift,
    { tones: [{ of: 'output', below: 1_000, tone: 'bad' }] },
  ),
  pivot: sample('pivot', { row: uses('month'), column: uses('line'), y: uses('output') }, grouped, byMonthAndLine),
  kpi: sample(
    'kpi',
    { x: uses('month'), y: uses('output'), target: uses('plan') },
    [columns.month, columns.output, columns.faults, figure('plan', '计划')],
    byMonth.map((row) => [...row, 1_800]),
    { look: { better: 'up' } },
  ),
  gauge: sample('gauge', { y: uses('output') }, [columns.output], [[1_480]], {
    look: {
      low: 0,
      high: 2_000,
      bands: [
        { to: 800, hue: 'red' },
        { to: 1_400, hue: 'gold' },
        { to: 2_000, hue: 'green' },
      ],
    },
  }),
  line: sample('line', split, grouped, byMonthAndLine, {
    marks: [
      { is: 'line', at: 'avg' },
      { is: 'band', from: 800, to: 1_200, hue: 'green' },
    ],
  }),
  area: sample('area', inMonths, [columns.month, columns.output], outputByMonth, { marks: [{ is: 'trend' }] }),
  bar: sample('bar', parts, [columns.line, columns.output], byLine, {
    tones: [{ of: 'output', below: 1_250, tone: 'bad' }],
  }),
  stacked: sample('stacked', split, grouped, byMonthAndLine),
  share: sample('share', split, grouped, byMonthAndLine),
  combined: sample(
    'combined',
    { ...inMonths, y2: uses('faults') },
    [columns.month, columns.output, columns.faults],
    byMonth,
  ),
  pie: sample('pie', parts, [columns.line, columns.output], byLine),
  ring: sample('ring', parts, [columns.line, columns.output], byLine),
  rose: sample('rose', parts, [columns.line, columns.output], byLine),
  scatter: sample(
    'scatter',
    { x: uses('load'), y: uses('heat'), color: uses('line') },
    [figure('load', '负载'), figure('heat', '温度', { format: { unit: '°C' } }), columns.line],
    single.map(([line, value], at) => [at % 90, value!, line!]),
  ),
  bubble: sample(
    'bubble',
    { x: uses('load'), y: uses('heat'), size: uses('output'), label: uses('line') },
    [figure('load', '负载'), figure('heat', '温度'), columns.output, columns.line],
    lines.map((line, at) => [10 + at * 20, 40 + at * 9, wave(at), line]),
  ),
  heat: sample(
    'heat',
    { x: uses('line'), row: uses('shift'), y: uses('output') },
    [columns.line, columns.shift, columns.output],
    byLineAndShift,
  ),
  calendar: sample(
    'calendar',
    { x: uses('day'), y: uses('output') },
    [columns.day, columns.output],
    Array.from({ length: 180 }, (_empty, at) => [
      new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
      wave(at % 30),
    ]),
  ),
  treemap: sample(
    'treemap',
    { path: uses('line', 'shift'), y: uses('output') },
    [columns.line, columns.shift, columns.output],
    byLineAndShift,
  ),
  sunburst: sample(
    'sunburst',
    { path: uses('line', 'shift'), y: uses('output') },
    [columns.line, columns.shift, columns.output],
    byLineAndShift,
  ),
  sankey: sample(
    'sankey',
    { from: uses('from'), to: uses('to'), y: uses('output') },
    [text('from', '来源'), text('to', '去向'), columns.output],
    [
      ['原料', '一号线', 900],
      ['原料', '二号线', 600],
      ['一号线', '合格', 840],
      ['一号线', '返工', 60],
      ['二号线', '合格', 560],
      ['二号线', '返工', 40],
      ['返工', '报废', 30],
    ],
  ),
  funnel: sample(
    'funnel',
    { x: uses('step'), y: uses('count') },
    [text('step', '步骤'), figure('count', '数量')],
    [
      ['询价', 420],
      ['报价', 260],
      ['下单', 120],
      ['交付', 96],
    ],
  ),
  waterfall: sample(
    'waterfall',
    { x: uses('step'), y: uses('count') },
    [text('step', '项目'), figure('count', '金额', { format: { unit: '万元' } })],
    [
      ['收入', 320],
      ['材料', -140],
      ['人工', -60],
      ['补贴', 18],
      ['税费', -24],
    ],
  ),
  radar: sample(
    'radar',
    { x: uses('shift'), y: uses('output'), color: uses('line') },
    [columns.line, columns.shift, columns.output],
    byLineAndShift,
  ),
  box: sample(
    'box',
    { x: uses('line'), y: uses('heat') },
    [columns.line, figure('heat', '温度', { format: { unit: '°C' } })],
    single,
  ),
  candlestick: sample(
    'candlestick',
    { x: uses('month'), open: uses('open'), close: uses('close'), low: uses('low'), high: uses('high') },
    [columns.month, figure('open', '开'), figure('close', '收'), figure('low', '低'), figure('high', '高')],
    months.map((month, at) => [month, 40 + at, 42 + ((at * 7) % 5) - 2, 36 + at, 47 + at]),
  ),
  histogram: sample(
    'histogram',
    { y: uses('heat') },
    [figure('heat', '温度')],
    single.map(([, value]) => [value!]),
  ),
  map: onMap(
    sample(
      'map',
      { place: uses('place'), y: uses('output') },
      [text('place', '地区'), columns.output],
      [
        ['一区', 1_200],
        ['二区', 400],
        ['三区', 260],
      ],
    ),
  ),
  cloud: sample(
    'cloud',
    { label: uses('word'), size: uses('count') },
    [text('word', '词'), figure('count', '次数')],
    ['轴承', '温度', '振动', 'overheat', '漏油', '停机', 'bearing', '异响', '电机', '传感器', '更换', '润滑'].map(
      (word, at) => [word, 60 - at * 4],
    ),
  ),
  liquid: sample('liquid', { y: uses('faults') }, [columns.faults], [[0.62]]),
  gantt: sample(
    'gantt',
    { label: uses('task'), start: uses('start'), end: uses('end'), color: uses('line') },
    [
      text('task', '任务'),
      { id: 'start', title: '开始', kind: 'date' },
      { id: 'end', title: '结束', kind: 'date' },
      columns.line,
    ],
    [
      ['备料', '2026-03-01', '2026-03-06', 'a'],
      ['加工', '2026-03-05', '2026-03-16', 'a'],
      ['装配', '2026-03-14', '2026-03-22', 'b'],
      ['检验', '2026-03-21', '2026-03-24', 'c'],
    ],
  ),
};

export const words: Record<'zh-CN' | 'en', ChartWords> = {
  'zh-CN': {
    none: '(空)',
    rest: '其他',
    total: '合计',
    subtotal: '小计',
    count: '数量',
    trend: '趋势',
    forecast: '预测',
    avg: '平均',
    median: '中位数',
    min: '最小',
    max: '最大',
    start: '开始',
    end: '结束',
  },
  en: {
    none: '(empty)',
    rest: 'Others',
    total: 'Total',
    subtotal: 'Subtotal',
    count: 'Count',
    trend: 'trend',
    forecast: 'forecast',
    avg: 'Average',
    median: 'Median',
    min: 'Lowest',
    max: 'Highest',
    start: 'Start',
    end: 'End',
  },
};
