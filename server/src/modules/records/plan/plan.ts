import type { FieldOf } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { ValueKind, Values } from '@formwork/contract/forms/values/value.ts';
import { hasLinks } from '@formwork/contract/records/linked.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type pg from 'pg';
import type { SignedInUser } from '../../../platform/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { eventColumns, spaceSchema, type Statement } from '../../../platform/db/space-data.ts';
import { requireInScope } from '../../agents/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { compileFeel, releasedForm, tableName, type ReleasedForm } from '../../forms/public.ts';
import { bookingPlans, type BookingPlan } from '../write/steps/bookings.ts';
import { keyGroups, type KeyGroup, type KeyPlan } from '../write/steps/key-plans.ts';
import { formRules, type FormRules } from './form-rules.ts';
import { columnOf, prepared, systemColumns, type PlanColumn } from './columns.ts';
import { compileLogic, type FormLogic } from '@formwork/contract/records/logic.ts';
import { soundRules } from '../rights/sound-rules.ts';
import { recordTextOf } from './title.ts';

/** A released form made ready to be run: nothing is looked up or interpreted again while requests come. */
export interface FormPlan {
  form: ReleasedForm;
  /** As they can be run over this release. */
  rules: PermissionRule[];
  schema: string;
  /** Full SQL name of the main table. */
  table: string;
  /** Own fields in their order, then the system fields. */
  columns: PlanColumn[];
  own: PlanColumn[];
  byId: Map<string, PlanColumn>;
  slaves: SlavePlan[];
  /** Select list of a record: id, version and all columns. */
  selectList: string;
  logic: FormLogic;
  /** Fields with an automatic number. */
  counters: FieldOf<'autoNumber'>[];
  bookings: BookingPlan[];
  /** Unique fields whose values stand in a second column, and the same by their tables. */
  keys: KeyPlan[];
  keyGroups: KeyGroup[];
  hasFiles: boolean;
  hasAddresses: boolean;
  hasReadings: boolean;
  hasHtml: boolean;
  /** Names records of other forms, or takes values from them. */
  linked: boolean;
  statements: {
    /** Record, history and event in one. */
    create: Statement;
    update: Statement;
    /** A record with its slave rows. */
    get: Statement;
    /** The same with the grants of a person, see `readGrants`. */
    getGranted: Statement;
    /** The same for several ids and people, with the place of each in the last column. */
    getMany: Statement;
    getManyGranted: Statement;
    getForUpdate: Statement;
    /** `getManyGranted` with the rows locked in the order of their ids. */
    getManyForUpdate: Statement;
  };
  /** `create` for several records at once, each with the id of its command where `commanded`. */
  createMany: (rows: number, commanded: boolean) => Statement;
  titleOf: (values: Values) => string;
  /** What rules do before and behind its saves, as they are in force now. */
  engine: FormRules | undefined;
  /** The enterprise's, as it is now. */
  readonly timeZone: string;
}

export interface SlavePlan {
  id: string;
  table: string;
  columns: PlanColumn[];
  /** All rows of a record as one JSON text of texts. */
  select: string;
  upsert: Statement;
  remove: Statement;
}

/** A record as it is stored. */
export interface StoredRecord {
  id: string;
  version: number;
  values: Values;
  slaves: Record<string, SlaveRow[]>;
}

const plans = new WeakMap<ReleasedForm, FormPlan>();

/** The plan of a form's last release; 404 where there is none. */
export async function planOf(
  ctx: { platform: Platform; spaceId: string; user?: Pick<SignedInUser, 'id' | 'deputy'> },
  formId: string,
): Promise<FormPlan> {
  const form = await releasedForm(ctx, formId);
  requireInScope(ctx.user, form.appId);
  let plan = plans.get(form);
  if (!plan) plans.set(form, (plan = compilePlan(form, () => zoneOf(ctx.platform, ctx.spaceId))));
  plan.engine = await formRules(ctx.platform, form);
  return plan;
}

/** Reads every column as the text it came as. */
export const textTypes: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text };

export const systemStart = 2;

/** One row of `selectList`, from `start` on: `"a":1,"b":null`. Plain appending is what joins short texts fastest. */
export function valuesJson(columns: readonly PlanColumn[], row: readonly (string | null)[], start: number): string {
  let json = '';
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index] as PlanColumn;
    const text = row[start + index];
    json += index === 0 ? column.key.slice(1) : column.key;
    json += text === null || text === undefined ? 'null' : column.json(text);
  }
  return json;
}

