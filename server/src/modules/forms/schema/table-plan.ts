import { createHash } from 'node:crypto';
import type { ReleaseStep } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field, FieldOf } from '@formwork/contract/forms/field.ts';
import type { Text } from '@formwork/contract/text.ts';
import { bookingFill, bookingTable, bookingTableStatements } from './booking-tables.ts';
import { conversion } from './column-conversions.ts';
import { byOption, byPinyin, columnName, columnType, isPlacedByRelease, isSpoken, tableName } from './column-types.ts';
import { isKeptInWords, isUniqueByItself, keyColumnName, keyedFields, keyIndexBody } from './key-columns.ts';

/** What the database has now, by table; indexes with the SQL that makes them. */
export type ActualTables = Map<string, { columns: Set<string>; indexes: ReadonlyMap<string, string> }>;

/** Values of an old column copied to a new one, in batches: see table-fill.ts. */
export interface Backfill {
  table: string;
  key: readonly string[];
  /** Of a slave table: that of its records. */
  main?: string;
  from: string;
  to: string;
  /** The old value as a new one, and a new one as an old; null where there is no way back. */
  expression: string;
  back: string | null;
}

export interface TablePlan {
  /** Told to the person; `rows` is filled in by whoever asks the database. */
  steps: (ReleaseStep & { count?: { table: string; condition: string } })[];
  /** One short transaction. */
  statements: string[];
  backfills: Backfill[];
  /** Columns of `keyedFields`, to be filled before their indexes are built: the definition with them. */
  keys?: FormDefinition;
  /** Built without blocking writers, each on its own. */
  indexes: { name: string; table: string; statement: string; unique?: { field: string } }[];
  /** Taken time slots of records that are there, copied into a table that refuses overlaps. */
  bookings: { field: string; statement: string }[];
  drops: string[];
}

export const mainColumns = `id uuid primary key, version integer not null default 1, creator uuid, created_at timestamptz not null, modifier uuid, modified_at timestamptz not null,
  owner uuid, department text, process_state text, process_nodes text[], process_executors uuid[]`;
const slaveColumns =
  'record_id uuid not null, id uuid not null, position integer not null, primary key (record_id, id)';

/** What rules ask for beside what the definition does. */
export interface IndexNeeds {
  departments: boolean;
  /** Ids of fields. */
  fields: ReadonlySet<string>;
}

/** The way from what is there to what the definition asks for. Nothing is dropped that holds data. */
export function planTables(
  schema: string,
  formId: string,
  definition: FormDefinition,
  previous: FormDefinition | null,
  actual: ActualTables,
  timeZone: string,
  needs: IndexNeeds = { departments: false, fields: new Set() },
): TablePlan {
  const plan: TablePlan = { steps: [], statements: [], backfills: [], indexes: [], bookings: [], drops: [] };
  const main: Table = { name: tableName(formId), key: ['id'], columns: mainColumns };
  planTable(plan, schema, main, definition.fields, previous?.fields ?? [], actual, timeZone);
  planIndex(plan, schema, main.name, `${main.name}_owner`, '(owner, id)', actual);
  if (needs.departments) planIndex(plan, schema, main.name, `${main.name}_department`, '(department, id)', actual);
  // fields that conditions of rules compare are kept in order too
  const fields = definition.fields.map((field) => (needs.fields.has(field.id) ? { ...field, indexed: true } : field));
  for (const field of fields) planFieldIndexes(plan, schema, main.name, field, actual, needs.departments);
  for (const field of definition.fields)
    if (field.type === 'timeSlot') planBookings(plan, schema, formId, field, definition, previous, actual);

  for (const table of definition.tables) {
    const old = previous?.tables.find(({ id }) => id === table.id);
    const name = tableName(formId, table.id);
    planTable(
      plan,
      schema,
      { name, main: main.name, key: ['record_id', 'id'], columns: slaveColumns, id: table.id, title: table.title },
      table.fields,
      old?.fields ?? [],
      actual,
      timeZone,
      old !== undefined,
    );
    for (const field of table.fields) {
      if (field.type === 'relation') planRelationIndexes(plan, schema, name, field, actual);
      if (field.type === 'timeSlot') planBookings(plan, schema, formId, field, definition, previous, actual, table.id);
    }
  }
  const keys = planKeys(plan, schema, formId, definition, actual);
  dropOldIndexes(plan, schema, main.name, fields, actual, needs.departments, keys);
  for (const { id } of definition.tables) dropOldKeys(plan, schema, tableName(formId, id), actual, keys);

  for (const table of previous?.tables ?? []) {
    if (definition.tables.some(({ id }) => id === table.id)) continue;
    const name = tableName(formId, table.id);
    plan.steps.push({
      action: 'retireTable',
      table: table.id,
      title: table.title,
      count: { table: `${schema}.${quoted(name)}`, condition: 'true' },
    });
  }
  return plan;
}

