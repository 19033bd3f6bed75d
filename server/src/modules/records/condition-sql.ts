import { RegionCode } from '@formwork/contract/basedata/regions.ts';
import { dayRange, instantRange, todayIn } from '@formwork/contract/condition/calendar.ts';
import { comparisonFits, isAll, isAny, type Comparison, type Condition } from '@formwork/contract/condition/condition.ts';
import type { Operator } from '@formwork/contract/condition/operators.ts';
import type { OwnUnits } from '@formwork/contract/condition/run.ts';
import { isTruthy } from '@formwork/contract/formats.ts';
import { dateText, instantText, timeText } from '@formwork/contract/forms/values/dates.ts';
import { decimalText } from '@formwork/contract/forms/values/decimal.ts';
import { invalid } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import type { PlanColumn } from './columns.ts';
import { placeSql, searchedSql } from './document-condition.ts';
import { slotSql } from './slot-condition.ts';

export interface SqlCondition {
  sql: string;
  /** Compares plain columns only, so that a prepared plan serves any parameters. */
  plain: boolean;
}

export interface CompileOptions {
  columnOf: (field: string) => PlanColumn | undefined;
  me: string;
  /** Posts and roles of that person. */
  mine?: (() => OwnUnits) | undefined;
  now: Date;
  timeZone?: string;
}

/** The condition as SQL, with the same answers as `runInMemory`; values are appended to `params`. */
export function compileCondition(condition: Condition, params: unknown[], options: CompileOptions): SqlCondition {
  let plain = true;
  const walk = (part: Condition): string => {
    if (isAll(part)) return part.all.length === 0 ? 'true' : `(${part.all.map(walk).join(' and ')})`;
    if (isAny(part)) return part.any.length === 0 ? 'true' : `(${part.any.map(walk).join(' or ')})`;
    const column = options.columnOf(part.field);
    if (!column || !comparisonFits(part, column.kind)) throw invalid('records.list.bad_filter', [{ path: part.field, code: 'records.list.bad_filter' }]);
    plain &&= column.kind !== 'slot' && ['eq', 'gt', 'gte', 'lt', 'lte', 'between'].includes(part.operator);
    return compare(part, column, params, options);
  };
  return { sql: walk(condition), plain };
}

function compare({ operator, value: operand, field }: Comparison, column: PlanColumn, params: unknown[], options: CompileOptions): string {
  const sql = searchedSql(column);
  if (column.kind === 'slot') return slotSql({ operator, value: operand, field }, sql, params, options);
  if (operator === 'near' || operator === 'inBox') return placeSql(operator, operand as number[], column.sql, params);
  const place = (value: unknown, type: string): string => `$${params.push(value)}::${type}`;
  const one = (value: unknown): string => place(operandOf(value, column, field), column.type);
  const list = Array.isArray(operand) ? operand : [];
  const many = (): string => place(list.map((item) => operandOf(item, column, field)), column.type.endsWith('[]') ? column.type : `${column.type}[]`);
  const pattern = (before: string, after: string): string => place(`${before}${String(operand).replace(/[\\%_]/g, '\\$&')}${after}`, 'text');
  // sets: a column with one id is compared as such, so that its index serves
  const anyOf = (values: string): string => (column.single ? `${sql} = any(${values})` : `${sql} && ${values}`);
  const me = (): string => place([options.me], column.single ? 'uuid[]' : column.type);
  const mine = (): string => place(options.mine?.()[column.kind === 'posts' ? 'posts' : 'roles'] ?? [], column.type);
  const within = (): string => (list.length === 0 ? 'false' : `(${list.map((code) => `${sql} @> ${place(JSON.stringify({ regions: [operandOf(code, column, field)] }), 'jsonb')}`).join(' or ')})`);
  const words = column.kind === 'address' ? addressSql(sql) : sql;
  if (column.kind === 'dateRange' || column.kind === 'dateTimeRange') return compareRange({ operator, value: operand, field }, column, place, options);
  const empty = column.type.endsWith('[]') ? `(${sql} is null or cardinality(${sql}) = 0)` : column.type === 'text' || column.kind === 'json' || column.kind === 'place' ? `(${sql} is null or ${sql} = '')` : `${sql} is null`;
  const answers: Record<Operator, () => string> = {
    eq: () => (column.kind === 'boolean' ? `${sql} is not distinct from ${one(operand)}` : `${sql} = ${one(operand)}`),
    ne: () => `${sql} is distinct from ${one(operand)}`,
    gt: () => `${sql} > ${one(operand)}`,
    gte: () => `${sql} >= ${one(operand)}`,
    lt: () => `${sql} < ${one(operand)}`,
    lte: () => `${sql} <= ${one(operand)}`,
    between: () => `(${sql} >= ${one(list[0])} and ${sql} <= ${one(list[1])})`,
    in: () => `${sql} = any(${many()})`,
    notIn: () => `(${sql} is null or not ${sql} = any(${many()}))`,
    contains: () => `${words} ilike ${pattern('%', '%')}`,
    notContains: () => `(${sql} is null or ${words} not ilike ${pattern('%', '%')})`,
    startsWith: () => `${sql} ilike ${pattern('', '%')}`,
    endsWith: () => `${sql} ilike ${pattern('%', '')}`,
    hasAny: () => anyOf(many()),
    hasAll: () => (list.length === 0 ? 'true' : column.single ? `array[${sql}] @> ${many()}` : `${sql} @> ${many()}`),
    hasNone: () => `(${sql} is null or not ${anyOf(many())})`,
    isMine: () => anyOf(mine()),
    notMine: () => `(${sql} is null or not ${anyOf(mine())})`,
    overlaps: () => 'false',
    within: () => within(),
    notWithin: () => `(${sql} is null or not ${within()})`,
    isEmpty: () => empty,
    notEmpty: () => `not ${empty}`,
    isTrue: () => `${sql} is true`,
    isFalse: () => `${sql} is not true`,
    isMe: () => anyOf(me()),
    notMe: () => `(${sql} is null or not ${anyOf(me())})`,
    today: () => inDays(),
    yesterday: () => inDays(),
    tomorrow: () => inDays(),
    thisWeek: () => inDays(),
    thisMonth: () => inDays(),
    thisQuarter: () => inDays(),
    thisYear: () => inDays(),
    lastDays: () => inDays(),
    nextDays: () => inDays(),
    near: () => 'false',
    inBox: () => 'false',
  };
  const inDays = (): string => {
    const days = dayRange(operator, Number(operand ?? 0), todayIn(options.now, options.timeZone)) ?? { from: '', before: '' };
    const range = column.kind === 'dateTime' ? instantRange(days, options.timeZone) : days;
    return `(${sql} >= ${place(range.from, column.type)} and ${sql} < ${place(range.before, column.type)})`;
  };
  return answers[operator]();
}

