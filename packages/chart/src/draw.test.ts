import type { ChartSettings, ChartUse } from '@formwork/contract/analytics/chart.ts';
import { hueNames, huesFor } from '@formwork/contract/hues/hues.ts';
import { describe, expect, it } from 'vitest';
import { placeWords } from './cloud.ts';
import { forecastOf } from './data/forecast.ts';
import { stretchOf } from './data/stretches.ts';
import { binsOf, boxOf, trendOf, type Often } from './data/statistics.ts';
import { optionOf, readingOf } from './draw.ts';
import { hasCircle } from './kinds/sankey.ts';
import { seriesColours } from './look/hues.ts';
import { fullNumber, ownNumber, shareText, shortNumber, tickNumber } from './look/numbers.ts';
import { chartSkin } from './look/skin.ts';
import type { ChartOption } from './option.ts';
import type { ChartResult } from './result.ts';
import { svgOf } from './ssr.ts';
import { samples, words } from './testing/samples.ts';

const skin = chartSkin({ dark: false, locale: 'zh-CN', words: words['zh-CN'] });
const seriesIn = (result: ChartResult, settings: ChartSettings, picks = {}): ChartOption[] => {
  const drawing = optionOf(result, settings, skin, { picks });
  if (drawing.state !== 'option') throw new Error(drawing.state);
  return drawing.option.series as ChartOption[];
};

describe('numbers', () => {
  it('are short with three digits, and whole with all', () => {
    expect([12_345, 123_456_789, 1.5e12].map((value) => shortNumber(value, 'zh-CN'))).toEqual([
      '1.23万',
      '1.23亿',
      '1.5万亿',
    ]);
    expect([12_345, 123_456_789].map((value) => shortNumber(value, 'en'))).toEqual(['12.3K', '123M']);
    expect([4426.4, 2026, 12_345_678].map((value) => shortNumber(value, 'zh-CN'))).toEqual(['4426', '2026', '1235万']);
    expect(fullNumber('12345678901234567.89', 'en', { unit: 'kg' })).toBe('12,345,678,901,234,567.89 kg');
    expect(fullNumber(0.1234, 'en', { as: 'percent' })).toBe('12.34%');
    expect([fullNumber(null, 'en'), shortNumber(NaN, 'en'), shareText(Infinity, 'en')]).toEqual(['', '', '']);
  });
});

it('a count of records is called so, as it is of no field', () => {
  const result: ChartResult = {
    columns: [
      { id: 'line', title: 'Line', kind: 'text' },
      { id: 'n', title: '', kind: 'number', additive: true },
    ],
    rows: [['A', 1]],
  };
  const slots = { x: [{ id: 'line', field: 'line' }], y: [{ id: 'n', field: '', fn: 'count' as const }] };
  const { table } = readingOf(result, { ...samples.bar.settings, slots }, skin);
  expect(table.head.at(-1)!.map(({ text }) => text)).toEqual(['Line', words['zh-CN'].count]);
});

describe('a figure that stands by itself', () => {
  it('has as many digits as its author said', () => {
    const said = { ...samples.gauge.result };
    const columns = said.columns.map((column) => ({ ...column, format: { as: 'percent' as const, decimals: 2 } }));
    const [dial] = seriesIn(
      { ...said, columns, rows: said.rows.map((row) => row.map(() => 0.0339)) },
      samples.gauge.settings,
    );
    expect((dial!.detail as { formatter: () => string }).formatter()).toBe('3.39%');
    expect([ownNumber(39.96, 'en', { decimals: 1 }), ownNumber(123_456, 'en')]).toEqual(['40.0', '123K']);
    expect([ownNumber(1003, 'en'), ownNumber(10_000, 'zh-CN')]).toEqual(['1,003', '10,000']);
  });

  it('is short from ten thousand on, on axes as soon as the language has it', () => {
    const said = (locale: string) => [1003, 9_999, 12_345, 0.1234].map((value) => shortNumber(value, locale));
    expect(said('en')).toEqual(['1003', '9999', '12.3K', '0.123']);
    expect(said('zh-CN')).toEqual(['1003', '9999', '1.23万', '0.123']);
    expect([tickNumber(5_000, 'en'), tickNumber(10_000, 'en'), tickNumber(5_000, 'zh-CN')]).toEqual([
      '5K',
      '10K',
      '5000',
    ]);
  });
});