interface Table {
  name: string;
  main?: string;
  key: readonly string[];
  columns: string;
  id?: string;
  title?: Text;
}

function planTable(
  plan: TablePlan,
  schema: string,
  table: Table,
  fields: readonly Field[],
  before: readonly Field[],
  actual: ActualTables,
  timeZone: string,
  wasThere = true,
): void {
  const full = `${schema}.${quoted(table.name)}`;
  const place = table.id === undefined ? {} : { table: table.id };
  const now = actual.get(table.name);
  if (!now) {
    const columns = fields.map((field) => `, ${quoted(columnName(field))} ${columnType(field).sql}`).join('');
    plan.statements.push(
      `create table if not exists ${full} (${table.columns}${columns})`,
      `grant select, insert, update, delete on ${full} to formwork_app`,
    );
    plan.steps.push({ action: 'createTable', ...place, ...(table.title && { title: table.title }) });
    for (const field of fields) plan.steps.push({ action: 'addColumn', ...place, field: field.id, title: field.title });
    return;
  }
  if (!wasThere) plan.steps.push({ action: 'restoreTable', ...place, ...(table.title && { title: table.title }) });
  for (const field of fields) {
    const column = columnName(field);
    const old = before.find(({ id }) => id === field.id);
    const at = { ...place, field: field.id, title: field.title };
    if (!now.columns.has(column))
      plan.statements.push(`alter table ${full} add column if not exists ${quoted(column)} ${columnType(field).sql}`);
    if (old && columnName(old) !== column) {
      const from = quoted(columnName(old));
      const expression = conversion(old, field, from, timeZone);
      const back = conversion(field, old, quoted(column), timeZone);
      if (expression)
        plan.backfills.push({
          table: full,
          key: table.key,
          ...(table.main !== undefined && { main: `${schema}.${quoted(table.main)}` }),
          from,
          to: quoted(column),
          expression,
          back,
        });
      plan.steps.push({
        action: 'changeColumn',
        ...at,
        count: {
          table: full,
          condition: expression ? `${from} is not null and (${expression}) is null` : `${from} is not null`,
        },
      });
    } else if (!old) plan.steps.push({ action: now.columns.has(column) ? 'restoreColumn' : 'addColumn', ...at });
  }
  for (const old of before) {
    if (fields.some(({ id }) => id === old.id)) continue;
    plan.steps.push({
      action: 'retireColumn',
      ...place,
      field: old.id,
      title: old.title,
      count: { table: full, condition: `${quoted(columnName(old))} is not null` },
    });
  }
}

/** A table that holds no rows yet takes its constraint at once, so nobody who writes to the form waits for it. */
function planBookings(
  plan: TablePlan,
  schema: string,
  formId: string,
  field: FieldOf<'timeSlot'>,
  definition: FormDefinition,
  previous: FormDefinition | null,
  actual: ActualTables,
  slave?: string,
): void {
  const table = bookingTable(formId, field, slave);
  const before: readonly Field[] | undefined =
    slave === undefined ? previous?.fields : previous?.tables.find(({ id }) => id === slave)?.fields;
  const old = before?.find(({ id }) => id === field.id);
  if (old?.type === 'timeSlot' && bookingTable(formId, old, slave) === table && actual.has(table)) return;
  plan.statements.push(...bookingTableStatements(schema, table, slave));
  plan.bookings.push({ field: field.id, statement: bookingFill(schema, formId, table, field, definition, slave) });
  plan.steps.push({
    action: 'guardSlots',
    ...(slave !== undefined && { table: slave }),
    field: field.id,
    title: field.title,
  });
}

