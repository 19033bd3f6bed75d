import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { fieldTypeSpec, type FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { fieldKind, isComputed, type Field } from '@formwork/contract/forms/field.ts';
import { isReading, numberOf } from '@formwork/contract/forms/values/reading.ts';
import { isEmptyValue, type FieldValue, type Values } from '@formwork/contract/forms/values/value.ts';
import { checkValue, fixedState, type FieldState } from '@formwork/contract/records/validate.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { FieldEditor } from '../../fields/FieldEditor.tsx';
import { columnWidth } from '../../fields/column-width.ts';
import { fieldUi } from '../../fields/fields.ts';
import { RecordContextProvider, useRowContext } from '../../fields/record-context.ts';
import { sourceField } from '@formwork/contract/forms/source-field.ts';
import { FieldValueView } from '../../fields/FieldValueView.tsx';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import { groupOptions } from '../../views/group-options.ts';
import { parsedValue, type RowData } from '../form-data.ts';
import { sumOf } from '@formwork/contract/forms/values/sum.ts';
import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import { Popover } from 'antd';
import { useState } from 'react';

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
  /** Values of the rows beside it. */
  besides: (row: ShownRow) => readonly RowData['values'][];
}

/** Types whose cells are filled in with more than text. */
const ownEditors: ReadonlySet<FieldType> = new Set<FieldType>([
  'date',
  'dateTime',
  'time',
  'singleSelect',
  'multiSelect',
  'radio',
  'checkbox',
  'cascade',
  'treeSelect',
  'dateRange',
  'address',
  'member',
  'department',
  'post',
  'role',
  'attachment',
  'rating',
  'slider',
  'colour',
  'longText',
  'barcode',
  'image',
  'signature',
  'json',
  'richText',
  'location',
  'relation',
  'timeSlot',
  'devicePoint',
]);
/** Editors that need more room than a table may have, and open over it. */
const opensBeside: ReadonlySet<FieldType> = new Set<FieldType>(['timeSlot', 'devicePoint']);
/** Types whose cells are drawn: tags, people, files. */
const drawn: ReadonlySet<FieldType> = new Set<FieldType>([
  'singleSelect',
  'multiSelect',
  'radio',
  'checkbox',
  'treeSelect',
  'member',
  'department',
  'post',
  'role',
  'attachment',
  'rating',
  'slider',
  'colour',
  'switch',
  'image',
  'signature',
  'relation',
  'lookup',
  'devicePoint',
]);