describe('lines behind bars', () => {
  it('lie below the numbers that stand at them', () => {
    const { result, settings } = samples.bar;
    const lineOf = (labels: boolean) => {
      const marks = [{ is: 'line' as const, at: 'avg' as const }];
      const [bars] = seriesIn(result, { ...settings, marks, look: { ...settings.look, labels } });
      return (bars!.markLine as { z?: number }).z;
    };
    expect([lineOf(true), lineOf(false)]).toEqual([2, undefined]);
  });
});

describe('what is not all there is', () => {
  it('says of how many where that is known, and that there are more where it is not', () => {
    const { result, settings } = samples.bar;
    const notes = (cutFrom: number) => optionOf({ ...result, cutFrom }, settings, skin).notes;
    expect([notes(12_000), notes(result.rows.length + 1)]).toEqual([['cut'], ['more']]);
  });
});

describe('points', () => {
  it('are of one size in one chart, however many each colour has', () => {
    const point = (at: number, line: string) => [at % 97, at % 89, line];
    const of = (count: number, line: string) => Array.from({ length: count }, (_, at) => point(at, line));
    const result: ChartResult = {
      columns: [
        { id: 'x0', title: 'x', kind: 'number' },
        { id: 'y0', title: 'y', kind: 'number' },
        { id: 'c0', title: 'c', kind: 'text' },
      ],
      rows: [...of(2_500, 'a'), ...of(10, 'b')],
    };
    const slots = { x: [{ id: 'x0', field: 'x' }], y: [{ id: 'y0', field: 'y' }], color: [{ id: 'c0', field: 'c' }] };
    const found = seriesIn(result, { kind: 'scatter', slots, marks: [], tones: [], notes: [], look: {} });
    expect(found.map(({ symbolSize }) => symbolSize)).toEqual([4, 4]);
  });
});

describe('a calendar', () => {
  it('has the latest years that there is room for, and says so', () => {
    const days: ChartResult = {
      columns: [
        { id: 'x0', title: '日期', kind: 'date', step: 'day' },
        { id: 'y0', title: '降水', kind: 'number' },
      ],
      rows: Array.from({ length: 9 }, (_, at) => [`${2010 + at}-03-01`, at]),
    };
    const slots = { x: [{ id: 'x0', field: 'x' }], y: [{ id: 'y0', field: 'y', fn: 'sum' as const }] };
    const settings: ChartSettings = { kind: 'calendar', slots, marks: [], tones: [], notes: [], look: {} };
    const drawing = optionOf(days, settings, { ...skin, width: 600, height: 200 });
    if (drawing.state !== 'option') throw new Error(drawing.state);
    const strips = drawing.option.calendar as { range: string; top: number; height: number }[];
    expect(strips.at(-1)!.range).toBe('2018');
    expect(strips.at(-1)!.top + strips.at(-1)!.height).toBeLessThanOrEqual(200 - 44);
    expect(drawing.notes).toEqual(['years']);
    expect(optionOf(days, settings, { ...skin, width: 600, height: 900 }).notes).toEqual([]);
  });
});

