import type { ChartSettings, ChartUse } from '@formwork/contract/analytics/chart.ts';
import { isFigure, usesOf } from '@formwork/contract/analytics/definition.ts';
import type { Cell } from '../result.ts';
import { numberAt, type Bound, type Scene } from '../scene.ts';

type Row = readonly Cell[];

/**
 * What several groups come to as one: a sum where figures may be added, the outermost of lowest and highest, the mean of means by how
 * many values each has. Null where it cannot be known from these figures.
 */
export function together(scene: Scene, measure: Bound, rows: readonly Row[]): number | null {
  const unsent = unsentOf(scene, measure);
  if (unsent === undefined) {
    scene.notes.add('rest_open');
    return null;
  }
  const figures = rows.flatMap((row) => {
    const value = numberAt(scene, row, measure);
    return value === null ? [] : [{ row, value }];
  });
  const values = figures.map(({ value }) => value);
  if (unsent !== 0) values.push(unsent);
  if (values.length < 2) return values[0] ?? null;
  if (measure.column.additive) return values.reduce((sum, value) => sum + value, 0);
  const way = wayOf(measure.use, scene.settings);
  if (way === 'min') return values.reduce((least, value) => Math.min(least, value));
  if (way === 'max') return values.reduce((most, value) => Math.max(most, value));
  const weight = way === 'avg' && weightOf(scene, measure);
  if (weight) {
    const weights = figures.map(({ row }) => numberAt(scene, row, weight) ?? 0);
    const all = weights.reduce((sum, value) => sum + value, 0);
    return all === 0 ? null : values.reduce((sum, value, at) => sum + value * weights[at]!, 0) / all;
  }
  scene.notes.add('rest_open');
  return null;
}

/** What the groups that were not sent come to, by the sum over all; undefined where nothing tells. */
function unsentOf({ result, settings }: Scene, measure: Bound): number | undefined {
  if (result.cutFrom === undefined) return 0;
  const cell = result.totals?.find(({ rows, columns }) => rows === 0 && columns === 0)?.cells[measure.at];
  const isAlone = usesOf(settings).filter((use) => !isFigure(use)).length === 1;
  if (cell === undefined || cell === null || !isAlone || !measure.column.additive) return undefined;
  return Number(cell) - result.rows.reduce((sum, row) => sum + Number(row[measure.at] ?? 0), 0);
}

/** Whether the groups that a chart leaves over can have a figure together; single records always can. */
export function canStandTogether(settings: Pick<ChartSettings, 'slots'>): boolean {
  const figures = usesOf(settings).filter(isFigure);
  return figures.length === 0 || figures.some((use) => wayOf(use, settings) !== undefined);
}

function wayOf(use: ChartUse, settings: Pick<ChartSettings, 'slots'>): 'sum' | 'min' | 'max' | 'avg' | undefined {
  if (use.calc || use.versus) return undefined;
  if (use.fn === 'count' || use.fn === 'filled' || use.fn === 'sum') return 'sum';
  if (use.fn === 'min' || use.fn === 'max') return use.fn;
  return use.fn === 'avg' && usesOf(settings).some((one) => weighs(one, use)) ? 'avg' : undefined;
}

/** How many values a mean is of: those of its own field, as many as are filled. */
function weighs(one: ChartUse, mean: ChartUse): boolean {
  return one.fn === 'filled' && one.field === mean.field && !one.versus;
}

function weightOf(scene: Scene, { use }: Bound): Bound | undefined {
  return Object.values(scene.slots)
    .flat()
    .find((bound) => weighs(bound.use, use));
}
