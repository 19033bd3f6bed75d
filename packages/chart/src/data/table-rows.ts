import { isFigure } from '@formwork/contract/analytics/definition.ts';
import type { Cell } from '../result.ts';
import { keyAt, labelOf, numberAt, type Bound, type Scene } from '../scene.ts';
import { restKey } from './grid.ts';
import { topKeys } from './order.ts';
import { together } from './together.ts';

type Row = readonly Cell[];

/** The rows of a table as its keys sort and cut them, the first key first; without either they stand as they came. */
export function tableRows(scene: Scene): readonly Row[] {
  const bounds = Object.values(scene.slots).flat();
  const keys = bounds.filter(({ use }) => !isFigure(use));
  const figures = bounds.filter(({ use }) => isFigure(use));
  const rows = cutRows(scene, keys, figures);
  return keys.some(({ use }) => use.sort) ? sorted(scene, rows, keys, figures[0]) : rows;
}

/** The rows as keys cut them to their largest values. */
export function cutRows(scene: Scene, keys: readonly Bound[], figures: readonly Bound[]): readonly Row[] {
  let { rows } = scene.result;
  for (const key of keys.filter(({ use }) => use.top)) rows = cutTo(scene, rows, key, keys, figures);
  return rows;
}

/** The keys of one of them that stand by themselves, where the others are one row. */
export function keptInRows(
  scene: Scene,
  keys: readonly Bound[],
  figures: readonly Bound[],
  of: Bound,
): (string | null)[] | undefined {
  const before = keys.slice(0, keys.indexOf(of));
  // as `cutRows`, which cuts one key after the other
  const rows = before
    .filter(({ use }) => use.top)
    .reduce<readonly Row[]>((all, key) => cutTo(scene, all, key, keys, figures), scene.result.rows);
  const { kept, rest } = topKeys(scene, of, sumsOf(scene, rows, of, figures[0]));
  return rest ? kept : undefined;
}

/** What is left over becomes one row for each of the other keys; what has no figure together is empty there. */
function cutTo(scene: Scene, rows: readonly Row[], key: Bound, keys: readonly Bound[], figures: readonly Bound[]): Row[] {
  const { kept, rest } = topKeys(scene, key, sumsOf(scene, rows, key, figures[0]));
  const shown = new Set(kept);
  const left = new Map<string, Row[]>();
  for (const row of rest ? rows.filter((one) => !shown.has(keyAt(one, key))) : []) {
    const others = JSON.stringify(keys.map((one) => (one === key ? restKey : keyAt(row, one))));
    const group = left.get(others);
    if (group) group.push(row);
    else left.set(others, [row]);
  }
  const figureAt = new Map(figures.map((figure) => [figure.at, figure]));
  const asOne = (group: Row[]): Row =>
    group[0]!.map((cell, at) => {
      if (at === key.at) return restKey;
      const figure = figureAt.get(at);
      return figure && group.length > 1 ? together(scene, figure, group) : cell;
    });
  return [...rows.filter((row) => shown.has(keyAt(row, key))), ...[...left.values()].map(asOne)];
}

function sorted(scene: Scene, rows: readonly Row[], keys: readonly Bound[], figure: Bound | undefined): readonly Row[] {
  const orders = keys.map((key) => orderBy(scene, rows, key, figure));
  return rows.toSorted((a, b) => {
    for (const order of orders) {
      const way = order(a, b);
      if (way !== 0) return way;
    }
    return 0;
  });
}

/** What top n left over comes last, and what has no value before it, whichever way a key is sorted. */
function orderBy(scene: Scene, rows: readonly Row[], key: Bound, figure: Bound | undefined) {
  const { sort } = key.use;
  const way = sort?.desc ? -1 : 1;
  const byValue = sort?.by === 'value' && figure !== undefined;
  const { compare } = new Intl.Collator(scene.skin.locale, { numeric: true });
  const sums = byValue ? sumsOf(scene, rows, key, figure) : new Map<string | null, number>();
  const named = (one: string, other: string): number => {
    if (sort?.by === 'label') return compare(labelOf(one, key, scene.skin), labelOf(other, key, scene.skin));
    if (key.column.kind === 'number') return Number(one) - Number(other);
    return one < other ? -1 : Number(one > other);
  };
  return (a: Row, b: Row): number => {
    const [one, other] = [keyAt(a, key), keyAt(b, key)];
    if (one === other) return 0;
    if (one === restKey || other === restKey) return one === restKey ? 1 : -1;
    const more = (sums.get(one) ?? 0) - (sums.get(other) ?? 0);
    if (more !== 0) return more * way;
    if (one === null || other === null) return one === null ? 1 : -1;
    return named(one, other) * (byValue ? 1 : way);
  };
}

/** How much there is of each key, or how often it comes up where there is no figure. */
function sumsOf(scene: Scene, rows: readonly Row[], key: Bound, figure: Bound | undefined): Map<string | null, number> {
  const sums = new Map<string | null, number>();
  for (const row of rows) {
    const value = figure ? (numberAt(scene, row, figure) ?? 0) : 1;
    sums.set(keyAt(row, key), (sums.get(keyAt(row, key)) ?? 0) + value);
  }
  return sums;
}