describe('a forecast', () => {
  const season = (at: number) => 100 + at + 30 * Math.sin((2 * Math.PI * at) / 12);
  const months = Array.from({ length: 48 }, (_, at) => season(at));

  it('follows slope and season where two of them are there, over gaps', () => {
    const known = months.with(20, NaN).map((value) => (Number.isNaN(value) ? null : value));
    const told = forecastOf(known, 'month', 12)!;
    const wrong = told.map((value, at) => Math.abs(value - season(48 + at)) / season(48 + at));
    expect(Math.max(...wrong)).toBeLessThan(0.1);
  });

  it('of what ends early stands at the times of the others', () => {
    const known = months.map((value, at) => (at < 45 ? value : null));
    const told = forecastOf(known, 'month', 3)!;
    expect(told).toHaveLength(3);
    told.forEach((value, at) => expect(Math.abs(value - season(48 + at)) / season(48 + at)).toBeLessThan(0.1));
  });

  it('is a slope that fades where there is no season, and none of too little', () => {
    const told = forecastOf([1, 2, 3, 4, 5, 6], 'year', 40)!;
    expect(told[0]).toBeCloseTo(7, 0);
    expect(told.at(-1)! - told.at(-2)!).toBeLessThan(0.2);
    expect(forecastOf([5, 5, 5, 5], 'day', 3)).toEqual([5, 5, 5]);
    expect(forecastOf([1, 2, 3], 'month', 3)).toBeUndefined();
    expect(forecastOf([null, 1, null, null], 'month', 3)).toBeUndefined();
  });
});

describe('a stretch that is not over yet', () => {
  const drawn = (now?: string) => {
    const months = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'];
    const result: ChartResult = {
      columns: [
        { id: 'at', title: 'Month', kind: 'date', step: 'month', ...(now && { now }) },
        { id: 'sum', title: 'Sum', kind: 'number', additive: true },
      ],
      rows: months.map((month, at) => [month, at === 4 ? 1 : 100]),
    };
    const [own, told] = seriesIn(result, {
      ...samples.line.settings,
      kind: 'line',
      slots: { x: [{ id: 'at', field: 'at', step: 'month' }], y: [{ id: 'sum', field: 'sum', fn: 'sum' }] },
      marks: [{ is: 'forecast', ahead: 2 }],
    });
    return { own: own!.data as { value: number }[], told: told!.data as (number | null)[] };
  };

  it('is shown as it stands, and nothing is foretold from it', () => {
    const { own, told } = drawn('2026-05-01');
    expect(own[4]!.value).toBe(1);
    expect(told).toEqual([null, null, null, 100, null, 100, 100]);
    // one that lies behind counts as all others
    expect(drawn('2026-06-01').told[5]).toBeLessThan(95);
    expect(drawn().told).toEqual(drawn('2026-06-01').told);
  });

  it('begins with the first day of its week, month, quarter or year', () => {
    const of = (step: 'day' | 'week' | 'month' | 'quarter' | 'year') => stretchOf('2026-08-30', step);
    expect([of('day'), of('week'), of('month'), of('quarter'), of('year')]).toEqual([
      '2026-08-30',
      '2026-08-24',
      '2026-08-01',
      '2026-07-01',
      '2026-01-01',
    ]);
  });
});

