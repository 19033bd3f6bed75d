import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { fieldTypeSpec, type FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { fieldKind, isComputed, type Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type FieldValue, type Values } from '@formwork/contract/forms/values/value.ts';
import { checkValue, fixedState, type FieldState } from '@formwork/contract/records/validate.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { FieldEditor } from '../fields/FieldEditor.tsx';
import { fieldUi } from '../fields/fields.ts';
import { RecordContextProvider, useRecordContext } from '../fields/record-context.ts';
import { sourceField } from '../fields/source-field.ts';
import { FieldValueView } from '../fields/FieldValueView.tsx';
import type { Translate } from '../i18n/i18n.ts';
import { parsedValue, type RowData } from './form-data.ts';
import { sumOf } from '@formwork/contract/forms/values/sum.ts';
import type { FieldInput } from '@formwork/ui/field-row.tsx';
import { useMemo, useState } from 'react';

/** A row as the sheet shows it: what was written and what is computed of it. */
export interface ShownRow extends RowData {
  computed: Values;
}

export interface ColumnWords {
  t: Translate;
  locale: string;
  nameOf: (id: string) => string | undefined;
  editable: boolean;
  /** The field with the options that are offered in a row. */
  offering: (field: Field, value: unknown, row: ShownRow) => Field;
}

/** Types whose cells are filled in with more than text. */
const ownEditors: ReadonlySet<FieldType> = new Set<FieldType>(['date', 'dateTime', 'time', 'singleSelect', 'multiSelect', 'radio', 'checkbox', 'cascade', 'treeSelect', 'dateRange', 'address', 'member', 'department', 'post', 'role', 'attachment', 'rating', 'slider', 'colour', 'longText', 'barcode', 'image', 'signature', 'json', 'richText', 'location', 'relation']);
/** Types whose cells are drawn: tags, people, files. */
const drawn: ReadonlySet<FieldType> = new Set<FieldType>(['singleSelect', 'multiSelect', 'radio', 'checkbox', 'treeSelect', 'member', 'department', 'post', 'role', 'attachment', 'rating', 'slider', 'colour', 'switch', 'image', 'signature', 'relation', 'lookup']);

export function slaveColumn(field: Field, table: SlaveTable, stateOf: (row: ShownRow) => FieldState, words: ColumnWords): SheetColumn<ShownRow> {
  const { t, locale, nameOf } = words;
  const spec = fieldTypeSpec(field.type);
  const ui = fieldUi(sourceField(field).type);
  const computed = isComputed(field);
  const shown = (value: unknown): FieldValue => (computed ? ((value ?? null) as FieldValue) : parsedValue(field, value));
  const total = table.totals?.includes(field.id) && fieldKind(field) === 'number';
  const column: SheetColumn<ShownRow> = {
    id: field.id,
    title: textIn(field.title, locale),
    width: field.width ?? ui.width,
    required: words.editable && !computed && field.required === true,
    readOnly: (row) => computed || stateOf(row).readOnly,
    get: (row) => (computed ? row.computed[field.id] : row.values[field.id]),
    set: (row, value) => ({ ...row, values: { ...row.values, [field.id]: value } }),
    format: (value) => {
      const parsed = shown(value);
      // what the field would not take is shown as it was typed
      if (isEmptyValue(parsed)) return typeof value === 'string' ? value : '';
      return spec.toText(parsed, field.config, { locale, nameOf });
    },
    parse: (text) => {
      const read = spec.fromText ? spec.fromText(text, field.config, { locale, nameOf }) : text;
      const checked = checkValue(field, read, fixedState({ ...field, required: false }));
      return 'error' in checked ? { error: t(checked.error.code, checked.error.data) } : { value: checked.value };
    },
    sortValue: (row) => {
      const value = shown(computed ? row.computed[field.id] : row.values[field.id]);
      return fieldKind(field) === 'number' && value !== null ? Number(value) : isEmptyValue(value) ? null : spec.toText(value, field.config, { locale, nameOf });
    },
  };
  if (ui.align) column.align = ui.align;
  else if (fieldKind(field) === 'number') column.align = 'end';
  if (drawn.has(field.type)) column.renderCell = (value) => <FieldValueView field={field} value={shown(value)} place="cell" />;
  if (field.type === 'switch') column.toggle = (value) => value !== true;
  if (ownEditors.has(field.type)) {
    column.renderEditor = ({ value, onDraft, row }) => <CellEditor key={`${row.key} ${field.id}`} field={words.offering(field, value, row)} value={value} onDraft={onDraft} label={column.title} row={row.values} />;
  }
  if (total) column.total = (rows) => spec.toText(totalText(rows.map((row) => (computed ? row.computed[field.id] : row.values[field.id]))), field.config, { locale });
  return column;
}

function totalText(values: readonly unknown[]): FieldValue {
  return sumOf(values);
}

/** Holds the value while the cell is open: the sheet takes it when one leaves. */
function CellEditor({ field, value, onDraft, label, row }: { field: Field; value: unknown; onDraft: (value: unknown) => void; label: string; row: Readonly<Record<string, unknown>> }) {
  const around = useRecordContext();
  // its own values stand before those of the record
  const within = useMemo(() => around && { ...around, values: { ...around.values, ...row } }, [row, around]);
  const [current, setCurrent] = useState(value);
  const change = (next: unknown) => {
    setCurrent(next);
    onDraft(next);
  };
  return (
    <div className="fw-sheet-own" data-type={field.type}>
      <RecordContextProvider value={within}>
      <FieldEditor field={field} value={current} onChange={change} autoFocus input={{ id: `cell-${field.id}`, 'aria-label': label, 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined } as FieldInput} />
      </RecordContextProvider>
    </div>
  );
}
