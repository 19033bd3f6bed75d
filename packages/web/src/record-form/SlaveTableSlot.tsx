import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Sheet } from '@formwork/ui/sheet/sheet.tsx';
import type { RowProblems } from '@formwork/ui/sheet/sheet-row.tsx';
import { App } from 'antd';
import { useMemo, useRef } from 'react';
import { useNames } from '../fields/names.ts';
import { typedIds } from '../fields/typed-text.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import type { RowData } from './form-data.ts';
import { slaveColumn, type ShownRow } from './slave-columns.tsx';
import type { RecordFormModel, ShownError } from './use-record-form.ts';

const noRows: readonly RowData[] = [];
const keyOf = (row: ShownRow): string => row.key;

/** A slave table in its form. Everything the sheet changes goes through the model, so totals and conditions follow at once. */
export function SlaveTableSlot({ table, form, readOnly }: { table: SlaveTable; form: RecordFormModel; readOnly: boolean }) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const right = form.rights.table(table.id);
  const rows = form.data.slaves[table.id] ?? noRows;
  const computed = form.calculated.record.slaves[table.id];
  const shown = useMemo(() => rows.map((row, index): ShownRow => ({ ...row, computed: computed?.[index]?.values ?? {} })), [rows, computed]);
  const nameOf = useRowNames(table, rows);

  // columns are many and rows compare them: they read the model of the moment through a reference
  const latest = useRef(form);
  latest.current = form;
  const editable = !readOnly && right.access === 'edit';
  const hidden = table.fields.filter((field) => right.field(field.id) === 'hidden' || field.hidden).map(({ id }) => id).join();
  const columns = useMemo(
    () => table.fields.filter(({ id }) => !hidden.split(',').includes(id)).map((field) => slaveColumn(field, table, (row) => {
      const state = latest.current.stateOf(field, table.id, row.computed);
      // a row one adds is one's own to fill in
      return row.isNew ? { ...state, readOnly: field.readOnly === true } : state;
    }, { t, locale, nameOf, editable })),
    [table, hidden, t, locale, nameOf, editable],
  );
  const problems = useMemo(() => rowProblems(table, rows, form.errors), [table, rows, form.errors]);
  const full = table.maxRows !== undefined && rows.length >= table.maxRows;
  return (
    <Sheet
      label={textIn(table.title, locale)}
      rows={shown}
      columns={columns}
      rowId={keyOf}
      readOnly={!editable}
      onChange={(next) => form.setRows(table.id, next.map((row) => dataOf(row, rows)))}
      newRow={editable && right.add && !full ? () => ({ ...form.newRow(table.id), computed: {} }) : undefined}
      canDelete={editable && right.remove}
      problems={problems}
      locale={locale}
      onRefused={(count) => void message.warning(t('records.slave.refused', { count }))}
    />
  );
}

/** Back to what is stored; an untouched row keeps its identity. */
function dataOf({ key, isNew, values }: ShownRow, before: readonly RowData[]): RowData {
  const old = before.find((row) => row.key === key);
  if (old && old.values === values) return old;
  return isNew ? { key, isNew, values } : { key, values };
}

function rowProblems(table: SlaveTable, rows: readonly RowData[], errors: readonly ShownError[]): Map<string, RowProblems> {
  const problems = new Map<string, Record<string, string>>();
  for (const { path, message } of errors) {
    const [id, index, field = ''] = path.split('.');
    const row = id === table.id && index !== undefined ? rows[Number(index)] : undefined;
    if (row) problems.set(row.key, { ...problems.get(row.key), [field]: message });
  }
  return problems;
}

function useRowNames(table: SlaveTable, rows: readonly RowData[]): (id: string) => string | undefined {
  const idsOf = (type: string) => {
    const fields = table.fields.filter((field) => field.type === type);
    return fields.length === 0 ? [] : rows.flatMap(({ values }) => fields.flatMap(({ id }) => typedIds((values as Values)[id])));
  };
  const personOf = useNames('people', [...new Set(idsOf('member'))]);
  const departmentOf = useNames('departments', [...new Set(idsOf('department'))]);
  const postOf = useNames('posts', [...new Set(idsOf('post'))]);
  const roleOf = useNames('roles', [...new Set(idsOf('role'))]);
  const nameOf = (id: string) => personOf(id) ?? departmentOf(id) ?? postOf(id) ?? roleOf(id);
  const latest = useRef(nameOf);
  latest.current = nameOf;
  return useRef((id: string) => latest.current(id)).current;
}