describe('a stretch of time without rows', () => {
  const result: ChartResult = {
    columns: [
      { id: 'at', title: 'Month', kind: 'date', step: 'month' },
      { id: 'sum', title: 'Sum', kind: 'number', additive: true },
    ],
    rows: [
      ['2025-11-01', 1],
      ['2026-01-01', 3],
      ['2026-04-01', 6],
      [null, 9],
    ],
  };
  const drawnAs = (use: Partial<ChartUse> = {}, look: ChartSettings['look'] = {}, of: ChartResult = result) => {
    const settings: ChartSettings = {
      ...samples.line.settings,
      kind: 'line',
      slots: { x: [{ id: 'at', field: 'at', step: 'month', ...use }], y: [{ id: 'sum', field: 'sum', fn: 'sum' }] },
      marks: [],
      look,
    };
    const drawing = optionOf(of, settings, skin);
    if (drawing.state !== 'option') throw new Error(drawing.state);
    const { xAxis, series } = drawing.option as { xAxis: { data: string[] }; series: ChartOption[] };
    const values = (series[0]!.data as { value: number | null }[]).map(({ value }) => value);
    return xAxis.data.map((label, at) => `${label} ${values[at] ?? '-'}`);
  };
  const none = words['zh-CN'].none;

  it('has its place: open, as 0, or none where the designer leaves it out', () => {
    const places = (gap: string) => [
      '2025-11 1',
      `2025-12 ${gap}`,
      '2026-01 3',
      `2026-02 ${gap}`,
      `2026-03 ${gap}`,
      '2026-04 6',
      `${none} 9`,
    ];
    expect(drawnAs()).toEqual(places('-'));
    expect(drawnAs({}, { gaps: 'zero' })).toEqual(places('0'));
    expect(drawnAs({}, { gaps: 'out' })).toEqual(['2025-11 1', '2026-01 3', '2026-04 6', `${none} 9`]);
  });

  it('goes on as far as a forecast is asked for, which nothing else reaches', () => {
    const settings: ChartSettings = {
      ...samples.line.settings,
      kind: 'line',
      slots: { x: [{ id: 'at', field: 'at', step: 'month' }], y: [{ id: 'sum', field: 'sum', fn: 'sum' }] },
      marks: [{ is: 'forecast', ahead: 2 }],
      look: { gaps: 'zero' },
    };
    const drawn = (rows: ChartResult['rows']) => {
      const drawing = optionOf({ ...result, rows }, settings, skin);
      if (drawing.state !== 'option') throw new Error(drawing.state);
      return drawing.option as { xAxis: { data: string[] }; series: { name: string; data: unknown[] }[] };
    };
    const { xAxis, series } = drawn([1, 2, 3, 4, 5].map((value) => [`2025-0${value}-01`, value]));
    expect(xAxis.data.slice(-3)).toEqual(['2025-05', '2025-06', '2025-07']);
    expect((series[0]!.data as { value: number | null }[]).slice(-3).map(({ value }) => value)).toEqual([
      5,
      null,
      null,
    ]);
    expect(series[1]!.name).toBe(`Sum · ${words['zh-CN'].forecast}`);
    const [joint, next, last] = series[1]!.data.slice(-3) as number[];
    expect([joint, next! > 5.5 && next! < 6.5, last! > next!]).toEqual([5, true, true]);
    // where rows have no time there is no time to come
    expect(drawn(result.rows).series).toHaveLength(1);
  });

  it('follows the order by time, and is none where figures make the order', () => {
    expect(drawnAs({ sort: { by: 'label', desc: true } }).slice(0, 3)).toEqual(['2026-04 6', '2026-03 -', '2026-02 -']);
    expect(drawnAs({ sort: { by: 'value', desc: true } })).toHaveLength(4);
    expect(drawnAs({ top: { n: 2, rest: false } })).toHaveLength(2);
  });

  it('is none between days that are no first days of one row', () => {
    const odd = { ...result, rows: [...result.rows, ['2026-02-15', 2]] };
    expect(drawnAs({}, {}, odd)).toHaveLength(5);
  });
});

describe('colours', () => {
  it('are the named ones, readable in both skins', () => {
    for (const [dark, ground] of [
      [false, '#ffffff'],
      [true, '#131417'],
    ] as const)
      for (const name of hueNames) {
        const { fill, ink, solid } = huesFor(dark)[name];
        expect(contrast(ink, fill), `${name} ink`).toBeGreaterThanOrEqual(5.5);
        expect(contrast(solid, ground), `${name} solid`).toBeGreaterThanOrEqual(4.5);
      }
  });
  it('of series stand out from the ground', () => {
    for (const [colours, ground] of [
      [seriesColours.light, '#ffffff'],
      [seriesColours.dark, '#131417'],
    ] as const)
      for (const colour of colours) expect(contrast(colour, ground), colour).toBeGreaterThanOrEqual(3);
  });
  it('follow the option, then what the chart chose', () => {
    const { result, settings } = samples.pie;
    const colourIn = (look: ChartSettings['look']) =>
      (seriesIn(result, { ...settings, look })[0]!.data as { itemStyle: { color: string } }[])[0]!.itemStyle.color;
    expect(colourIn({})).toBe(huesFor(false).teal.solid);
    expect(colourIn({ hues: { a: 'red' } })).toBe(huesFor(false).red.solid);
  });
});

