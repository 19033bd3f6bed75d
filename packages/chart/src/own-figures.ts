import type { ChartSettings, NumberFormat } from '@formwork/contract/analytics/chart.ts';
import { isFigure, usesOf } from '@formwork/contract/analytics/definition.ts';
import { together } from './data/together.ts';
import type { ChartSkin } from './look/skin.ts';
import type { ChartResult } from './result.ts';
import { labelOf, sceneOf } from './scene.ts';

/** What digits of a screen show of a chart: its first figure, of all its groups together. */
export function firstFigure(settings: ChartSettings, { columns, rows }: ChartResult) {
  const use = usesOf(settings).find(isFigure) ?? usesOf(settings)[0];
  const at = columns.findIndex(({ id }) => id === use?.id);
  const column = columns[at];
  if (!column) return undefined;
  const cells = rows.flatMap((row) => (row[at] === null || row[at] === undefined ? [] : [Number(row[at])]));
  // what may be added is added; of what may not be the last is shown
  const value =
    cells.length === 0 ? undefined : column.additive ? cells.reduce((sum, cell) => sum + cell, 0) : cells.at(-1);
  return { value, unit: column.format?.unit, format: column.format };
}

/** With few places, and its unit elsewhere. */
export function plainFigure(value: number, locale: string, { as, decimals }: NumberFormat = {}): string {
  const style = as === 'percent' ? 'percent' : 'decimal';
  return new Intl.NumberFormat(locale, { style, maximumFractionDigits: decimals ?? 2 }).format(value);
}

/** The groups of a chart by their first figure, the largest before the others. */
export function ranked(settings: ChartSettings, result: ChartResult, skin: ChartSkin) {
  const { columns, rows } = result;
  const uses = usesOf(settings);
  const place = (use: { id: string } | undefined) => columns.findIndex(({ id }) => id === use?.id);
  const named = uses.find((use) => !isFigure(use));
  const first = uses.find(isFigure);
  const [key, figure] = [place(named), place(first)];
  const { scene } = sceneOf(result, settings, skin);
  const bounds = Object.values(scene.slots).flat();
  const measure = bounds.find(({ use }) => use.id === first?.id);
  const dimension = bounds.find(({ use }) => use.id === named?.id);
  if (!named || !measure || key < 0) return [];
  const groups = Map.groupBy(rows, (row) => (row[key] === null || row[key] === undefined ? null : String(row[key])));
  return [...groups]
    .flatMap(([at, own]) => {
      // what has no figure together has no place among the others
      const value = together(scene, measure, own);
      return value === null ? [] : [[at, value] as const];
    })
    .map(([at, value]) => ({
      use: named.id,
      key: at,
      name: labelOf(at, dimension, skin),
      value,
      format: columns[figure]!.format,
    }))
    .toSorted((a, b) => b.value - a.value);
}