/** Ranges are compared as such, so that their index serves. */
function compareRange({ operator, value, field }: Comparison, column: PlanColumn, place: (value: unknown, type: string) => string, options: CompileOptions): string {
  const { sql } = column;
  const item = column.kind === 'dateRange' ? 'date' : 'timestamptz';
  const days = dayRange(operator, Number(value ?? 0), todayIn(options.now, options.timeZone));
  if (days) {
    const { from, before } = column.kind === 'dateRange' ? days : instantRange(days, options.timeZone);
    return `${sql} && ${column.type}(${place(from, item)}, ${place(before, item)})`;
  }
  if (operator === 'isEmpty' || operator === 'notEmpty') return `${sql} is ${operator === 'isEmpty' ? '' : 'not '}null`;
  if (operator === 'contains') return `${sql} @> ${place(operandOf(value, column, field), item)}`;
  const [from, to] = (Array.isArray(value) ? value : []).map((end) => String(operandOf(end, column, field)));
  // the database refuses a range that ends before it starts
  if (from === undefined || to === undefined || to < from) return 'false';
  return `${sql} ${operator === 'between' ? '<@' : '&&'} ${column.type}(${place(from, item)}, ${place(to, item)}, '[]')`;
}

/** An address as one text, as in `addressText`. */
function addressSql(sql: string): string {
  return `(array_to_string(array(select jsonb_array_elements_text(${sql} -> 'names')), '') || (${sql} ->> 'detail'))`;
}

/** The operand in the form the database reads without failing; anything else is refused. */
function operandOf(value: unknown, column: PlanColumn, field: string): unknown {
  const readers: Partial<Record<PlanColumn['kind'], (given: unknown) => unknown>> = {
    number: decimalText,
    date: dateText,
    dateTime: instantText,
    time: timeText,
    dateRange: dateText,
    dateTimeRange: instantText,
    address: (given) => RegionCode.safeParse(given).data,
    boolean: (given) => isTruthy(given) || given === 'true',
  };
  const reader = readers[column.kind];
  const read = reader ? reader(value) : typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  const wanted = column.type.startsWith('uuid') && typeof read === 'string' && !isUuid(read) ? undefined : read;
  if (wanted === undefined) throw invalid('records.list.bad_filter', [{ path: field, code: 'records.list.bad_filter' }]);
  return wanted;
}
