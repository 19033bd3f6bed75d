import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { unsortableKinds } from '@formwork/contract/condition/operators.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import type { viewsApi } from '@formwork/contract/views/api.ts';
import {
  mostGroups,
  type DateStep,
  type Dimension,
  type Measure,
  type PivotGroup,
  type PivotResult,
} from '@formwork/contract/views/pivot.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors.ts';
import { spaceQuery, type Statement } from '../../../platform/db/space-data.ts';
import { byOption, isPlaced } from '../../forms/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { matching, remembered } from './count.ts';
import { heldAsOfWrite } from '../rights/held.ts';
import { filterOf } from './list.ts';
import { planOf, textTypes, type FormPlan } from '../plan/plan.ts';
import { viewerOf, type Eyes } from '../rights/reach.ts';
import { requireSomeRight, rightsFor } from '../rights/rights.ts';
import { rowsSources } from './rows-sources.ts';
import { orderSql } from './sort.ts';

type Asked = Pick<InputOf<typeof viewsApi.pivot>['body'], 'rows' | 'columns' | 'measures'>;

/** Groups with their counts and sums, and the same over each level above: one statement with grouping sets. */
export async function pivotRecords(ctx: Ctx, { params, body }: InputOf<typeof viewsApi.pivot>): Promise<PivotResult> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const eyes: Eyes = { rights, viewer: await viewerOf(ctx), held: await heldAsOfWrite(plan, ctx, rights) };
  const filter = await filterOf(ctx.platform, plan, body);
  eyes.rowsOf = await rowsSources(ctx, plan, eyes, filter);
  const { rows, columns, measures } = body;
  const { answer, old } = await remembered(ctx, plan, eyes, filter, JSON.stringify([rows, columns, measures]), () =>
    ask(ctx, plan, eyes, filter, { rows, columns, measures }),
  );
  return old ? { ...answer, old } : answer;
}

async function ask(
  ctx: Ctx,
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
  asked: Asked,
): Promise<PivotResult> {
  const { rows } = await spaceQuery<(string | null)[]>(ctx.platform, pivotStatement(plan, eyes, filter, asked));
  const across = asked.columns.length;
  const keys = asked.rows.length + across;
  const groups = rows.slice(0, mostGroups).map((row): PivotGroup => {
    const [level = '0', whole = 't', count = '0', ...rest] = row;
    const values = rest.slice(keys);
    return {
      rows: rest.slice(0, Number(level)),
      columns: across > 0 && whole === 'f' ? rest.slice(asked.rows.length, keys) : null,
      count: Number(count),
      values,
    };
  });
  return { groups, cut: rows.length > mostGroups };
}

/** Each row: how many keys of rows it has, whether it goes over all columns, the count, the keys, the measures. */
export function pivotStatement(
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
  { rows, columns, measures }: Asked,
): Statement {
  const { from, params, columnOf } = matching(plan, eyes, filter);
  // a prepared text serves one zone: the zone is part of it
  const zone = `'${plan.timeZone.replaceAll("'", "''")}'`;
  const columnFor = (id: string): PlanColumn => columnOf(id) ?? refuse(id);
  const keys = [...rows, ...columns].map((dimension, index) => ({
    name: `k${index}`,
    descending: dimension.descending === true,
    sql: keySql(columnFor(dimension.field), dimension, zone),
    order: orderOf(columnFor(dimension.field)),
  }));
  const sums = measures.map((measure, index) =>
    measureSql(measure, measure.field === undefined ? undefined : columnFor(measure.field), `m${index}`),
  );
  const inner =
    [...keys.map(({ name, sql }) => `${sql} as ${name}`), ...sums.flatMap(({ column }) => column ?? [])].join(', ') ||
    '1';
  const [down, across] = [keys.slice(0, rows.length), keys.slice(rows.length)].map((part) =>
    part.map(({ name }) => name),
  ) as [string[], string[]];
  // every level of the rows, over all columns and in each of them
  const levels = Array.from({ length: down.length + 1 }, (_, level) => down.slice(0, level));
  const sets = levels.flatMap((level) => (across.length > 0 ? [level, [...level, ...across]] : [level]));
  const level = down.length > 0 ? `(${down.map((name) => `1 - grouping(${name})`).join(' + ')})` : '0';
  const select = [
    `${level} as level`,
    across[0] ? `grouping(${across[0]}) = 1` : 'true',
    'count(*)',
    ...keys.map(({ name }) => `${name}::text`),
    ...sums.map(({ sql }) => `(${sql})::text`),
  ];
  const order = [
    'level',
    ...keys.map(({ name, descending, order: inOrder }) => `${inOrder(name)}${descending ? ' desc' : ''} nulls last`),
  ].join(', ');
  return {
    text: `select ${select.join(', ')} from (select ${inner} ${from}) r group by grouping sets (${sets.map((set) => `(${set.join(', ')})`).join(', ')}) order by ${order} limit ${mostGroups + 1}`,
    values: params,
    rowMode: 'array',
    types: textTypes,
  };
}

