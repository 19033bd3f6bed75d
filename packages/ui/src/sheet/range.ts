/** Places and blocks of cells, as numbers; nothing here knows rows or columns. */

export interface CellPlace {
  row: number;
  column: number;
}
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}
export interface GridSize {
  rows: number;
  columns: number;
}

export function rangeOf(a: CellPlace, b: CellPlace): CellRange {
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.column, b.column),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.column, b.column),
  };
}

export function clampPlace(place: CellPlace, size: GridSize): CellPlace {
  return {
    row: Math.max(0, Math.min(size.rows - 1, place.row)),
    column: Math.max(0, Math.min(size.columns - 1, place.column)),
  };
}

/** Where an arrow or paging key leads; undefined for other keys. With `far` to the edge. */
export function placeAfterKey(
  place: CellPlace,
  key: string,
  far: boolean,
  size: GridSize,
  page: number,
): CellPlace | undefined {
  const { row, column } = place;
  const moves: Record<string, CellPlace> = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? size.rows - 1 : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? size.columns - 1 : column + 1 },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? size.rows - 1 : row, column: size.columns - 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  };
  const next = moves[key];
  return next && clampPlace(next, size);
}

/** Tab runs through the rows; undefined where there is no cell any more. */
export function placeAfterTab(place: CellPlace, back: boolean, size: GridSize): CellPlace | undefined {
  const at = place.row * size.columns + place.column + (back ? -1 : 1);
  if (at < 0 || at >= size.rows * size.columns) return undefined;
  return { row: Math.floor(at / size.columns), column: at % size.columns };
}

export interface PlannedCell extends CellPlace {
  text: string;
}

/**
 * Where the cells of a pasted block go: one cell fills the whole range, a block that fits several times is repeated, anything else starts
 * at the range's corner. Columns beyond the last are dropped; rows beyond the last are for the caller to add.
 */
export function planPaste(block: readonly (readonly string[])[], range: CellRange, columns: number): PlannedCell[] {
  const height = block.length;
  const width = Math.max(0, ...block.map((row) => row.length));
  if (height === 0 || width === 0) return [];
  const rows = range.bottom - range.top + 1;
  const across = range.right - range.left + 1;
  const repeats = rows % height === 0 && across % width === 0;
  const planned: PlannedCell[] = [];
  for (let row = 0; row < (repeats ? rows : height); row++) {
    for (let column = 0; column < (repeats ? across : width); column++) {
      const text = block[row % height]![column % width];
      if (text !== undefined && range.left + column < columns)
        planned.push({ row: range.top + row, column: range.left + column, text });
    }
  }
  return planned;
}

/** Ctrl-D: the range's first row goes to the rows below it; with a single row the one above is the source. */
export function planFillDown(range: CellRange): { from: CellPlace; to: CellPlace }[] {
  const source = range.top === range.bottom ? range.top - 1 : range.top;
  if (source < 0) return [];
  const planned = [];
  for (let row = source + 1; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++)
      planned.push({ from: { row: source, column }, to: { row, column } });
  }
  return planned;
}
