import type { TpchQuery } from './queries.ts';

type Cell = string | number | null;

/**
 * An answer as lines that can be held against another's: numbers to two places, and rows that are alike in what they are sorted by
 * in the order of their text, since nothing says which comes first.
 */
export function comparable(rows: readonly (readonly Cell[])[], { columns, sortedBy }: TpchQuery): string[] {
  const kinds = Object.values(columns);
  const places = sortedBy.map((name) => Object.keys(columns).indexOf(name));
  const lines = rows.map((row) => {
    const cells = row.map((cell, at) => (cell !== null && kinds[at] === 'number' ? twoPlaces(cell) : (cell ?? '')));
    return { line: cells.join('|'), rank: places.map((at) => cells[at]).join('|') };
  });
  const made: string[] = [];
  for (let at = 0; at < lines.length;) {
    const alike = lines.slice(at).findIndex(({ rank }) => rank !== lines[at]!.rank);
    const end = alike === -1 ? lines.length : at + alike;
    made.push(
      ...lines
        .slice(at, end)
        .map(({ line }) => line)
        .toSorted(),
    );
    at = end;
  }
  return made;
}

function twoPlaces(cell: string | number): string {
  return Number(cell).toFixed(2);
}
