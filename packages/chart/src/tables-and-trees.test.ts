import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import { describe, expect, it } from 'vitest';
import { pivotCells } from './data/pivot.ts';
import { treeOf } from './data/tree.ts';
import { optionOf } from './draw.ts';
import { fullNumber } from './look/numbers.ts';
import { chartSkin } from './look/skin.ts';
import type { ChartResult } from './result.ts';
import { sceneOf } from './scene.ts';
import { svgOf } from './ssr.ts';
import { samples, words } from './testing/samples.ts';

const skin = chartSkin({ dark: false, locale: 'zh-CN', words: words['zh-CN'] });

describe('a table', () => {
  const result: ChartResult = {
    columns: [
      { id: 'line', title: 'Line', kind: 'text' },
      { id: 'year', title: 'Year', kind: 'number' },
      { id: 'sum', title: 'Sum', kind: 'number', additive: true },
      { id: 'avg', title: 'Average', kind: 'number' },
    ],
    rows: [
      ['A', '2', '5', '1'],
      ['A', '10', '7', '2'],
      ['B', '2', '20', '3'],
      ['C', '2', '1', '4'],
      ['D', '2', '2', '5'],
      [null, '2', '40', '6'],
    ],
  };
  const rowsOf = (line: Partial<ChartUse>, year: Partial<ChartUse> = {}) => {
    const row = [
      { id: 'line', field: 'line', ...line },
      { id: 'year', field: 'year', ...year },
    ];
    const y = [
      { id: 'sum', field: 'n', fn: 'sum' as const },
      { id: 'avg', field: 'n', fn: 'avg' as const },
    ];
    const settings = { kind: 'table' as const, slots: { row, y }, marks: [], tones: [], notes: [], look: {} };
    const drawing = optionOf(result, settings, skin);
    if (drawing.state !== 'table') throw new Error(drawing.state);
    return drawing.table.rows.map(({ heads, cells }) => [...heads, ...cells].map(({ text }) => text).join(' '));
  };

  it('stands as it came, or as its keys are sorted: the first by its sum, those after it within', () => {
    expect(rowsOf({})).toEqual(['A 2 5 1', 'A 10 7 2', 'B 2 20 3', 'C 2 1 4', 'D 2 2 5', '(空) 2 40 6']);
    expect(rowsOf({}, { sort: { by: 'label', desc: true } })).toEqual([
      ...['A 10 7 2', 'A 2 5 1', 'B 2 20 3', 'C 2 1 4', 'D 2 2 5', '(空) 2 40 6'],
    ]);
    expect(rowsOf({ sort: { by: 'value', desc: true } })).toEqual([
      ...['(空) 2 40 6', 'B 2 20 3', 'A 2 5 1', 'A 10 7 2', 'D 2 2 5', 'C 2 1 4'],
    ]);
  });

  it('of rows has its columns in the order they were given, numbers among them', () => {
    const columns = [
      { id: 'code', title: 'Code', kind: 'text' as const },
      { id: 'size', title: 'Size', kind: 'number' as const },
      { id: 'place', title: 'Place', kind: 'text' as const },
    ];
    const row = columns.map(({ id }) => ({ id, field: id }));
    const settings = { kind: 'table' as const, slots: { row }, marks: [], tones: [], notes: [], look: {} };
    const drawing = optionOf({ columns, rows: [['A', 3, 'Hall']] }, settings, skin);
    expect(drawing).toMatchObject({
      table: {
        head: [[{ text: 'Code' }, { text: 'Size' }, { text: 'Place', words: true }]],
        lead: 1,
        rows: [{ heads: [{ text: 'A' }], cells: [{ text: '3' }, { text: 'Hall', words: true }] }],
      },
    });
  });

  it('is cut to the largest keys; the rest is added up where it may be', () => {
    const top = { n: 2, rest: false };
    expect(rowsOf({ top })).toEqual(['B 2 20 3', '(空) 2 40 6']);
    expect(rowsOf({ top: { ...top, rest: true }, sort: { by: 'value' } })).toEqual([
      ...['B 2 20 3', '(空) 2 40 6', '其他 2 8 ', '其他 10 7 2'],
    ]);
  });
});

