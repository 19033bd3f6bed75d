import type { Cell } from '../result.ts';
import { restKey } from './grid.ts';
import { orderOf, type Sums } from './order.ts';
import { keyAt, numberAt, type Bound, type Scene } from '../scene.ts';

type Path = readonly (string | null)[];

/**
 * The different paths of keys in the order of the result, or as their uses sort them, each within its group and what is left over
 * last; `totals` puts each group's own behind those below it.
 */
export function pathsOf(scene: Scene, bounds: readonly Bound[], totals: boolean, measure: Bound | undefined): Path[] {
  const rows = scene.result.rows.map((row) => ({ row, path: bounds.map((bound) => keyAt(row, bound)) }));
  const paths = [...new Map(rows.map(({ path }) => [JSON.stringify(path), path])).values()];
  const sums = new Map<string, number>();
  for (const { row, path } of bounds.some(({ use }) => use.sort?.by === 'value') ? rows : [])
    for (let depth = 1; depth <= path.length; depth += 1) {
      const key = JSON.stringify(path.slice(0, depth));
      sums.set(key, (sums.get(key) ?? 0) + (numberAt(scene, row, measure) ?? 0));
    }
  const level = (depth: number, inner: readonly Path[]): Path[] => {
    if (depth === bounds.length) return [...inner];
    const groups = Map.groupBy(inner, (path) => path[depth] ?? null);
    const above: Path = inner[0]?.slice(0, depth) ?? [];
    const own = new Map([...groups.keys()].map((key) => [key, sums.get(JSON.stringify([...above, key])) ?? 0]));
    return inOrder([...groups.keys()], bounds[depth]!, own, scene).flatMap((key) => {
      const group = groups.get(key)!;
      const below = level(depth + 1, group);
      return totals && depth + 1 < bounds.length ? [...below, group[0]!.slice(0, depth + 1)] : below;
    });
  };
  return level(0, paths);
}

function inOrder(keys: (string | null)[], bound: Bound, sums: Sums, scene: Scene): (string | null)[] {
  const rest = keys.filter((key) => key === restKey);
  return [...orderOf(keys.filter((key) => key !== restKey), bound, sums, scene), ...rest];
}

/** The figures at the crossing of two paths. Totals are those that came along; else what may be added is added. */
export function pivotCells(
  scene: Scene,
  down: readonly Bound[],
  across: readonly Bound[],
  measures: readonly Bound[],
): (row: Path, column: Path) => readonly Cell[] | undefined {
  const cells = new Map<string, Cell[]>();
  // what is left over has no total of its own among those that came along
  const given = scene.result.totals;
  for (const line of scene.result.rows) {
    const [row, column] = [down, across].map((bounds) => bounds.map((bound) => keyAt(line, bound)));
    cells.set(at(row!, column!), measures.map((bound) => line[bound.at] ?? null));
    for (let rows = 0; rows <= down.length; rows += 1)
      for (let columns = 0; columns <= across.length; columns += 1)
        if (rows < down.length || columns < across.length)
          addTo(scene, cells, at(row!.slice(0, rows), column!.slice(0, columns)), line, measures);
  }
  for (const { rows, columns, cells: line } of given ?? []) {
    const row = down.slice(0, rows).map((bound) => keyAt(line, bound));
    const column = across.slice(0, columns).map((bound) => keyAt(line, bound));
    cells.set(at(row, column), measures.map((bound) => line[bound.at] ?? null));
  }
  return (row, column) => cells.get(at(row, column));
}

function addTo(scene: Scene, cells: Map<string, Cell[]>, key: string, line: readonly Cell[], measures: readonly Bound[]): void {
  const sums = cells.get(key) ?? measures.map(() => null);
  cells.set(key, sums);
  measures.forEach((bound, place) => {
    const value = numberAt(scene, line, bound);
    if (bound.column.additive && value !== null) sums[place] = Number(sums[place] ?? 0) + value;
  });
}

function at(row: Path, column: Path): string {
  return JSON.stringify([row, column]);
}