export function slaveColumn(
  field: Field,
  table: SlaveTable,
  stateOf: (row: ShownRow) => FieldState,
  words: ColumnWords,
): SheetColumn<ShownRow> {
  const { t, locale, nameOf } = words;
  const spec = fieldTypeSpec(field.type);
  const ui = fieldUi(sourceField(field).type);
  const computed = isComputed(field);
  const shown = (value: unknown): FieldValue =>
    computed ? ((value ?? null) as FieldValue) : parsedValue(field, value);
  const total = table.totals?.includes(field.id) && fieldKind(field) === 'number';
  const places =
    fieldKind(field) === 'option'
      ? new Map(groupOptions(field, locale).map(({ id }, place) => [id, place]))
      : undefined;
  const column: SheetColumn<ShownRow> = {
    id: field.id,
    title: textIn(field.title, locale),
    width: field.width ?? columnWidth(sourceField(field), locale),
    required: words.editable && !computed && field.required === true,
    readOnly: (row) => computed || stateOf(row).readOnly,
    get: (row) => (computed ? row.computed[field.id] : row.values[field.id]),
    set: (row, value) => ({ ...row, values: { ...row.values, [field.id]: value } }),
    format: (value) => {
      const parsed = shown(value);
      // what the field would not take is shown as it was typed
      if (isEmptyValue(parsed)) return typeof value === 'string' ? value : '';
      return spec.toText(parsed, field.config, { locale, timeZone: timeZone(), nameOf });
    },
    parse: (text) => {
      const read = spec.fromText ? spec.fromText(text, field.config, { locale, timeZone: timeZone(), nameOf }) : text;
      const checked = checkValue(field, read, timeZone(), fixedState({ ...field, required: false }));
      return 'error' in checked ? { error: t(checked.error.code, checked.error.data) } : { value: checked.value };
    },
    sortValue: (row) => {
      const value = shown(computed ? row.computed[field.id] : row.values[field.id]);
      // in the order in which they are offered, as lists have it; what is none of them stands with what is empty
      if (places) return places.get(String(value)) ?? null;
      if (isReading(value))
        return numberOf(value) ?? spec.toText(value, field.config, { locale, timeZone: timeZone() });
      return fieldKind(field) === 'number' && value !== null
        ? Number(value)
        : isEmptyValue(value)
          ? null
          : spec.toText(value, field.config, { locale, timeZone: timeZone(), nameOf });
    },
  };
  // a list of files cannot be told by a text
  if (fieldKind(field) !== 'files') column.keepsWrong = true;
  if (ui.align) column.align = ui.align;
  else if (fieldKind(field) === 'number') column.align = 'end';
  if (drawn.has(field.type))
    column.renderCell = (value) => {
      const parsed = shown(value);
      return isEmptyValue(parsed) && typeof value === 'string' ? (
        value
      ) : (
        <FieldValueView field={field} value={parsed} place="cell" />
      );
    };
  if (field.type === 'switch') column.toggle = (value) => value !== true;
  if (ownEditors.has(field.type)) {
    column.renderEditor = ({ value, onDraft, row }) => (
      <CellEditor
        key={`${row.key} ${field.id}`}
        table={table.id}
        field={words.offering(field, value, row)}
        value={value}
        onDraft={onDraft}
        label={column.title}
        row={row.values}
        besides={() => words.besides(row)}
      />
    );
  }
  if (total)
    column.total = (rows) =>
      spec.toText(
        totalText(rows.map((row) => (computed ? row.computed[field.id] : row.values[field.id]))),
        field.config,
        { locale, timeZone: timeZone() },
      );
  return column;
}

/** Values of the other rows of a table. */
export function valuesBeside(rows: readonly RowData[] | undefined, key: string): RowData['values'][] {
  return (rows ?? []).filter((row) => row.key !== key).map(({ values }) => values);
}

function totalText(values: readonly unknown[]): FieldValue {
  return sumOf(values);
}

/** Holds the value while the cell is open: the sheet takes it when one leaves. */
function CellEditor({
  table,
  field,
  value,
  onDraft,
  label,
  row,
  besides,
}: {
  table: string;
  field: Field;
  value: unknown;
  onDraft: (value: unknown) => void;
  label: string;
  row: RowData['values'];
  besides: () => readonly RowData['values'][];
}) {
  const within = useRowContext(table, row, besides);
  const [current, setCurrent] = useState(value);
  const change = (next: unknown) => {
    setCurrent(next);
    onDraft(next);
  };
  const editor = (
    <FieldEditor
      field={field}
      value={current}
      onChange={change}
      autoFocus
      opens
      input={
        {
          id: `cell-${field.id}`,
          'aria-label': label,
          'aria-describedby': undefined,
          'aria-invalid': undefined,
          'aria-required': undefined,
        } as FieldInput
      }
    />
  );
  return (
    <div className="fw-sheet-own" data-type={field.type}>
      <RecordContextProvider value={within}>
        {opensBeside.has(field.type) ? (
          <Popover open arrow={false} placement="bottomLeft" content={<div className="fw-sheet-beside">{editor}</div>}>
            <span className="fw-sheet-beside-cell">
              <FieldValueView field={field} value={parsedValue(field, current)} place="cell" />
            </span>
          </Popover>
        ) : (
          editor
        )}
      </RecordContextProvider>
    </div>
  );
}
