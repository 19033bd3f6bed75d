import type { ChartTone } from '@formwork/contract/analytics/chart.ts';
import { fullNumber } from './look/numbers.ts';
import { restKey } from './data/grid.ts';
import { toneOf } from './parts/tones.ts';
import { labelOf, numberAt, type Bound, type Scene } from './scene.ts';

export interface TableCell {
  text: string;
  tone?: ChartTone;
  span?: number;
  down?: number;
}

export interface TableRow {
  /** The first cells, which name the row. */ heads: readonly TableCell[];
  cells: readonly TableCell[];
  total?: boolean;
  /** What the row stands for, by uses. */ keys: Readonly<Record<string, string | null>>;
}

/** A table as it is drawn, read aloud and exported. */
export interface TableModel {
  head: readonly (readonly TableCell[])[];
  /** How many columns of the head name rows. */ lead: number;
  rows: readonly TableRow[];
}

/** Every chart as a table: the columns of its slots in their order, a line a row of the result. */
export function tableOf(scene: Scene, most = 1_000): TableModel {
  const [names, figures] = boundsOf(scene);
  return {
    head: [[...names, ...figures].map(({ title, column }) => ({ text: withUnit(title, column.format?.unit) }))],
    lead: names.length,
    rows: scene.result.rows.slice(0, most).map((row) => {
      const keys = names.map(({ at }) => (row[at] === null || row[at] === undefined ? null : String(row[at])));
      return {
        heads: names.map((bound, at) => ({ text: nameOf(keys[at]!, bound, scene) })),
        cells: figures.map((bound) => figureCell(scene, bound, row[bound.at] ?? null)),
        keys: Object.fromEntries(names.map(({ use }, at) => [use.id, keys[at]!])),
      };
    }),
  };
}

/** The columns of a result in the order in which a table shows them. */
export function columnsOf(scene: Scene): number[] {
  return boundsOf(scene)
    .flat()
    .map(({ at }) => at);
}

function boundsOf(scene: Scene): [names: Bound[], figures: Bound[]] {
  const seen = new Set<number>();
  const bounds = Object.values(scene.slots)
    .flat()
    .filter(({ at }) => !seen.has(at) && seen.add(at));
  return [
    bounds.filter(({ column }) => column.kind !== 'number'),
    bounds.filter(({ column }) => column.kind === 'number'),
  ];
}

/** What a key is called, that of what is left over included. */
export function nameOf(key: string | null, bound: Bound, { skin }: Scene): string {
  return key === restKey ? skin.words.rest : labelOf(key, bound, skin);
}

export function figureCell(scene: Scene, bound: Bound, cell: string | number | null): TableCell {
  if (cell === restKey) return { text: scene.skin.words.rest };
  const { unit: _unit, ...format } = bound.column.format ?? {};
  const tone = toneOf(scene, bound.use.id, numberAt(scene, [cell], { ...bound, at: 0 }));
  return { text: fullNumber(cell, scene.skin.locale, format), ...(tone && { tone }) };
}

function withUnit(title: string, unit: string | undefined): string {
  return unit ? `${title} (${unit})` : title;
}