describe('top n', () => {
  const rows = Array.from({ length: 30 }, (_empty, at) => [`p${at}`, at + 1]);
  const result: ChartResult = {
    columns: [
      { id: 'part', title: 'Part', kind: 'text' },
      { id: 'n', title: 'N', kind: 'number', additive: true },
    ],
    rows,
  };
  const settings: ChartSettings = {
    kind: 'bar',
    marks: [],
    tones: [],
    notes: [],
    look: {},
    slots: {
      x: [{ id: 'part', field: 'part', top: { n: 3, rest: true }, sort: { by: 'value', desc: true } }],
      y: [{ id: 'n', field: 'n' }],
    },
  };
  it('of counts has no fractions on its axis, of other figures may have', () => {
    const axisOf = (one: number) =>
      optionOf({ ...result, rows: [['a', one]] }, settings, skin) as { option?: { yAxis: { minInterval?: number } } };
    expect([axisOf(1), axisOf(0.5)].map(({ option }) => option?.yAxis.minInterval)).toEqual([1, undefined]);
  });
  it('keeps the largest and adds up the others', () => {
    const [bars] = seriesIn(result, settings);
    expect((bars!.data as { value: number }[]).map(({ value }) => value)).toEqual([30, 29, 28, 378]);
    expect(optionOf(result, settings, skin).notes).toEqual(['top']);
  });
});

it('the rest is what all come to less those that are drawn, also where not all groups were sent', () => {
  const of = (totals?: ChartResult['totals']) => {
    const result: ChartResult = {
      columns: [
        { id: 'part', title: 'Part', kind: 'text' },
        { id: 'm', title: 'Sum', kind: 'number', additive: true },
      ],
      rows: [10, 9, 8].map((value, at) => [`p${at}`, value]),
      cutFrom: 4,
      ...(totals && { totals }),
    };
    const x = [{ id: 'part', field: 'part', top: { n: 2, rest: true } }];
    const slots = { x, y: [{ id: 'm', field: 'n', fn: 'sum' as const }] };
    const settings: ChartSettings = { kind: 'bar', slots, marks: [], tones: [], notes: [], look: {} };
    const data = seriesIn(result, settings)[0]!.data as { value: number | null }[];
    return [data.map(({ value }) => value), optionOf(result, settings, skin).notes];
  };
  expect(of([{ rows: 0, columns: 0, cells: [null, '1000'] }])).toEqual([
    [10, 9, 981],
    ['more', 'top'],
  ]);
  expect(of()).toEqual([
    [10, 9, null],
    ['more', 'top', 'rest_open'],
  ]);
});

describe('the rest of figures that cannot be added', () => {
  const of = (y: Partial<ChartUse>, more: ChartUse[] = [], cells: (value: number) => number[] = (value) => [value]) => {
    const uses = [{ id: 'm', field: 'n', ...y }, ...more];
    const result: ChartResult = {
      columns: [
        { id: 'part', title: 'Part', kind: 'text' },
        ...uses.map(({ id }) => ({ id, title: id, kind: 'number' as const, additive: id !== 'm' })),
      ],
      rows: [10, 9, 8, 7, 6].map((value, at) => [`p${at}`, ...cells(value)]),
    };
    const slots = { x: [{ id: 'part', field: 'part', top: { n: 2, rest: true } }], y: uses };
    const settings: ChartSettings = { kind: 'bar', slots, marks: [], tones: [], notes: [], look: {} };
    const [bars] = seriesIn(result, settings);
    const { notes } = optionOf(result, settings, skin);
    return { values: (bars!.data as { value: number | null }[]).map(({ value }) => value), notes };
  };
  it('is open, and says so', () => {
    expect(of({ fn: 'avg' })).toEqual({ values: [10, 9, null], notes: ['top', 'rest_open'] });
    expect(of({ fn: 'distinct' }).values).toEqual([10, 9, null]);
  });
  it('is the outermost of lowest and highest, and the mean by how many there are of each', () => {
    expect(of({ fn: 'max' })).toEqual({ values: [10, 9, 8], notes: ['top'] });
    expect(of({ fn: 'min' }).values).toEqual([10, 9, 6]);
    const counted = of({ fn: 'avg' }, [{ id: 'k', field: 'n', fn: 'filled' }], (value) => [value, value === 8 ? 8 : 1]);
    expect(counted).toEqual({ values: [10, 9, 7.7], notes: ['top'] });
  });
});