describe('a pivot', () => {
  it('adds up what may be added, and leaves averages to those who have all rows', () => {
    const { result, settings } = samples.pivot;
    const total = (additive: boolean, more: Partial<ChartResult> = {}) => {
      const columns = result.columns.map((column) => ({ ...column, additive }));
      const { scene } = sceneOf({ ...result, columns, ...more }, settings, skin);
      return pivotCells(scene, scene.slots.row!, scene.slots.column!, scene.slots.y!)([], [])?.[0];
    };
    expect(total(true)).toBe(result.rows.reduce((sum, row) => sum + Number(row[2]), 0));
    expect(total(false)).toBeNull();
    expect(total(false, { totals: [{ rows: 0, columns: 0, cells: [null, null, 7] }] })).toBe(7);
  });
  it('puts its groups in order and cuts them, the rest last with its subtotals', () => {
    const { result } = samples.treemap;
    const of = (line: Partial<ChartUse>, more: Partial<ChartResult> = {}) => {
      const slots = {
        row: [
          { id: 'line', field: 'line', ...line },
          { id: 'shift', field: 'shift' },
        ],
        y: [{ id: 'output', field: 'output' }],
      };
      const drawing = optionOf({ ...result, ...more }, { ...samples.pivot.settings, slots }, skin);
      if (drawing.state !== 'table') throw new Error(drawing.state);
      return drawing.table.rows.map(({ heads, cells }) => [...heads, ...cells].map(({ text }) => text).join(' '));
    };
    const first = (rows: string[]) => [...new Set(rows.map((row) => row.split(' ')[0]!))];
    const { compare } = new Intl.Collator('zh-CN');
    const named = ['一号线', '二号线', '三号线'].toSorted((a, b) => compare(b, a));
    expect(first(of({ sort: { by: 'label', desc: true } }))).toEqual([...named, '合计']);
    const sums = Map.groupBy(result.rows, ([line]) => line);
    const largest = [...sums].map(
      ([line, rows]) => [line, rows.reduce((sum, row) => sum + Number(row[2]), 0)] as const,
    );
    const byValue = largest.toSorted((a, b) => b[1] - a[1]).map(([line]) => result.columns[0]!.labels![line!]);
    expect(first(of({ sort: { by: 'value', desc: true } }))).toEqual([...byValue, '合计']);
    const cut = of({ top: { n: 1, rest: true } }, { totals: [{ rows: 0, columns: 0, cells: [null, null, 9_999] }] });
    expect(first(cut)).toEqual([byValue[0], '其他', '合计']);
    const rest = largest
      .map(([, sum]) => sum)
      .toSorted((a, b) => b - a)
      .slice(1)
      .reduce((sum, one) => sum + one, 0);
    expect(cut.at(-2)).toBe(`其他 小计 ${fullNumber(rest, 'zh-CN')}`);
    expect(cut.at(-1)).toContain('9,999');
  });
  it('has subtotals behind their groups', () => {
    const drawing = optionOf(
      samples.treemap.result,
      {
        ...samples.pivot.settings,
        slots: {
          row: [
            { id: 'line', field: 'line' },
            { id: 'shift', field: 'shift' },
          ],
          y: [{ id: 'output', field: 'output' }],
        },
      },
      skin,
    );
    if (drawing.state !== 'table') throw new Error(drawing.state);
    expect(drawing.table.rows.map(({ heads }) => heads.map(({ text }) => text).join(' ')).slice(0, 4)).toEqual([
      '一号线 早班',
      '一号线 中班',
      '一号线 夜班',
      '一号线 小计',
    ]);
    expect(drawing.table.rows.at(-1)!.heads).toEqual([{ text: '合计', span: 2 }]);
  });
});

describe('a treemap', () => {
  it('says what its branches are, to be read on the ground', () => {
    const drawing = optionOf(samples.treemap.result, samples.treemap.settings, skin);
    const svg = drawing.state === 'option' ? svgOf(drawing) : '';
    expect(svg).toMatch(new RegExp(`fill="${skin.ink.text}"[^>]*>一号线`));
  });
  it('says of branches what came along where figures cannot be added', () => {
    const { result, settings } = samples.treemap;
    const branchesOf = (additive: boolean, more: Partial<ChartResult> = {}) => {
      const columns = result.columns.map((column) => ({ ...column, additive }));
      const { scene } = sceneOf({ ...result, columns, ...more }, settings, skin);
      return treeOf(scene, scene.slots.path!, scene.slots.y![0]!);
    };
    const [first] = branchesOf(true);
    expect(first!.figure).toBe(first!.children!.reduce((sum, { figure }) => sum + figure!, 0));
    const key = result.rows[0]![0]!;
    const averages = branchesOf(false, { totals: [{ rows: 1, columns: 0, cells: [key, null, '4.5'] }] });
    expect(averages.map(({ figure }) => figure)).toEqual([4.5, null, null]);
    expect(averages[0]!.children!.every(({ figure, value }) => figure === value)).toBe(true);
  });
});
