import type { Locale } from '@formwork/contract/identity/api.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { ReactNode } from 'react';
import type { Translate } from '../i18n/i18n.ts';
import { PersonName } from './PersonName.tsx';

/** How values of a kind stand in a column. */
export interface ColumnKind<Value> {
  width: number;
  align?: 'end';
  show: (value: Value, locale: Locale) => ReactNode;
}

export const text: ColumnKind<string | null | undefined> = { width: 180, show: (value) => value };
/** A text that people of the space made, in one language or two. */
export const title: ColumnKind<Text> = { width: 220, show: (value, locale) => textIn(value, locale) };
export const number: ColumnKind<number | null | undefined> = {
  width: 100,
  align: 'end',
  show: (value, locale) => (value === null || value === undefined ? '—' : formatNumber(value, locale)),
};
export const time: ColumnKind<string | null | undefined> = {
  width: 150,
  show: (value, locale) => (value ? <Time at={value} locale={locale} /> : '—'),
};
/** Somebody by their id. */
export const person: ColumnKind<string | null | undefined> = {
  width: 140,
  show: (value) => (value ? <PersonName id={value} /> : '—'),
};

export function wide<Value>(kind: ColumnKind<Value>, width: number): ColumnKind<Value> {
  return { ...kind, width };
}

type Cell<Row> = (row: Row) => ReactNode;
type Column<Row, Key extends PropertyKey> =
  | (Key extends keyof Row ? ColumnKind<Row[Key]> : never)
  | Cell<Row>
  | { width: number; align?: 'end'; cell: Cell<Row> };

type AnyColumn<Row> = ColumnKind<unknown> | Cell<Row> | { width: number; align?: 'end'; cell: Cell<Row> };

export type Columns<Row> = (t: Translate, locale: Locale) => ListColumn<Row>[];

/**
 * Columns by the keys of a row: a kind shows the value of its key, a function whatever of the row. Their titles are the texts
 * `<texts>.<key>`, as `iot.device.last_at` of `lastAt`.
 */
export function columnsOf<Row>() {
  return <Shape extends { [Key in keyof Shape]: Column<Row, Key> }>(texts: string, columns: Shape): Columns<Row> =>
    (t, locale) =>
      Object.entries(columns as unknown as Record<string, AnyColumn<Row>>).map(([key, column]) => ({
        id: key,
        title: t(`${texts}.${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`),
        ...columnOf<Row>(key, column, locale),
      }));
}

function columnOf<Row>(key: string, column: AnyColumn<Row>, locale: Locale): Omit<ListColumn<Row>, 'id' | 'title'> {
  if (typeof column === 'function') return { render: column };
  const { width, align } = column;
  const render =
    'cell' in column ? column.cell : (row: Row) => column.show((row as Record<string, unknown>)[key], locale);
  return { width, ...(align && { align }), render };
}