describe('too many series', () => {
  it('are cut to the largest, and said', () => {
    const { result, settings } = samples.line;
    const rows = Array.from({ length: 200 }, (_empty, at) => ['2026-01-01', `p${at}`, at]);
    expect(seriesIn({ ...result, rows }, { ...settings, marks: [] })).toHaveLength(51);
    expect(optionOf({ ...result, rows }, settings, skin).notes).toEqual(['top']);
  });
});

describe('rules, marks and picks', () => {
  const { result, settings } = samples.bar;
  it('colour figures', () => {
    const data = seriesIn(result, settings)[0]!.data as { value: number; itemStyle?: { color: string } }[];
    expect(data.map(({ itemStyle }) => itemStyle?.color)).toEqual(
      result.rows.map((row) => (Number(row[1]) < 1_250 ? skin.ink.bad : undefined)),
    );
  });
  it('dim what was not picked', () => {
    const data = seriesIn(result, { ...settings, tones: [] }, { line: ['a'] })[0]!.data as {
      itemStyle?: { opacity: number };
    }[];
    expect(data.map(({ itemStyle }) => itemStyle?.opacity)).toEqual([undefined, 0.25, 0.25]);
  });
  it('draw lines, bands, notes and the trend', () => {
    const series = seriesIn(result, {
      ...settings,
      marks: [{ is: 'line', at: 'median' }, { is: 'line', at: 900 }, { is: 'band', from: 1, to: 2 }, { is: 'trend' }],
      notes: [{ at: 'b', text: { zh: '检修' } }],
    });
    expect((series[0]!.markLine as { data: unknown[] }).data).toHaveLength(3);
    expect((series[0]!.markArea as { data: unknown[] }).data).toHaveLength(1);
    expect(series[1]).toMatchObject({ name: '产量 · 趋势', type: 'line' });
  });
});

