import type { ReactNode } from 'react';

export interface ListColumn<T> {
  id: string;
  title: string;
  /** Pixels; 160 unless told. The last column takes what is left, unless some may grow. */
  width?: number;
  /** Words that may take half as much again where there is room; what is left then stays empty at the right. */
  grow?: boolean;
  align?: 'start' | 'end' | 'center';
  sortable?: boolean;
  /** Stays at the left; the first column always does. Frozen columns come first. */
  frozen?: boolean;
  /** A card of a phone shows it in full, however many lines that takes. */
  whole?: true;
  /** What the cell shows; `value` as text unless given. */
  render?: (row: T) => ReactNode;
  value?: (row: T) => string | number | boolean | null | undefined;
}

export type RowHeight = 'compact' | 'normal' | 'relaxed';
export const rowHeights = { compact: 28, normal: 36, relaxed: 44 } satisfies Record<RowHeight, number>;

export const selectionWidth = 40;
export const minColumnWidth = 64;
const defaultWidth = 160;

export interface ListLayout {
  template: string;
  width: number;
  frozen: { id: string; left: number }[];
}

/** Grid template of header and rows; `actions` is the width of the column at the right, 0 where tools float over the row. */
export function listLayout<T>(
  columns: readonly ListColumn<T>[],
  widths: Readonly<Record<string, number>>,
  selectable: boolean,
  actions: number,
): ListLayout {
  const sizes = columns.map((column) => Math.max(minColumnWidth, widths[column.id] ?? column.width ?? defaultWidth));
  const frozen: ListLayout['frozen'] = [];
  let left = selectable ? selectionWidth : 0;
  columns.forEach((column, at) => {
    // a frozen column after one that is not would cover it
    if (frozen.length === at && (at === 0 || column.frozen)) frozen.push({ id: column.id, left });
    left += sizes[at]!;
  });
  const growing = columns.some(({ grow }) => grow);
  const tracks = columns.map((column, at) => {
    const size = sizes[at]!;
    if (!growing) return at === sizes.length - 1 ? `minmax(${size}px, 1fr)` : `${size}px`;
    return column.grow && widths[column.id] === undefined
      ? `minmax(${size}px, ${Math.round(size * 1.5)}px)`
      : `${size}px`;
  });
  return {
    template: [
      ...(selectable ? [`${selectionWidth}px`] : []),
      ...tracks,
      // tracks grow before a fraction does, so what fills the line comes behind them
      ...(growing ? ['minmax(0, 1fr)'] : []),
      `${actions}px`,
    ].join(' '),
    width: left + actions,
    frozen,
  };
}

export function cellText<T>(column: ListColumn<T>, row: T): string {
  const value = column.value?.(row);
  return value === null || value === undefined ? '' : String(value);
}