export function storedRecord(plan: FormPlan, row: readonly (string | null)[]): StoredRecord {
  const slaves: Record<string, SlaveRow[]> = {};
  plan.slaves.forEach((slave, index) => {
    const rows = JSON.parse(row[systemStart + plan.columns.length + index] ?? '[]') as (string | null)[][];
    slaves[slave.id] = rows.map((texts) => ({ id: texts[0] ?? '', values: valuesOf(slave.columns, texts, 1) }));
  });
  return { id: row[0] ?? '', version: Number(row[1]), values: valuesOf(plan.columns, row, systemStart), slaves };
}

export function valuesOf(columns: readonly PlanColumn[], row: readonly (string | null)[], start: number): Values {
  const values: Values = {};
  columns.forEach((column, index) => {
    const text = row[start + index];
    values[column.id] = text === null || text === undefined ? null : column.value(text);
  });
  return values;
}

/** Parameters of `create`. */
export function createParams(
  plan: FormPlan,
  record: { id: string; at: string; creator: string | null; department: string | null; values: Values },
): unknown[] {
  const params: unknown[] = [record.id, record.creator, record.at, record.department];
  for (const column of plan.own) params.push(column.param(record.values[column.id] ?? null));
  return params;
}

export function compilePlan(form: ReleasedForm, zone: () => string): FormPlan {
  const schema = spaceSchema(form.spaceId);
  const table = `${schema}."${tableName(form.formId)}"`;
  const own = form.definition.fields.map(columnOf);
  const columns = [...own, ...systemColumns];
  const slaves = form.definition.tables.map((slave) =>
    compileSlave(schema, form.formId, slave.id, slave.fields.map(columnOf)),
  );
  const selectList = ['r.id', 'r.version', ...columns.map(({ select }) => select)].join(', ');
  const withSlaves = [selectList, ...slaves.map(({ select }) => select)].join(', ');
  const rank = `max(case level when 'delete' then 3 when 'modify' then 2 else 1 end)`;
  const grantOf = (person: string) =>
    `(select case when bool_and(hidden <> '{}') then json_build_array(${rank}, json_agg(hidden))::text else ${rank}::text end from ${schema}.records_grant where record_id = r.id and user_id = ${person})`;
  const grant = grantOf('$2');
  const holdsKind = (kind: ValueKind): boolean =>
    [...own, ...slaves.flatMap((slave) => slave.columns)].some((column) => column.kind === kind);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const groups = keyGroups(schema, form.formId, form.definition);
  const createMany = manySizes((rows, commanded) =>
    prepared(createText(form.formId, schema, table, own, rows, commanded)),
  );
  return {
    form,
    rules: soundRules(form.rules, byId),
    schema,
    table,
    own,
    columns,
    slaves,
    selectList,
    byId,
    logic: compileLogic(form.definition, compileFeel),
    counters: form.definition.fields.filter((field) => field.type === 'autoNumber'),
    bookings: bookingPlans(schema, form.formId, form.definition),
    keys: groups.flatMap(({ keys }) => keys),
    keyGroups: groups,
    hasFiles: holdsKind('files') || holdsKind('html'),
    hasAddresses: holdsKind('address'),
    hasReadings: holdsKind('reading'),
    hasHtml: holdsKind('html'),
    linked: hasLinks(form.definition),
    statements: {
      create: createMany(1, false),
      update: prepared(updateText(form.formId, schema, table, own)),
      get: reading(`select ${withSlaves} from ${table} r where r.id = $1`),
      getGranted: reading(`select ${withSlaves}, ${grant} from ${table} r where r.id = $1`),
      // lists of unknown length, so that the database keeps one plan for them instead of planning every time
      getMany: reading(
        `select ${withSlaves}, w.n from unnest((select $1::uuid[])) with ordinality w (id, n) join ${table} r on r.id = w.id`,
      ),
      getManyGranted: reading(
        `select ${withSlaves}, ${grantOf('w.user_id')}, w.n from unnest((select $1::uuid[]), (select $2::uuid[])) with ordinality w (id, user_id, n) join ${table} r on r.id = w.id`,
      ),
      getForUpdate: reading(`select ${withSlaves}, ${grant} from ${table} r where r.id = $1 for update`),
      getManyForUpdate: reading(
        `select ${withSlaves}, ${grantOf('w.user_id')}, w.n from unnest((select $1::uuid[]), (select $2::uuid[])) with ordinality w (id, user_id, n) join ${table} r on r.id = w.id order by r.id for update of r`,
      ),
    },
    createMany,
    titleOf: recordTextOf(form.definition, zone),
    engine: undefined,
    get timeZone() {
      return zone();
    },
  };
}

/** Each size is written out when it is first wanted. */
function manySizes(compile: FormPlan['createMany']): FormPlan['createMany'] {
  const known = new Map<string, Statement>();
  return (rows, commanded) => {
    const key = `${rows} ${commanded}`;
    let statement = known.get(key);
    if (!statement) known.set(key, (statement = compile(rows, commanded)));
    return statement;
  };
}

