import type { NumberFormat } from '@formwork/contract/analytics/chart.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import type { DateStep } from '@formwork/contract/views/pivot.ts';

/** Numbers may come as decimal texts, so that no digit of an amount is lost on its way. */
export type Cell = string | number | null;

export interface ChartColumn {
  /** The `id` of a use in a slot. */
  id: string;
  title: string;
  kind: 'text' | 'number' | 'date' | 'moment';
  /** A date column holds the first day of the stretch. */
  step?: DateStep;
  /** The stretch that is not over yet, as its first day. */
  now?: string;
  /** What keys are called: options, people, records. */
  labels?: Readonly<Record<string, string>>;
  /** The colours that options have of their own. */
  hues?: Readonly<Record<string, HueName>>;
  format?: NumberFormat;
  /** Its figures may be added: sums and counts may, averages may not. */
  additive?: boolean;
}

/** A subtotal: how many of the row and column keys it still tells apart; the cells of the others are null. */
export interface ChartTotal {
  rows: number;
  columns: number;
  cells: readonly Cell[];
}

export interface ChartResult {
  columns: readonly ChartColumn[];
  rows: readonly (readonly Cell[])[];
  /** Worked out by whoever has all rows; without them only what is additive is summed. */
  totals?: readonly ChartTotal[];
  /** How many rows there are, where not all were sent. */
  cutFrom?: number;
  /** Single records that read alike are one row: the cell behind its columns says how many they are. */
  counted?: true;
  /** When the rows were read of their source; left out where they are those of now. */
  readAt?: string;
  /** The source could not be read since. */
  unread?: true;
  /** GeoJSON whose features have a `name`. */
  map?: ChartMap;
}

/** What a map is drawn of; the name stands for this very shape. */
export interface ChartMap {
  name: string;
  shape: object;
}
