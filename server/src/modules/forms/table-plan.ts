import type { ReleaseStep } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field, FieldOf } from '@formwork/contract/forms/field.ts';
import type { Text } from '@formwork/contract/text.ts';
import { bookingFill, bookingTable, bookingTableStatements } from './booking-tables.ts';
import { columnName, columnType, conversion, tableName } from './column-types.ts';

/** What the database has now, by table. */
export type ActualTables = Map<string, { columns: Set<string>; indexes: Set<string> }>;

/** Values of an old column copied to a new one, in batches. */
export interface Backfill {
  table: string;
  key: string;
  from: string;
  to: string;
  expression: string;
}

export interface TablePlan {
  /** Told to the person; `rows` is filled in by whoever asks the database. */
  steps: (ReleaseStep & { count?: { table: string; condition: string } })[];
  /** One short transaction. */
  statements: string[];
  backfills: Backfill[];
  /** Built without blocking writers, each on its own. */
  indexes: { name: string; table: string; statement: string; unique?: { field: string } }[];
  /** Taken time slots of records that are there, copied into a table that refuses overlaps. */
  bookings: { field: string; statement: string }[];
  drops: string[];
}

export const mainColumns = `id uuid primary key, version integer not null default 1, creator uuid, created_at timestamptz not null, modifier uuid, modified_at timestamptz not null,
  owner uuid, department text, process_state text, process_nodes text[], process_executors uuid[]`;
const slaveColumns = 'record_id uuid not null, id uuid not null, position integer not null, primary key (record_id, id)';

/** What rules ask for beside what the definition does. */
export interface IndexNeeds {
  departments: boolean;
  /** Ids of fields. */
  fields: ReadonlySet<string>;
}

/** The way from what is there to what the definition asks for. Nothing is dropped that holds data. */
export function planTables(schema: string, formId: string, definition: FormDefinition, previous: FormDefinition | null, actual: ActualTables, needs: IndexNeeds = { departments: false, fields: new Set() }): TablePlan {
  const plan: TablePlan = { steps: [], statements: [], backfills: [], indexes: [], bookings: [], drops: [] };
  const main = { name: tableName(formId), key: 'id', columns: mainColumns };
  planTable(plan, schema, main, definition.fields, previous?.fields ?? [], actual);
  planIndex(plan, schema, main.name, `${main.name}_owner`, '(owner, id)', actual);
  if (needs.departments) planIndex(plan, schema, main.name, `${main.name}_department`, '(department, id)', actual);
  // fields that conditions of rules compare are kept in order too
  const fields = definition.fields.map((field) => (needs.fields.has(field.id) ? { ...field, indexed: true } : field));
  for (const field of fields) planFieldIndexes(plan, schema, main.name, field, actual, needs.departments);
  dropOldIndexes(plan, schema, main.name, fields, actual, needs.departments);

  for (const field of definition.fields) if (field.type === 'timeSlot') planBookings(plan, schema, formId, field, definition, previous, actual);

  for (const table of definition.tables) {
    const old = previous?.tables.find(({ id }) => id === table.id);
    const name = tableName(formId, table.id);
    planTable(plan, schema, { name, key: 'record_id, id', columns: slaveColumns, id: table.id, title: table.title }, table.fields, old?.fields ?? [], actual, old !== undefined);
    for (const field of table.fields) if (field.type === 'relation') planRelationIndexes(plan, schema, name, field, actual);
  }
  for (const table of previous?.tables ?? []) {
    if (definition.tables.some(({ id }) => id === table.id)) continue;
    const name = tableName(formId, table.id);
    plan.steps.push({ action: 'retireTable', table: table.id, title: table.title, count: { table: `${schema}.${quoted(name)}`, condition: 'true' } });
  }
  return plan;
}

interface Table {
  name: string;
  key: string;
  columns: string;
  id?: string;
  title?: Text;
}

function planTable(plan: TablePlan, schema: string, table: Table, fields: readonly Field[], before: readonly Field[], actual: ActualTables, wasThere = true): void {
  const full = `${schema}.${quoted(table.name)}`;
  const place = table.id === undefined ? {} : { table: table.id };
  const now = actual.get(table.name);
  if (!now) {
    const columns = fields.map((field) => `, ${quoted(columnName(field))} ${columnType(field).sql}`).join('');
    plan.statements.push(`create table if not exists ${full} (${table.columns}${columns})`, `grant select, insert, update, delete on ${full} to formwork_app`);
    plan.steps.push({ action: 'createTable', ...place, ...(table.title && { title: table.title }) });
    for (const field of fields) plan.steps.push({ action: 'addColumn', ...place, field: field.id, title: field.title });
    return;
  }
  if (!wasThere) plan.steps.push({ action: 'restoreTable', ...place, ...(table.title && { title: table.title }) });
  for (const field of fields) {
    const column = columnName(field);
    const old = before.find(({ id }) => id === field.id);
    const at = { ...place, field: field.id, title: field.title };
    if (!now.columns.has(column)) plan.statements.push(`alter table ${full} add column if not exists ${quoted(column)} ${columnType(field).sql}`);
    if (old && columnName(old) !== column) {
      const from = quoted(columnName(old));
      const expression = conversion(columnType(old).suffix, columnType(field).suffix, from);
      if (expression) plan.backfills.push({ table: full, key: table.key, from, to: quoted(column), expression });
      plan.steps.push({ action: 'changeColumn', ...at, count: { table: full, condition: expression ? `${from} is not null and (${expression}) is null` : `${from} is not null` } });
    } else if (!old) plan.steps.push({ action: now.columns.has(column) ? 'restoreColumn' : 'addColumn', ...at });
  }
  for (const old of before) {
    if (fields.some(({ id }) => id === old.id)) continue;
    plan.steps.push({ action: 'retireColumn', ...place, field: old.id, title: old.title, count: { table: full, condition: `${quoted(columnName(old))} is not null` } });
  }
}