function planFieldIndexes(
  plan: TablePlan,
  schema: string,
  table: string,
  field: Field,
  actual: ActualTables,
  departments: boolean,
): void {
  const column = quoted(columnName(field));
  const at = { field: field.id, title: field.title };
  if (field.type === 'relation') planRelationIndexes(plan, schema, table, field, actual);
  if (isUniqueByItself(field)) planColumnIndex(plan, schema, table, field, 'key', `(${column})`, actual, true);
  if (!field.indexed || field.type === 'relation') return;
  const kind = columnType(field).index;
  if (kind === 'gin') planColumnIndex(plan, schema, table, field, 'in', `using gin (${column})`, actual);
  if (kind === 'gist')
    planIndex(plan, schema, table, `${table}_${columnName(field)}_in`, `using gist (${column})`, actual, at);
  if (kind !== 'btree') return;
  // the id behind it makes the order of a list complete; the one behind the owner serves those who see their own
  planIndex(plan, schema, table, `${table}_${columnName(field)}_i`, `(${column}, id)`, actual, at);
  const spoken = isSpoken(field);
  const order = spoken ? `${column} ${byPinyin}` : column;
  const name = `${table}_${columnName(field)}_${spoken ? 'z' : ''}`;
  if (spoken) planIndex(plan, schema, table, `${name}i`, `(${order}, id)`, actual, at);
  // one's own and those of departments are compared more often than put in order: by place there is one for all
  if (isPlacedByRelease(field))
    planIndex(
      plan,
      schema,
      table,
      `${table}_${columnName(field)}_${placeName(field)}`,
      `((${byOption(field, column)}), id)`,
      actual,
      at,
    );
  planIndex(plan, schema, table, `${name}o`, `(owner, ${order}, id)`, actual, at);
  if (departments) planIndex(plan, schema, table, `${name}d`, `(department, ${order}, id)`, actual, at);
}

/** Names of the unique indexes on the columns beside those of fields; see `keyedFields`. */
function planKeys(
  plan: TablePlan,
  schema: string,
  formId: string,
  definition: FormDefinition,
  actual: ActualTables,
): Set<string> {
  return new Set(
    keyedFields(definition).map((keyed) => {
      const { field, table: within } = keyed;
      const table = tableName(formId, within);
      const column = keyColumnName(definition, keyed);
      const now = actual.get(table);
      const index = `${table}_${column}_key`;
      if (!now?.columns.has(column))
        plan.statements.push(
          `alter table ${schema}.${quoted(table)} add column if not exists ${quoted(column)} ${isKeptInWords(field) ? 'text' : columnType(field).sql}`,
        );
      // without its index a column may hold anything: what an earlier release, or a build that broke off, left in it
      if (now && !now.indexes.has(index)) plan.keys = definition;
      planIndex(
        plan,
        schema,
        table,
        index,
        keyIndexBody(keyed, quoted(column)),
        actual,
        { field: field.id, title: field.title },
        true,
      );
      return index;
    }),
  );
}

/** What an earlier release kept apart in a slave table: nobody fills its column any more. */
function dropOldKeys(
  plan: TablePlan,
  schema: string,
  table: string,
  actual: ActualTables,
  keys: ReadonlySet<string>,
): void {
  for (const name of actual.get(table)?.indexes.keys() ?? []) {
    if (/u[0-9a-f]{8}_key$/.test(name) && !keys.has(name))
      plan.drops.push(`drop index concurrently if exists ${schema}.${quoted(name)}`);
  }
}

