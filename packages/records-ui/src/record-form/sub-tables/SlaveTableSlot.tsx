import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Sheet } from '@formwork/ui/sheet/sheet.tsx';
import type { RowProblems } from '@formwork/ui/sheet/sheet-row.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { useCallback, useContext, useMemo, useRef, type FocusEvent } from 'react';
import { useNames } from '@formwork/web/pickers/names.ts';
import { typedIds } from '../../fields/typed-text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { RowData } from '../form-data.ts';
import { SlaveRowTools } from './SlaveRowTools.tsx';
import { SlaveCards } from './SlaveCards.tsx';
import { SlaveTools } from './SlaveTools.tsx';
import { slaveColumn, valuesBeside, type ShownRow } from './slave-columns.tsx';
import { touchedRow } from '../touched.ts';
import { useMisfits } from '../use-misfits.ts';
import type { RecordFormModel, ShownError } from '../use-record-form.ts';
import { WantedContext } from '../wanted.ts';

const noRows: readonly RowData[] = [];
const keyOf = (row: ShownRow): string => row.key;
/** The most rows a slave table holds. */
const mostRows = 5_000;

/** A slave table in its form. Everything the sheet changes goes through the model, so totals and conditions follow at once. */
export function SlaveTableSlot({
  table,
  form,
  readOnly,
}: {
  table: SlaveTable;
  form: RecordFormModel;
  readOnly: boolean;
}) {
  const t = useT();
  const locale = useLocale();
  const onMisfits = useMisfits(table, form);
  const right = form.rights.table(table.id);
  const rows = form.data.slaves[table.id] ?? noRows;
  const { shown, dataOf } = useShownRows(rows, form.calculated.record.slaves[table.id]);
  const nameOf = useRowNames(table, rows);

  // columns are many and rows compare them: they read the model of the moment through a reference
  const latest = useRef(form);
  latest.current = form;
  const editable = !readOnly && right.access === 'edit';
  const hidden = table.fields
    .filter((field) => right.field(field.id) === 'hidden' || field.hidden)
    .map(({ id }) => id)
    .join();
  const columns = useMemo(
    () =>
      table.fields
        .filter(({ id }) => !hidden.split(',').includes(id))
        .map((field) =>
          slaveColumn(
            field,
            table,
            (row) => {
              const state = latest.current.stateOf(field, table.id, row.computed);
              // a row one adds is one's own to fill in
              return row.isNew ? { ...state, readOnly: field.readOnly === true } : state;
            },
            {
              t,
              locale,
              nameOf,
              editable,
              offering: (own, value, row) => latest.current.offering(own, value, row.computed),
              besides: ({ key }) => valuesBeside(latest.current.data.slaves[table.id], key),
            },
          ),
        ),
    [table, hidden, t, locale, nameOf, editable],
  );
  const problems = useMemo(() => rowProblems(table, rows, form.errors), [table, rows, form.errors]);
  const wanted = useContext(WantedContext);
  const wantedCell = useMemo(() => {
    const row =
      wanted?.name === table.id && wanted.cell ? latest.current.data.slaves[table.id]?.[wanted.cell.row] : undefined;
    return row && wanted?.cell && { row: row.key, column: wanted.cell.column };
  }, [wanted, table]);
  const free = Math.max(0, Math.min(table.maxRows ?? mostRows, mostRows) - rows.length);
  const mayAdd = editable && right.add;
  const onChange = useCallback(
    (next: ShownRow[]) => latest.current.setRows(table.id, next.map(dataOf)),
    [table, dataOf],
  );
  const phone = usePhone();
  const tools = (
    <SlaveTools table={table} form={form} columns={columns} rows={shown} free={mayAdd ? free : 0} mayAdd={mayAdd} />
  );
  if (phone)
    return (
      <SlaveCards
        table={table}
        form={form}
        columns={columns}
        rows={shown}
        problems={problems}
        wanted={wantedCell}
        editable={editable}
        mayAdd={mayAdd}
        mayRemove={right.remove}
        free={mayAdd ? free : 0}
        tools={tools}
        onRows={onChange}
      />
    );
  return (
    // what is missing in rows is said when one has left the table, not only when one saves
    <div
      onBlur={(event) => {
        if (editable && isLeft(event)) form.touch(table.id, ...rows.map(({ key }) => touchedRow(table.id, key)));
      }}
    >
      <Sheet
        label={textIn(table.title, locale)}
        rows={shown}
        columns={columns}
        rowId={keyOf}
        readOnly={!editable}
        onChange={onChange}
        newRow={mayAdd && free > 0 ? () => ({ ...form.newRow(table.id), computed: {} }) : undefined}
        canDelete={editable && right.remove}
        problems={problems}
        wanted={wantedCell}
        locale={locale}
        onMisfits={onMisfits}
        tools={tools}
        rowTools={(chosen) => (
          <SlaveRowTools
            table={table}
            form={form}
            columns={columns}
            chosen={chosen}
            rows={shown}
            editable={editable}
            free={mayAdd ? free : 0}
            onRows={onChange}
          />
        )}
      />
    </div>
  );
}

/** What opens over the table belongs to it, and says by itself what was left there. */
function isLeft({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return (
    currentTarget.contains(target) &&
    !currentTarget.contains(relatedTarget) &&
    !(relatedTarget instanceof Element && relatedTarget.closest('[role=dialog]'))
  );
}

/** Rows with what is computed of them. One that did not change keeps its identity, so that only what changed is drawn again. */
function useShownRows(
  rows: readonly RowData[],
  worked: readonly { values: Values }[] | undefined,
): { shown: ShownRow[]; dataOf: (row: ShownRow) => RowData } {
  const known = useRef({ byRow: new WeakMap<RowData, ShownRow>(), byShown: new WeakMap<ShownRow, RowData>() }).current;
  const shown = useMemo(
    () =>
      rows.map((row, index): ShownRow => {
        const computed = worked?.[index]?.values ?? {};
        const before = known.byRow.get(row);
        if (before?.computed === computed) return before;
        const now = { ...row, computed };
        known.byRow.set(row, now);
        known.byShown.set(now, row);
        return now;
      }),
    [rows, worked, known],
  );
  const dataOf = useCallback(
    (row: ShownRow): RowData =>
      known.byShown.get(row) ??
      (row.isNew ? { key: row.key, isNew: true, values: row.values } : { key: row.key, values: row.values }),
    [known],
  );
  return { shown, dataOf };
}

function rowProblems(
  table: SlaveTable,
  rows: readonly RowData[],
  errors: readonly ShownError[],
): Map<string, RowProblems> {
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
    return fields.length === 0
      ? []
      : rows.flatMap(({ values }) => fields.flatMap(({ id }) => typedIds((values as Values)[id])));
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
