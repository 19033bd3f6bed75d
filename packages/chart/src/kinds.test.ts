import { ChartSettings, chartKinds, type ChartKind } from '@formwork/contract/analytics/chart.ts';
import { describe, expect, it } from 'vitest';
import { engineOf, optionOf, readingOf } from './draw.ts';
import type { Drawing } from './drawn.ts';
import { kinds } from './kinds.ts';
import { chartSkin } from './look/skin.ts';
import type { Cell, ChartResult } from './result.ts';
import { svgOf } from './ssr.ts';
import { samples, words } from './testing/samples.ts';

const skins = [false, true].map((dark) =>
  chartSkin({ dark, locale: dark ? 'en' : 'zh-CN', words: words[dark ? 'en' : 'zh-CN'] }),
);
const light = skins[0]!;

function draw(kind: ChartKind, change: (result: ChartResult) => ChartResult): Drawing {
  return optionOf(change(samples[kind].result), samples[kind].settings, light);
}

const numbersAt = ({ columns }: ChartResult) => columns.flatMap(({ kind }, at) => (kind === 'number' ? [at] : []));
const withFigures = (to: (value: Cell, row: number) => Cell) => (result: ChartResult) => {
  const places = new Set(numbersAt(result));
  return {
    ...result,
    rows: result.rows.map((row, line) => row.map((cell, at) => (places.has(at) ? to(cell, line) : cell))),
  };
};
/** What ECharts writes where it was given something that is no number. */
const broken = /NaN|Infinity|undefined/;
const paths = (svg: string) => (svg.match(/<(path|text|circle|rect|polygon)\b/g) ?? []).length;

describe.each(chartKinds)('%s', (kind) => {
  const { settings, result } = samples[kind];

  it('is drawn in both skins and languages', () => {
    expect(ChartSettings.parse(settings)).toEqual(settings);
    for (const skin of skins) {
      const drawing = optionOf(result, settings, skin);
      expect(drawing.state).toBe({ table: 'table', pivot: 'table', kpi: 'kpi' }[kind as string] ?? 'option');
      if (drawing.state !== 'option') continue;
      const svg = svgOf(drawing);
      expect(svg).not.toMatch(broken);
      expect(paths(svg)).toBeGreaterThan(3);
    }
  });

  it('says that there is nothing', () => {
    expect(draw(kind, (all) => ({ ...all, rows: [] }))).toEqual({ state: 'empty', code: 'no_rows', notes: [] });
  });

  it('bears rows without figures', () => {
    const drawing = draw(
      kind,
      withFigures(() => null),
    );
    if (numbersAt(result).length > 0 && !['table', 'pivot', 'map'].includes(kind)) expect(drawing.state).toBe('empty');
    const some = draw(
      kind,
      withFigures((value, row) => (row % 2 === 0 ? null : value)),
    );
    if (some.state === 'option') expect(svgOf(some)).not.toMatch(broken);
  });

  it('leaves out what has no end, and says so', () => {
    const drawing = draw(
      kind,
      withFigures((value, row) => (row === 0 ? Infinity : row === 1 ? NaN : value)),
    );
    if (result.rows.length > 2 && !['table', 'gantt'].includes(kind) && drawing.state !== 'empty')
      expect(drawing.notes).toContain('not_finite');
    if (drawing.state === 'option') expect(svgOf(drawing)).not.toMatch(broken);
  });

  it('draws negative figures, or refuses and names a kind that can', () => {
    const drawing = draw(
      kind,
      withFigures((value) => -Number(value)),
    );
    if (drawing.state === 'option') expect(svgOf(drawing)).not.toMatch(broken);
    else if (drawing.state === 'refused') {
      expect(drawing).toMatchObject({ code: 'negative' });
      expect(kinds).toHaveProperty(drawing.propose!);
    }
  });

  it('draws one row', () => {
    const drawing = draw(kind, (all) => ({ ...all, rows: all.rows.slice(0, 1) }));
    if (drawing.state === 'option') expect(paths(svgOf(drawing))).toBeGreaterThan(1);
    else expect(['table', 'kpi']).toContain(drawing.state);
  });

  it('draws 10,000 rows, or refuses what would be a blot', () => {
    const rows = Array.from({ length: 10_000 }, (_empty, at) => {
      const row = result.rows[at % result.rows.length]!;
      return row.map((cell, place) => {
        const column = result.columns[place]!;
        if (column.kind === 'text') return `${cell} ${at}`;
        return column.kind === 'number' ? Math.abs(Number(cell)) + (at % 7) : cell;
      });
    });
    const drawing = draw(kind, (all) => ({ ...all, rows }));
    if (drawing.state === 'refused') expect(drawing).toMatchObject({ code: 'too_much' });
    else if (drawing.state === 'option') expect(svgOf(drawing)).not.toMatch(broken);
  });

  it('bears having no room at all', () => {
    const drawing = optionOf(result, settings, { ...light, width: 0, height: 0 });
    expect(drawing.state).not.toBe('refused');
  });

  it('has long and hostile names', () => {
    const name = `${'很长的名字'.repeat(40)}<img src=x onerror=alert(1)>`;
    const places = new Set(result.columns.flatMap(({ kind: of }, at) => (of === 'text' ? [at] : [])));
    const drawing = draw(kind, (all) => ({
      columns: all.columns.map((column) => ({ ...column, labels: undefined })),
      rows: all.rows.map((row) => row.map((cell, at) => (places.has(at) ? `${name} ${cell}` : cell))),
    }));
    if (drawing.state !== 'option') return;
    expect(svgOf(drawing)).not.toContain('<img');
    const { formatter } = drawing.option.tooltip as { formatter: (param: object) => string };
    const param = {
      seriesIndex: 0,
      dataIndex: 0,
      name,
      value: kind === 'calendar' ? ['2026-01-01', 0] : [0, 0, 0],
      data: { name, source: name, target: name, value: 1 },
    };
    const tip = formatter(kind === 'line' || kind === 'bar' ? [param] : param);
    expect(tip).not.toContain('<img');
  });

  it('says what is missing, and which field is gone', () => {
    const least = Object.values(kinds[kind].slots).some((need) => need.least > 0);
    expect(optionOf(result, { ...settings, slots: {} }, light).state).toBe(
      least ? 'incomplete' : kind === 'table' ? 'table' : 'empty',
    );
    const gone = { ...result, columns: result.columns.map((column) => ({ ...column, id: `${column.id} gone` })) };
    expect(optionOf(gone, settings, light)).toMatchObject({ state: 'refused', code: 'field_gone' });
  });

  it('is a table and a sentence too', () => {
    const { table, sentence } = readingOf(result, settings, light);
    expect(table.rows).toHaveLength(Math.min(result.rows.length, 1_000));
    expect(table.head[0]!.length).toBeGreaterThan(0);
    if (numbersAt(result).length > 0) expect(sentence.length).toBeGreaterThan(0);
    expect(['common', 'rare', 'none']).toContain(engineOf(kind));
  });
});
