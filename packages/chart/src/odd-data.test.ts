import { describe, expect, test } from 'vitest';
import { optionOf } from './draw.ts';
import type { Drawing } from './drawn.ts';
import { chartSkin } from './look/skin.ts';
import type { Cell, ChartResult } from './result.ts';
import { svgOf } from './ssr.ts';
import { samples, words, type Sample } from './testing/samples.ts';

// What data may be: each kind says what it is, or draws it well.

const skin = chartSkin({ dark: false, locale: 'zh-CN', words: words['zh-CN'] });
const kinds = Object.entries(samples);
const drawn = (sample: Sample, change: (result: ChartResult) => ChartResult): Drawing =>
  optionOf(change(sample.result), sample.settings, skin);

/** The picture of a drawing that is one; whatever stands in it must be a number or a word. */
function picture(drawing: Drawing): string {
  if (drawing.state !== 'option') return JSON.stringify(drawing);
  const svg = svgOf(drawing);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  return svg;
}

const mapped = (to: (cell: Cell, isNumber: boolean, row: number) => Cell) => (result: ChartResult) => ({
  ...result,
  rows: result.rows.map((row, at) => row.map((cell, place) => to(cell, result.columns[place]!.kind === 'number', at))),
});

describe.each(kinds)('%s', (_kind, sample) => {
  test('of a field that is gone says which', () => {
    const [first] = Object.values(sample.settings.slots).flat();
    const drawing = drawn(sample, (result) => {
      const at = result.columns.findIndex(({ id }) => id === first!.id);
      return { columns: result.columns.toSpliced(at, 1), rows: result.rows.map((row) => row.toSpliced(at, 1)) };
    });
    expect(drawing).toMatchObject({ state: 'refused', code: 'field_gone' });
  });

  test('of nothing says so', () => {
    expect(drawn(sample, (result) => ({ ...result, rows: [] })).state).toBe('empty');
  });

  test('of one row is drawn or said', () => {
    picture(drawn(sample, (result) => ({ ...result, rows: result.rows.slice(0, 1) })));
  });

  test('of figures that are not there, or are none, is drawn without them', () => {
    picture(
      drawn(
        sample,
        mapped((cell, isNumber) => (isNumber ? null : cell)),
      ),
    );
    picture(
      drawn(
        sample,
        mapped((cell, isNumber, row) => (isNumber && row % 2 === 0 ? null : cell)),
      ),
    );
    for (const odd of ['NaN', 'Infinity', '-Infinity'])
      picture(
        drawn(
          sample,
          mapped((cell, isNumber, row) => (isNumber && row === 0 ? odd : cell)),
        ),
      );
  });

  test('of keys that are not there or are 200 signs long is drawn', () => {
    picture(
      drawn(
        sample,
        mapped((cell, isNumber, row) => (isNumber || row > 0 ? cell : null)),
      ),
    );
    const long = '很长的名称'.repeat(40);
    picture(
      drawn(sample, (result) => ({
        ...result,
        columns: result.columns.map((column) => ({ ...column, title: long })),
        rows: result.rows.map((row, at) =>
          row.map((cell, place) =>
            result.columns[place]!.kind === 'text' && typeof cell === 'string' ? `${long.slice(0, 190)}${at}` : cell,
          ),
        ),
      })),
    );
  });

  test('of a million rows is drawn of fewer, or refused in words', () => {
    const [row] = sample.result.rows;
    const drawing = drawn(sample, (result) => ({ ...result, rows: Array.from({ length: 1_000_000 }, () => row!) }));
    if (drawing.state !== 'option') expect(['refused', 'kpi', 'table', 'empty']).toContain(drawing.state);
  });
});

test.each(['pie', 'ring', 'rose', 'funnel', 'treemap', 'sunburst'] as const)(
  '%s does not hide negative figures',
  (kind) => {
    const drawing = drawn(
      samples[kind],
      mapped((cell, isNumber, row) => (isNumber && row === 0 ? '-5' : cell)),
    );
    expect(drawing).toMatchObject({ state: 'refused', code: 'negative' });
  },
);
