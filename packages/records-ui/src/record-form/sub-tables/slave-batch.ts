import { notLedIn } from '@formwork/contract/csv.ts';
import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import type { Misfits } from '@formwork/ui/sheet/changes.ts';
import { isReadOnly, parseText, textOf, withValue, type SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { csvText } from '../../exchange/save-csv.ts';
import type { RowData } from '../form-data.ts';
import type { ShownRow } from './slave-columns.tsx';

/** Many rows at once: made by a rule, read from a file, written to one. */

export interface Made {
  rows: RowData[];
  misfits: Misfits;
}

/** Rows of plain values by field, over what a new row begins with. */
export function rowsOfValues(
  table: SlaveTable,
  given: readonly Record<string, unknown>[],
  newRow: () => RowData,
): Made {
  const misfits: Misfits = { kept: 0, left: 0 };
  const rows = given.map((values) => {
    const row = newRow();
    const own: Record<string, unknown> = { ...row.values };
    for (const field of table.fields) {
      const value = values[field.id];
      if (isComputed(field) || isEmptyValue(value)) continue;
      const parsed = fieldTypeSpec(field.type).parse(value, field.config, timeZone());
      if (parsed.error) misfits.left += 1;
      else own[field.id] = parsed.value;
    }
    return { ...row, values: own };
  });
  return { rows, misfits };
}

/** Rows of texts; `columns` says what each text goes into. */
export function rowsOfTexts(
  texts: readonly (readonly string[])[],
  columns: readonly (SheetColumn<ShownRow> | undefined)[],
  newRow: () => RowData,
): Made {
  const misfits: Misfits = { kept: 0, left: 0 };
  const rows = texts
    .filter((cells) => columns.some((column, at) => column && cells[at]?.trim()))
    .map((cells) => {
      let row: ShownRow = { ...newRow(), computed: {} };
      columns.forEach((column, at) => {
        if (!column || isReadOnly(column, row) || !cells[at]?.trim()) return;
        const parsed = parseText(column, notLedIn(cells[at]), row);
        if (!('error' in parsed)) row = withValue(column, row, parsed.value);
        else if (column.keepsWrong) row = withValue(column, row, notLedIn(cells[at]).trim());
        if ('error' in parsed) misfits[column.keepsWrong ? 'kept' : 'left'] += 1;
      });
      const { computed: _, ...data } = row;
      return data;
    });
  return { rows, misfits };
}

/** The column whose title is that of the file's, for each of the file's. */
export function matched(titles: readonly string[], columns: readonly SheetColumn<ShownRow>[]): (string | undefined)[] {
  const plain = (title: string) => title.trim().toLowerCase();
  const taken = new Set<string>();
  return titles.map((title) => {
    const found = columns.find((column) => !taken.has(column.id) && plain(column.title) === plain(title));
    if (found) taken.add(found.id);
    return found?.id;
  });
}

/** For spreadsheets: titles and all rows as text. What they would take for a formula is marked as text. */
export function csvOf(columns: readonly SheetColumn<ShownRow>[], rows: readonly ShownRow[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => textOf(column, row)))];
  return csvText(lines);
}
