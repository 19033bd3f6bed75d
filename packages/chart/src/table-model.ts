import type { ChartTone } from '@formwork/contract/analytics/chart.ts';
import { fullNumber } from './look/numbers.ts';
import { restKey } from './data/grid.ts';
import { toneOf } from './parts/tones.ts';
import { labelOf, numberAt, type Bound, type Scene } from './scene.ts';

export interface TableCell {
  text: string;
  tone?: ChartTone;
  /** No figure, though it stands among them. */
  words?: true;
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
  const bounds = boundsOf(scene);
  const figureFrom = bounds.findIndex(isFigure);
  const lead = figureFrom === -1 ? bounds.length : figureFrom;
  const names = bounds.filter((bound) => !isFigure(bound));
  return {
    head: [
      bounds.map((bound, at) => ({
        text: withUnit(bound.title, bound.column.format?.unit),
        ...(at > lead && !isFigure(bound) && { words: true }),
      })),
    ],
    lead,
    rows: scene.result.rows.slice(0, most).map((row) => {
      const keyOf = ({ at }: Bound) => (row[at] === null || row[at] === undefined ? null : String(row[at]));
      const named = (bound: Bound): TableCell => ({ text: nameOf(keyOf(bound), bound, scene) });
      return {
        heads: bounds.slice(0, lead).map(named),
        cells: bounds
          .slice(lead)
          .map((bound) =>
            isFigure(bound) ? figureCell(scene, bound, row[bound.at] ?? null) : { ...named(bound), words: true },
          ),
        keys: Object.fromEntries(names.map((bound) => [bound.use.id, keyOf(bound)])),
      };
    }),
  };
}

/** The columns of a result in the order in which a table shows them. */
export function columnsOf(scene: Scene): number[] {
  return boundsOf(scene).map(({ at }) => at);
}

const isFigure = ({ column }: Bound): boolean => column.kind === 'number';

/** A table as its author put it, such as rows in the order of their form; of other charts what names a row stands before its figures. */
function boundsOf({ slots, settings }: Scene): Bound[] {
  const seen = new Set<number>();
  const { y = [], ...others } = slots;
  const bounds = [...Object.values(others).flat(), ...y].filter(({ at }) => !seen.has(at) && seen.add(at));
  if (settings.kind === 'table') return bounds;
  return [...bounds.filter((bound) => !isFigure(bound)), ...bounds.filter(isFigure)];
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