function reading(text: string): Statement {
  return { ...prepared(text), rowMode: 'array', types: textTypes };
}

/**
 * One statement of VALUES inserts: records, their history, their events, and the commands that make them where they are `commanded`.
 * Parameters of each record: id, person, time, department, the fields; then history id and changes; then event id, request, address
 * and data; then the id of its command.
 */
function createText(
  formId: string,
  schema: string,
  table: string,
  own: PlanColumn[],
  rows: number,
  commanded: boolean,
): string {
  const next = 5 + own.length;
  const width = next + 5 + (commanded ? 1 : 0);
  const each = (row: (place: (number: number) => string) => string): string =>
    Array.from({ length: rows }, (_, index) => row((number) => `$${index * width + number}`)).join(', ');
  const names = own.map(({ sql }) => `, ${sql}`).join('');
  const commands = commanded
    ? `
  command as (insert into ${schema}.records_command (person, place, id, made)
    values ${each((p) => `(${p(2)}::uuid, '${formId}', ${p(width)}::uuid, ${p(1)}::uuid)`)}),`
    : '';
  return `with record as (insert into ${table} (id, version, creator, created_at, modifier, modified_at, owner, department${names})
    values ${each((p) => `(${p(1)}::uuid, 1, ${p(2)}::uuid, ${p(3)}::timestamptz, ${p(2)}::uuid, ${p(3)}::timestamptz, ${p(2)}::uuid, ${p(4)}::text${own.map((column, index) => `, ${p(5 + index)}::${column.type}`).join('')})`)}),${commands}
  history as (insert into ${schema}.records_history (record_id, id, form_id, version, kind, actor, at, changes, deputy, rule)
    values ${each((p) => `(${p(1)}::uuid, ${p(next)}::uuid, '${formId}', 1, 'created', ${p(2)}::uuid, ${p(3)}::timestamptz, ${p(next + 1)}::jsonb, (${p(next + 5)}::jsonb->>'deputy')::uuid, (${p(next + 5)}::jsonb->'cause'->>'trace')::uuid)`)})
  insert into ${schema}.event (${eventColumns})
    values ${each((p) => `(${p(next + 2)}::uuid, 'records.created', ${p(1)}::uuid::text, ${p(2)}::uuid, ${p(3)}::timestamptz, ${p(next + 3)}::text, ${p(next + 4)}::text, ${p(next + 5)}::jsonb)`)}`;
}

/** Parameters: id, version, person, time, the fields; then history id, kind, changes, slave changes; then event id, type, request, address and data. */
function updateText(formId: string, schema: string, table: string, own: PlanColumn[]): string {
  const sets = own.map((column, index) => `, ${column.sql} = $${5 + index}::${column.type}`).join('');
  const next = 5 + own.length;
  return `with record as (update ${table} set version = $2::int, modifier = $3::uuid, modified_at = $4::timestamptz${sets} where id = $1::uuid),
  history as (insert into ${schema}.records_history (record_id, id, form_id, version, kind, actor, at, changes, slaves, deputy, rule)
    values ($1::uuid, $${next}::uuid, '${formId}', $2::int, $${next + 1}::text, $3::uuid, $4::timestamptz, $${next + 2}::jsonb, $${next + 3}::jsonb, ($${next + 8}::jsonb->>'deputy')::uuid, ($${next + 8}::jsonb->'cause'->>'trace')::uuid))
  insert into ${schema}.event (${eventColumns})
    values ($${next + 4}::uuid, $${next + 5}::text, $1::uuid::text, $3::uuid, $4::timestamptz, $${next + 6}::text, $${next + 7}::text, $${next + 8}::jsonb)`;
}

function compileSlave(schema: string, formId: string, id: string, columns: PlanColumn[]): SlavePlan {
  const table = `${schema}."${tableName(formId, id)}"`;
  const texts = ['s.id', ...columns.map(({ select }) => `(${select})::text`)].join(', ');
  const typed = ['id uuid', 'position integer', ...columns.map(({ sql, type }) => `${sql} ${type}`)].join(', ');
  const names = columns.map(({ sql }) => `, ${sql}`).join('');
  const sets = ['position', ...columns.map(({ sql }) => sql)].map((name) => `${name} = excluded.${name}`).join(', ');
  return {
    id,
    table,
    columns,
    select: `(select json_agg(json_build_array(${texts}) order by s.position, s.id)::text from ${table} s where s.record_id = r.id)`,
    upsert: prepared(
      `insert into ${table} (record_id, id, position${names}) select $1::uuid, n.* from json_to_recordset($2::json) as n(${typed}) on conflict (record_id, id) do update set ${sets}`,
    ),
    remove: prepared(`delete from ${table} where record_id = $1::uuid and id = any($2::uuid[])`),
  };
}