/** Records are found by those they name: when one of them changes or goes, and for lists of what names it. */
function planRelationIndexes(
  plan: TablePlan,
  schema: string,
  table: string,
  field: FieldOf<'relation'>,
  actual: ActualTables,
): void {
  const column = quoted(columnName(field));
  planColumnIndex(plan, schema, table, field, 'in', `using gin (${column})`, actual);
  if (field.config.cardinality === 'oneToOne')
    planColumnIndex(plan, schema, table, field, 'key', `((${column}[1]))`, actual, true);
}

/** Named by the column, so that a field which changes its kind gets one for its new column; earlier ones bear the field's name alone. */
function planColumnIndex(
  plan: TablePlan,
  schema: string,
  table: string,
  field: Field,
  what: 'in' | 'key',
  body: string,
  actual: ActualTables,
  unique = false,
): void {
  const early = actual.get(table)?.indexes.get(`${table}_${field.id}_${what}`);
  if (early !== undefined && covers(early, columnName(field))) return;
  planIndex(
    plan,
    schema,
    table,
    `${table}_${columnName(field)}_${what}`,
    body,
    actual,
    { field: field.id, title: field.title },
    unique,
  );
}

function covers(indexSql: string, column: string): boolean {
  return new RegExp(`\\b${column}\\b`).test(indexSql.slice(indexSql.indexOf(' USING ')));
}

function planIndex(
  plan: TablePlan,
  schema: string,
  table: string,
  name: string,
  body: string,
  actual: ActualTables,
  at: { field?: string; title?: Text } = {},
  unique = false,
): void {
  if (actual.get(table)?.indexes.has(name)) return;
  const concurrently = actual.has(table) ? 'concurrently ' : '';
  plan.indexes.push({
    name,
    table,
    statement: `create ${unique ? 'unique ' : ''}index ${concurrently}if not exists ${quoted(name)} on ${schema}.${quoted(table)} ${body}`,
    ...(unique && at.field !== undefined && { unique: { field: at.field } }),
  });
  if (at.field !== undefined && !plan.steps.some((step) => step.action === 'addIndex' && step.field === at.field))
    plan.steps.push({ action: 'addIndex', ...at });
}

function dropOldIndexes(
  plan: TablePlan,
  schema: string,
  table: string,
  fields: readonly Field[],
  actual: ActualTables,
  departments: boolean,
  keys: ReadonlySet<string>,
): void {
  for (const [name, indexSql] of actual.get(table)?.indexes ?? []) {
    const match = new RegExp(
      `^${table}_([a-z0-9]+)(_[a-z](?:u[0-9a-f]{8})?)?_(key|in|zi|zo|zd|i|o|d|p[0-9a-f]{6})$`,
    ).exec(name);
    if (!match || keys.has(name)) continue;
    const field = fields.find(({ id }) => id === match[1]);
    const wanted = field && isWanted(field, match[3]!, departments) && covers(indexSql, columnName(field));
    if (wanted) continue;
    plan.drops.push(`drop index concurrently if exists ${schema}.${quoted(name)}`);
    if (field) plan.steps.push({ action: 'dropIndex', field: field.id, title: field.title });
  }
}

/** Names the order of options that an index was made for. */
function placeName(field: Field): string {
  return `p${createHash('sha1').update(byOption(field, '')).digest('hex').slice(0, 6)}`;
}

/** Whether a field has an index of this kind: of unique values, of related records, or of what is sorted and filtered by (`z`: by pinyin; `p`: by options; `d`: within departments). */
function isWanted(field: Field, kind: string, departments: boolean): boolean {
  if (kind === 'key')
    return isUniqueByItself(field) || (field.type === 'relation' && field.config.cardinality === 'oneToOne');
  if (kind === 'in' && field.type === 'relation') return true;
  if (!field.indexed || (kind.endsWith('d') && !departments)) return false;
  if (kind.startsWith('p')) return isPlacedByRelease(field) && kind === placeName(field);
  return kind === 'i' || kind === 'in' || kind.startsWith('z') === isSpoken(field);
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
