import { unsortableKinds } from '@formwork/contract/condition/operators.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { ListColumn } from '@formwork/ui/list-columns.ts';
import { timeZone } from '@formwork/ui/time-zone.ts';
import type { CSSProperties, ReactNode } from 'react';
import { columnWidth } from '../fields/column-width.ts';
import { fieldUi } from '../fields/fields.ts';
import { sourceField } from '../fields/source-field.ts';
import { FieldValueView } from '../fields/FieldValueView.tsx';

/** Kinds whose values are plain words: a link may hold them. */
const worded: ReadonlySet<string> = new Set(['text', 'number', 'date', 'dateTime', 'time', 'dateRange', 'dateTimeRange', 'address']);

export interface ColumnLook {
  /** So many columns stay at the left. */
  frozen?: number | undefined;
  /** The hue a cell is tinted with. */
  hueOf?: ((row: RecordRow, field: string) => number | undefined) | undefined;
}

export function recordColumns(fields: readonly Field[], locale: string, { frozen = 1, hueOf }: ColumnLook = {}): ListColumn<RecordRow>[] {
  return fields.map((field, at) => {
    const ui = fieldUi(sourceField(field).type);
    const kind = fieldKind(field);
    const column: ListColumn<RecordRow> = {
      id: field.id,
      title: textIn(field.title, locale),
      width: field.width ?? columnWidth(sourceField(field), locale),
      sortable: !unsortableKinds.has(kind),
      frozen: at < frozen,
    };
    if (at > 0 && (ui.align || kind === 'number')) column.align = ui.align ?? 'end';
    const hued = (row: RecordRow, shown: ReactNode): ReactNode => {
      const hue = hueOf?.(row, field.id);
      return hue === undefined ? shown : <span className="fw-hued-cell" style={{ '--hue': `var(--fw-hue-${(hue % 10) + 1})` } as CSSProperties}>{shown}</span>;
    };
    const drawn = ({ values }: RecordRow): ReactNode => <FieldValueView field={field} value={values[field.id]} place="cell" />;
    // the first column is the link to the record: it always has something to click on
    if (at === 0 && worded.has(kind)) {
      column.value = ({ values }) => fieldText(field, values[field.id], locale);
      column.render = (row) => hued(row, fieldText(field, row.values[field.id], locale) || '—');
    } else if (at === 0) column.render = (row) => (isEmptyValue(row.values[field.id]) ? '—' : hued(row, drawn(row)));
    else column.render = (row) => hued(row, drawn(row));
    return column;
  });
}

export function fieldText(field: Field, value: unknown, locale: string): string {
  if (isEmptyValue(value)) return '';
  return fieldTypeSpec(field.type).toText(value as string, field.config, { locale, timeZone: timeZone() });
}