/** A table that holds no rows yet takes its constraint at once, so nobody who writes to the form waits for it. */
function planBookings(plan: TablePlan, schema: string, formId: string, field: FieldOf<'timeSlot'>, definition: FormDefinition, previous: FormDefinition | null, actual: ActualTables): void {
  const table = bookingTable(formId, field);
  const old = previous?.fields.find(({ id }) => id === field.id);
  if (old?.type === 'timeSlot' && bookingTable(formId, old) === table && actual.has(table)) return;
  plan.statements.push(...bookingTableStatements(schema, table));
  plan.bookings.push({ field: field.id, statement: bookingFill(schema, formId, table, field, definition) });
  plan.steps.push({ action: 'guardSlots', field: field.id, title: field.title });
}

function planFieldIndexes(plan: TablePlan, schema: string, table: string, field: Field, actual: ActualTables, departments: boolean): void {
  const column = quoted(columnName(field));
  const at = { field: field.id, title: field.title };
  if (field.type === 'relation') planRelationIndexes(plan, schema, table, field, actual);
  if (field.unique) planIndex(plan, schema, table, `${table}_${field.id}_key`, `(${column})`, actual, at, true);
  if (!field.indexed || field.type === 'relation') return;
  const kind = columnType(field).index;
  if (kind === 'gin') planIndex(plan, schema, table, `${table}_${field.id}_in`, `using gin (${column})`, actual, at);
  if (kind === 'gist') planIndex(plan, schema, table, `${table}_${columnName(field)}_in`, `using gist (${column})`, actual, at);
  if (kind !== 'btree') return;
  // the id behind it makes the order of a list complete; the one behind the owner serves those who see their own
  planIndex(plan, schema, table, `${table}_${columnName(field)}_i`, `(${column}, id)`, actual, at);
  planIndex(plan, schema, table, `${table}_${columnName(field)}_o`, `(owner, ${column}, id)`, actual, at);
  if (departments) planIndex(plan, schema, table, `${table}_${columnName(field)}_d`, `(department, ${column}, id)`, actual, at);
}

/** Records are found by those they name: when one of them changes or goes, and for lists of what names it. */
function planRelationIndexes(plan: TablePlan, schema: string, table: string, field: FieldOf<'relation'>, actual: ActualTables): void {
  const column = quoted(columnName(field));
  const at = { field: field.id, title: field.title };
  planIndex(plan, schema, table, `${table}_${field.id}_in`, `using gin (${column})`, actual, at);
  if (field.config.cardinality === 'oneToOne') planIndex(plan, schema, table, `${table}_${field.id}_key`, `((${column}[1]))`, actual, at, true);
}

function planIndex(plan: TablePlan, schema: string, table: string, name: string, body: string, actual: ActualTables, at: { field?: string; title?: Text } = {}, unique = false): void {
  if (actual.get(table)?.indexes.has(name)) return;
  const concurrently = actual.has(table) ? 'concurrently ' : '';
  plan.indexes.push({
    name, table,
    statement: `create ${unique ? 'unique ' : ''}index ${concurrently}if not exists ${quoted(name)} on ${schema}.${quoted(table)} ${body}`,
    ...(unique && at.field !== undefined && { unique: { field: at.field } }),
  });
  if (at.field !== undefined && !plan.steps.some((step) => step.action === 'addIndex' && step.field === at.field)) plan.steps.push({ action: 'addIndex', ...at });
}

function dropOldIndexes(plan: TablePlan, schema: string, table: string, fields: readonly Field[], actual: ActualTables, departments: boolean): void {
  for (const name of actual.get(table)?.indexes ?? []) {
    const match = new RegExp(`^${table}_([a-z0-9]+)(_[a-z])?_(key|in|i|o|d)$`).exec(name);
    if (!match) continue;
    const field = fields.find(({ id }) => id === match[1]);
    const related = field?.type === 'relation';
    const wanted = field && (match[3] === 'key' ? field.unique || (related && field.config.cardinality === 'oneToOne') : match[3] === 'in' && related ? true : field.indexed && (match[3] !== 'd' || departments) && (match[2] === undefined || `${field.id}${match[2]}` === columnName(field)));
    if (wanted) continue;
    plan.drops.push(`drop index concurrently if exists ${schema}.${quoted(name)}`);
    if (field) plan.steps.push({ action: 'dropIndex', field: field.id, title: field.title });
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
