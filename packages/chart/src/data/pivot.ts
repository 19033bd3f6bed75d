import type { Cell } from '../result.ts';
import { keyAt, numberAt, type Bound, type Scene } from '../scene.ts';

type Path = readonly (string | null)[];

/** The different paths of keys in the order of the result; `totals` puts each group's own behind those below it. */
export function pathsOf({ result }: Scene, bounds: readonly Bound[], totals: boolean): Path[] {
  const paths = [...new Map(result.rows.map((row) => bounds.map((bound) => keyAt(row, bound))).map((path) => [JSON.stringify(path), path])).values()];
  const level = (depth: number, inner: readonly Path[]): Path[] => {
    if (depth === bounds.length) return [...inner];
    return [...Map.groupBy(inner, (path) => path[depth]!).values()].flatMap((group) => {
      const below = level(depth + 1, group);
      return totals && depth + 1 < bounds.length ? [...below, group[0]!.slice(0, depth + 1)] : below;
    });
  };
  return level(0, paths);
}

/** The figures at the crossing of two paths. Totals are those that came along; else what may be added is added. */
export function pivotCells(
  scene: Scene,
  down: readonly Bound[],
  across: readonly Bound[],
  measures: readonly Bound[],
): (row: Path, column: Path) => readonly Cell[] | undefined {
  const cells = new Map<string, Cell[]>();
  const given = scene.result.totals;
  for (const line of scene.result.rows) {
    const [row, column] = [down, across].map((bounds) => bounds.map((bound) => keyAt(line, bound)));
    cells.set(at(row!, column!), measures.map((bound) => line[bound.at] ?? null));
    if (given) continue;
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