/** Choices stand in the order of their options, other values in their own. */
export function orderOf({ field }: PlanColumn): (name: string) => string {
  return (name) => (isPlaced(field) ? byOption(field, name) : name);
}

const truncated = (step: DateStep, sql: string): string => `date_trunc('${step}', ${sql})::date`;

/** The value records are grouped by: in the form a filter compares with. */
export function keySql(column: PlanColumn, { field, step = 'day' }: Dimension, zone: string): string {
  const { sql, kind, single } = column;
  const list = (): string =>
    single
      ? `json_build_array(${sql})::text`
      : `nullif(case when cardinality(${sql}) > 1 then (select json_agg(one order by one)::text from unnest(${sql}) one) else array_to_json(${sql})::text end, '[]')`;
  const begin = (): string => truncated(step, `(lower(${sql}) at time zone ${zone})`);
  const keys: Partial<Record<ValueKind, () => string>> = {
    text: () => `nullif(${orderSql({ ...column, sql: `(${sql})` })}, '')`,
    option: () => `nullif(${sql}, '')`,
    number: () => `trim_scale(${sql})`,
    boolean: () => `coalesce(${sql}, false)`,
    time: () => sql,
    date: () => truncated(step, `${sql}::timestamp`),
    dateTime: () => truncated(step, `(${sql} at time zone ${zone})`),
    dateRange: () => truncated(step, `lower(${sql})::timestamp`),
    dateTimeRange: begin,
    slot: begin,
    options: list,
    people: list,
    departments: list,
    posts: list,
    roles: list,
    records: list,
  };
  const key = keys[kind] ?? refuse(field);
  const made = key();
  return single && made.startsWith('json_build') ? `case when ${sql} is not null then ${made} end` : made;
}

interface MeasureSql {
  column?: string;
  sql: string;
}

export function measureSql({ fn, field }: Measure, column: PlanColumn | undefined, name: string): MeasureSql {
  if (fn === 'count' || !column) return { sql: 'count(*)' };
  const { kind, sql, type } = column;
  const ordered =
    !unsortableKinds.has(kind) &&
    kind !== 'slot' &&
    kind !== 'reading' &&
    kind !== 'dateRange' &&
    kind !== 'dateTimeRange' &&
    kind !== 'boolean' &&
    kind !== 'option';
  // of yes and no: how many are yes, and what share of those that say either
  const counted = kind === 'boolean' && (fn === 'sum' || fn === 'avg');
  if ((fn === 'sum' || fn === 'avg') && kind !== 'number' && !counted) refuse(field ?? '');
  if ((fn === 'min' || fn === 'max') && !ordered) refuse(field ?? '');
  const filled = type.endsWith('[]')
    ? `case when cardinality(${sql}) > 0 then ${sql} end`
    : type === 'text'
      ? `nullif(${sql}, '')`
      : type === 'jsonb'
        ? `(${sql})::text`
        : counted
          ? `(${sql})::int`
          : sql;
  const answers: Record<Exclude<Measure['fn'], 'count'>, string> = {
    filled: `count(${name})`,
    empty: `count(*) - count(${name})`,
    distinct: `count(distinct ${name})`,
    sum: `trim_scale(sum(${name}))`,
    avg: `trim_scale(round(avg(${name}), 10))`,
    min: moment(kind, `min(${name})`),
    max: moment(kind, `max(${name})`),
  };
  return { column: `${filled} as ${name}`, sql: answers[fn] };
}

function moment(kind: ValueKind, sql: string): string {
  return kind === 'dateTime' ? `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : sql;
}

function refuse(field: string): never {
  throw invalid('records.list.bad_group', [{ path: field, code: 'records.list.bad_group' }]);
}
