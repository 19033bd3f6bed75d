import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type FieldValue, type Values } from '@formwork/contract/forms/values/value.ts';
import type { FormLogic, LogicContext, WorkingRecord } from '@formwork/contract/records/logic.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';

/** A record as it is being written: anything may stand in it, also what no field would take. */
export interface FormData {
  values: Readonly<Record<string, unknown>>;
  slaves: Readonly<Record<string, readonly RowData[]>>;
}

export interface RowData {
  /** Its id, or one made here for a row that is not saved yet. */
  key: string;
  isNew?: boolean;
  values: Readonly<Record<string, unknown>>;
}

/** The record as it would be computed now, with rows in the same order. */
export interface Calculated {
  record: WorkingRecord;
  /** By slave table: what was worked out of each row. */
  rows: Readonly<Record<string, WeakMap<RowData, WorkingRow>>>;
}

type WorkingRow = WorkingRecord['slaves'][string][number];

export function dataOf(definition: FormDefinition, record: Pick<FormRecord, 'values' | 'slaves'>): FormData {
  return {
    values: Object.fromEntries(Object.entries(record.values)),
    slaves: Object.fromEntries(
      definition.tables.map(({ id }) => [
        id,
        (record.slaves[id] ?? []).map((row) => ({ key: row.id, values: row.values })),
      ]),
    ),
  };
}

/** A new record with what the form fills in by itself, over what whoever opened it has given. */
export function newData(
  definition: FormDefinition,
  logic: FormLogic,
  context: LogicContext,
  given: Readonly<Record<string, FieldValue>> = {},
): FormData {
  const record: WorkingRecord = {
    values: { ...emptyValues(definition.fields), ...given },
    slaves: Object.fromEntries(definition.tables.map(({ id }) => [id, []])),
  };
  logic.fillDefaults(record, new Set(Object.keys(given)), context);
  return { values: record.values, slaves: Object.fromEntries(definition.tables.map(({ id }) => [id, []])) };
}

let rowsMade = 0;

export function newRow(
  definition: FormDefinition,
  table: string,
  logic: FormLogic,
  record: WorkingRecord,
  context: LogicContext,
): RowData {
  const values = emptyValues(definition.tables.find(({ id }) => id === table)?.fields ?? []);
  logic.fillRowDefaults(table, values, new Set(), record, context);
  return { key: `new-${Date.now().toString(36)}-${(rowsMade += 1)}`, isNew: true, values };
}

/** Rows that are as they were `before`, of the same form, are not worked out again: a table may have thousands. */
export function calculate(
  definition: FormDefinition,
  data: FormData,
  logic: FormLogic,
  context: LogicContext,
  before?: Calculated,
): Calculated {
  const values: Values = { ...systemValues(data.values), ...parsed(definition.fields, data.values) };
  const settled = new Set<WorkingRow>();
  const rows: Record<string, WeakMap<RowData, WorkingRow>> = {};
  const slaves: WorkingRecord['slaves'] = {};
  for (const table of definition.tables) {
    const kept =
      before && staysWithin(definition, logic.outsideReads(table.id), values, before.record.values)
        ? before.rows[table.id]
        : undefined;
    const worked = (rows[table.id] = kept ?? new WeakMap<RowData, WorkingRow>());
    slaves[table.id] = (data.slaves[table.id] ?? []).map((row) => {
      const old = kept?.get(row);
      if (old) settled.add(old);
      const now = old ?? { values: { ...parsedRow(table.fields, row) } };
      worked.set(row, now);
      return now;
    });
  }
  const record: WorkingRecord = { values, slaves };
  logic.compute(record, context, settled);
  return { record, rows };
}

/** Whether all that rows read of the record is as before; what is itself computed, and other tables, may have changed unseen. */
function staysWithin(definition: FormDefinition, names: ReadonlySet<string>, now: Values, before: Values): boolean {
  return [...names].every(
    (name) =>
      name === 'user' ||
      (name in now &&
        Object.is(now[name], before[name]) &&
        !definition.fields.some((field) => field.id === name && isComputed(field))),
  );
}

/** One value in its normal form; null for what its field would not take. */
export function parsedValue(field: Field, value: unknown): FieldValue {
  if (isComputed(field)) return (value ?? null) as FieldValue;
  if (isEmptyValue(value) || (typeof value === 'string' && value.trim() === '')) return null;
  return fieldTypeSpec(field.type).parse(value, field.config, timeZone()).value ?? null;
}

// rows keep their identity while nobody touches them, so thousands of them are read once
const rows = new WeakMap<RowData, Values>();

function parsedRow(fields: readonly Field[], row: RowData): Values {
  let values = rows.get(row);
  if (!values) rows.set(row, (values = parsed(fields, row.values)));
  return values;
}

function parsed(fields: readonly Field[], given: Readonly<Record<string, unknown>>): Values {
  const values: Values = {};
  for (const field of fields) values[field.id] = parsedValue(field, given[field.id]);
  return values;
}

function systemValues(given: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(Object.entries(given).filter(([id]) => id.startsWith('_'))) as Values;
}

function emptyValues(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map(({ id }) => [id, null]));
}
