import { unsortableKinds } from '@formwork/contract/condition/operators.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { hueVariable } from '@formwork/ui/skin/hues.ts';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import type { CSSProperties, ReactNode } from 'react';
import { columnWidth } from '../fields/column-width.ts';
import { fittingWidth } from '../fields/fitting-width.ts';
import { fieldUi } from '../fields/fields.ts';
import { sourceField } from '@formwork/contract/forms/source-field.ts';
import { FieldValueView } from '../fields/FieldValueView.tsx';

/** Kinds whose values are plain words: a link may hold them. */
const worded: ReadonlySet<string> = new Set([
  'text',
  'number',
  'date',
  'dateTime',
  'time',
  'dateRange',
  'dateTimeRange',
  'address',
]);

/** What may be longer than it is. */
const growing: ReadonlySet<string> = new Set([
  'text',
  'longText',
  'richText',
  'concatenation',
  'address',
  'relation',
  'multiSelect',
  'checkbox',
]);

export interface ColumnLook {
  /** So many columns stay at the left. */
  frozen?: number | undefined;
  /** Rows of the first page: widths follow from what they hold. */
  sample?: readonly RecordRow[] | undefined;
  /** The hue a cell is tinted with. */
  hueOf?: ((row: RecordRow, field: string) => HueName | undefined) | undefined;
}

export function recordColumns(
  fields: readonly Field[],
  locale: string,
  { frozen = 1, hueOf, sample = [] }: ColumnLook = {},
): ListColumn<RecordRow>[] {
  return fields.map((field, at) => {
    const source = sourceField(field);
    const ui = fieldUi(source.type);
    const title = textIn(field.title, locale);
    const kind = fieldKind(field);
    const column: ListColumn<RecordRow> = {
      id: field.id,
      title,
      width:
        field.width ??
        (sample.length > 0
          ? fittingWidth(source, field.id, sample, title, locale, at === 0)
          : columnWidth(source, locale)),
      grow: field.width === undefined && growing.has(source.type),
      sortable: !unsortableKinds.has(kind),
      frozen: at < frozen,
    };
    if (at > 0 && (ui.align || kind === 'number')) column.align = ui.align ?? 'end';
    const hued = (row: RecordRow, shown: ReactNode): ReactNode => {
      const hue = hueOf?.(row, field.id);
      return hue === undefined ? (
        shown
      ) : (
        <span className="fw-hued-cell" style={{ '--hue': hueVariable(hue) } as CSSProperties}>
          {shown}
        </span>
      );
    };
    const drawn = ({ values }: RecordRow): ReactNode => (
      <FieldValueView field={field} value={values[field.id]} place="cell" />
    );
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
