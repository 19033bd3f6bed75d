import type { SheetPlaced } from './anchored-pictures.ts';

/** Rows without content are left out of what is read: those behind them stand further down in their file than they are counted. */
const places = new WeakMap<readonly string[], number>();

/** Remembers where a row stands, from 1, when that is not simply the `count`th place. */
export function placeLine(row: readonly string[], line: number, count: number): void {
  if (line !== count) places.set(row, line);
}

/** Where the row stands in its file, that is the `count`th to be read. */
export function lineOf(row: readonly string[], count: number): number {
  return places.get(row) ?? count;
}

const pictures = new WeakMap<readonly string[], ReadonlyMap<number, readonly SheetPlaced[]>>();

/** Remembers what lies on the cells of a row, by column. */
export function placePictures(row: readonly string[], on: ReadonlyMap<number, readonly SheetPlaced[]>): void {
  pictures.set(row, on);
}

export function picturesAt(row: readonly string[], column: number): readonly SheetPlaced[] {
  return pictures.get(row)?.get(column) ?? [];
}

/** Whether nothing but blanks stands in it. */
export function isBlank(row: readonly string[]): boolean {
  return (row[0] ?? '').trim() === '' && row.every((cell) => cell.trim() === '');
}