describe('lines through figures', () => {
  const marks: ChartSettings['marks'] = [{ is: 'trend' }, { is: 'line', at: 'avg' }];
  const markLine = (one: ChartOption | undefined) => (one?.markLine as { data: ChartOption[] } | undefined)?.data;
  const numbers = (id: string) => ({ id, title: id, kind: 'number' as const, additive: true });

  it('stand on the axis of their figures, and are worked out of those of that axis', () => {
    const { result, settings } = samples.combined;
    const [bars, line, ...trends] = seriesIn(result, { ...settings, marks });
    expect(trends.map(({ yAxisIndex }) => yAxisIndex)).toEqual([undefined, 1]);
    const mean = (at: number) => result.rows.reduce((sum, row) => sum + Number(row[at]), 0) / result.rows.length;
    expect([bars, line].map((one) => markLine(one)![0]!.yAxis)).toEqual([mean(1), mean(2)]);
    const fixed = seriesIn(result, { ...settings, marks: [{ is: 'line', at: 5 }] });
    expect(fixed.map((one) => markLine(one)?.length)).toEqual([1, undefined]);
  });

  it('of stacks are those of the sums', () => {
    const result: ChartResult = {
      columns: [{ id: 'm', title: 'm', kind: 'text' }, { id: 'c', title: 'c', kind: 'text' }, numbers('n')],
      rows: [0, 1, 2].flatMap((at) => [
        [`${at}`, 'a', 10 * at],
        [`${at}`, 'b', 4],
      ]),
    };
    const slots = { x: [{ id: 'm', field: 'm' }], color: [{ id: 'c', field: 'c' }], y: [{ id: 'n', field: 'n' }] };
    const drawn = seriesIn(result, { ...samples.stacked.settings, slots, marks });
    expect(drawn).toHaveLength(3);
    const data = drawn[2]!.data as number[];
    expect(data.map(Math.round)).toEqual([4, 14, 24]);
    expect(markLine(drawn[0])![0]!.yAxis).toBe(14);
  });

  it('stand at their moments where an axis is of time, at equal distance or not', () => {
    const moments = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z', '2026-01-01T10:00:00Z'];
    const result: ChartResult = {
      columns: [{ id: 'at', title: 'at', kind: 'moment' }, numbers('n')],
      rows: moments.map((at, place) => [at, [0, 1, 10][place]!]),
    };
    const slots = { x: [{ id: 'at', field: 'at' }], y: [{ id: 'n', field: 'n' }] };
    const [own, trend] = seriesIn(result, { ...samples.line.settings, slots, marks: [{ is: 'trend' }] });
    const places = (own!.data as { value: [number, number] }[]).map(({ value }) => value);
    for (const [at, [time, value]] of (trend!.data as [number, number][]).entries()) {
      expect(time).toBe(places[at]![0]);
      expect(value).toBeCloseTo(places[at]![1]);
    }
  });

  it('lie behind points: the mean upward, the straight line through them, and what one zooms by', () => {
    const result: ChartResult = {
      columns: [numbers('a'), numbers('b')],
      rows: [
        [0, 1],
        [10, 21],
        [4, 9],
      ],
    };
    const slots = { x: [{ id: 'a', field: 'a' }], y: [{ id: 'b', field: 'b' }] };
    const settings = { ...samples.scatter.settings, slots, marks };
    const [points, trend] = seriesIn(result, settings);
    expect(trend!.data).toEqual([
      [0, expect.closeTo(1)],
      [10, expect.closeTo(21)],
    ]);
    expect(markLine(points)![0]!.yAxis).toBeCloseTo(31 / 3);
    const drawing = optionOf(result, { ...settings, look: { zoom: true, log: true } }, skin);
    // 0 has no place on the logarithmic axis along x, upward all figures have
    expect(drawing).toMatchObject({
      notes: ['log'],
      option: { xAxis: { type: 'value' }, yAxis: { type: 'log' }, dataZoom: [{}, {}, {}] },
    });
  });
});

describe('colours by rules', () => {
  const red = skin.ink.bad;
  it.each([
    ['pie', 'output'],
    ['ring', 'output'],
    ['rose', 'output'],
    ['funnel', 'count'],
    ['heat', 'output'],
    ['calendar', 'output'],
    ['map', 'output'],
    ['treemap', 'output'],
    ['scatter', 'heat'],
    ['bubble', 'output'],
    ['waterfall', 'count'],
    ['cloud', 'count'],
  ] as const)('are seen in a %s', (kind, of) => {
    const { result, settings } = samples[kind];
    const svg = (tones: ChartSettings['tones']) => {
      const drawing = optionOf(result, { ...settings, tones }, skin);
      return drawing.state === 'option' ? svgOf(drawing) : '';
    };
    expect(svg([])).not.toContain(red);
    expect(svg([{ of, from: -1e9, tone: 'bad' }])).toContain(`fill="${red}"`);
  });
});

describe('a board with what is left over', () => {
  it('has the figures of the rest in its column', () => {
    const { result, settings } = samples.heat;
    const slots = { ...settings.slots, x: [{ id: 'line', field: 'line', top: { n: 1, rest: true } }] };
    const [cells] = seriesIn(result, { ...settings, slots });
    const data = cells!.data as { value: [number, number, number] }[];
    expect(data).toHaveLength(6);
    const sum = (rows: readonly (readonly unknown[])[], at: number) =>
      rows.reduce((all, row) => all + Number(row[at]), 0);
    expect(
      sum(
        data.map(({ value }) => value),
        2,
      ),
    ).toBe(sum(result.rows, 2));
  });
});

describe('shares and pies', () => {
  it('refuse negatives and say that all is zero', () => {
    const { result, settings } = samples.pie;
    const figures = (value: number) => ({ ...result, rows: result.rows.map(([key]) => [key!, value]) });
    expect(optionOf(figures(-1), settings, skin)).toMatchObject({ state: 'refused', code: 'negative', propose: 'bar' });
    expect(optionOf(figures(0), settings, skin)).toMatchObject({ state: 'empty', code: 'all_zero' });
  });
});

describe('a logarithmic axis', () => {
  it('is linear where a figure has no place on it', () => {
    const { result, settings } = samples.bar;
    const zero = {
      ...result,
      rows: [
        ['a', 0],
        ['b', 10],
      ],
    };
    const drawing = optionOf(zero, { ...settings, look: { log: true } }, skin);
    expect(drawing).toMatchObject({ state: 'option', notes: ['log'], option: { yAxis: { type: 'value' } } });
  });
});

describe('statistics', () => {
  it('find quartiles, outliers, bins and the trend', () => {
    const once = (values: number[]): Often[] => values.map((value) => [value, 1]);
    expect(boxOf(once([1, 2, 3, 4, 5, 100]))).toMatchObject({ median: 3.5, low: 1, high: 5, outliers: [100] });
    // what is there twice counts twice, said once or twice
    expect(
      boxOf([
        [1, 2],
        [2, 1],
        [9, 1],
      ]),
    ).toEqual(boxOf(once([1, 1, 2, 9])));
    expect(
      binsOf(
        [
          [1, 2],
          [2, 1],
          [3, 1],
          [9, 1],
        ],
        4,
      ),
    ).toEqual(binsOf(once([1, 1, 2, 3, 9]), 4));
    expect(binsOf(once([1, 1, 2, 3, 9]), 4)).toEqual([
      { from: 0, to: 2, count: 2 },
      { from: 2, to: 4, count: 2 },
      { from: 4, to: 6, count: 0 },
      { from: 6, to: 8, count: 0 },
      { from: 8, to: 10, count: 1 },
    ]);
    expect(binsOf(once([4, 4]), 9)).toEqual([{ from: 4, to: 4, count: 2 }]);
    expect(trendOf([1, null, 3, 4])!(10)).toBeCloseTo(11);
    expect(trendOf([null, 3])).toBeUndefined();
  });
  it('counts every value once, however the bins fall', () => {
    const values = Array.from({ length: 999 }, (_empty, at): Often => [Math.sin(at) * 1e-3, 1]);
    expect(binsOf(values).reduce((sum, { count }) => sum + count, 0)).toBe(999);
  });
});

describe('flows', () => {
  it('know whether they come back', () => {
    expect(
      hasCircle([
        { source: 'a', target: 'b' },
        { source: 'b', target: 'c' },
      ]),
    ).toBe(false);
    expect(
      hasCircle([
        { source: 'a', target: 'b' },
        { source: 'b', target: 'a' },
      ]),
    ).toBe(true);
    expect(hasCircle([{ source: 'a', target: 'a' }])).toBe(true);
  });
});

describe('a cloud', () => {
  it('lays no word over another, the weightiest in the middle', () => {
    const placed = placeWords(
      Array.from({ length: 120 }, (_empty, at) => ({ text: `word${at}`, weight: 200 - at })),
      800,
      500,
    );
    expect(placed.length).toBeGreaterThan(60);
    expect(placed[0]).toMatchObject({ at: 0, x: 400, y: 250 });
    expect(placeWords([{ text: 'a', weight: 1 }], 0, 0)).toEqual([]);
  });
});

function contrast(one: string, other: string): number {
  const [high, low] = [one, other].map(luminance).sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
