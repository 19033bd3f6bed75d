import { RegionCode } from '@formwork/contract/basedata/regions.ts';
import { dayRange, instantRange, todayIn } from '@formwork/contract/condition/calendar.ts';
import {
  comparisonFits,
  isAll,
  isAny,
  isRows,
  type Comparison,
  type Condition,
  type RowsComparison,
} from '@formwork/contract/condition/condition.ts';
import {
  isCalendarOperator,
  needsValue,
  type CalendarOperator,
  type Operator,
} from '@formwork/contract/condition/operators.ts';
import { unitOf, type OwnUnits } from '@formwork/contract/condition/run.ts';
import { isTruthy } from '@formwork/contract/formats.ts';
import { dateText, momentIn, timeText } from '@formwork/contract/forms/values/dates.ts';
import { givenDecimal } from '@formwork/contract/forms/values/decimal.ts';
import { invalid } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { placeSql, searchedSql, readingColumn } from './document-condition.ts';
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
  timeZone: string;
  /** Departments and all below them. */
  under?: ((departments: readonly string[]) => readonly string[]) | undefined;
  /** The ids of records below others of the same form, by a relation of theirs, as far as the person sees them; without it such parts are refused. */
  belowOf?: ((relation: PlanColumn, above: string, params: unknown[]) => string | undefined) | undefined;
  /** Records in which words stand anywhere; without it such parts are refused. */
  searchOf?: ((part: Comparison, params: unknown[]) => string) | undefined;
  /** Rows of a slave table or records of a relation; without it such parts are refused. */
  rowsOf?: ((rows: string, params: unknown[]) => RowsSource | undefined) | undefined;
  /**
   * Of a rule of rights, which goes by `decideInMemory`: what cannot be decided over an empty value is not true where the rule
   * grants, and null where it refuses. A list leaves it out: there the negative operators hold for an empty value.
   */
  rule?: 'grants' | 'refuses' | undefined;
}

/** What a search compares, no fields of their own: words that few records have, and those that many have. */
export const searchFields = { seldom: '_search', often: '_searchOften' } as const;

export function isSearchField(field: string): boolean {
  return field === searchFields.seldom || field === searchFields.often;
}

/** Rows that belong to a record `r` of the outer statement, as far as the person sees them. */
export interface RowsSource extends Pick<CompileOptions, 'columnOf' | 'rowsOf'> {
  /** `from ... where ...` */
  from: string;
}

/** The condition as SQL, with the same answers as `runInMemory`, or `decideInMemory` for a rule; values are appended to `params`. */
export function compileCondition(condition: Condition, params: unknown[], options: CompileOptions): SqlCondition {
  let plain = true;
  const walk = (part: Condition): string => {
    if (isAll(part)) return part.all.length === 0 ? 'true' : `(${part.all.map(walk).join(' and ')})`;
    if (isAny(part)) return part.any.length === 0 ? 'true' : `(${part.any.map(walk).join(' or ')})`;
    if (isRows(part)) {
      plain = false;
      return rowsSql(part, params, options);
    }
    if (isSearchField(part.field) && options.searchOf) {
      plain = false;
      return options.searchOf(part, params);
    }
    const column = options.columnOf(part.field);
    if (!column || !comparisonFits(part, column.kind))
      throw invalid('records.list.bad_filter', [{ path: part.field, code: 'records.list.bad_filter' }]);
    plain &&=
      column.kind !== 'slot' &&
      column.kind !== 'reading' &&
      ['eq', 'gt', 'gte', 'lt', 'lte', 'between'].includes(part.operator);
    return compare(part, column, params, options);
  };
  return { sql: walk(condition), plain };
}

/** A query within the query: how many rows fit, or what a number of theirs comes to. */
function rowsSql(
  { rows, where, fn, field, operator, value }: RowsComparison,
  params: unknown[],
  options: CompileOptions,
): string {
  const refused = (): never => {
    throw invalid('records.list.bad_filter', [{ path: rows, code: 'records.list.bad_filter' }]);
  };
  const source = options.rowsOf?.(rows, params) ?? refused();
  const fits = where
    ? ` and ${compileCondition(where, params, { ...options, columnOf: source.columnOf, rowsOf: source.rowsOf, searchOf: undefined }).sql}`
    : '';
  const column = field === undefined ? undefined : source.columnOf(field);
  if (fn !== 'count' && column?.kind !== 'number') refused();
  if (!comparisonFits({ field: rows, operator, value }, 'number')) refused();
  const figure =
    fn === 'count' ? 'count(*)' : fn === 'sum' ? `coalesce(sum(${column?.sql}), 0)` : `${fn}(${column?.sql})`;
  const operand = (given: unknown): string => `$${params.push(givenDecimal(given) ?? refused())}::numeric`;
  // whether there is one at all is found along an index of the rows, without counting those of each record
  if (fn === 'count' && ((operator === 'gte' && Number(value) === 1) || (operator === 'gt' && Number(value) === 0)))
    return `exists (select 1 ${source.from}${fits})`;
  const sql = `(select ${figure} ${source.from}${fits})`;
  if (operator === 'between')
    return `(${sql} between ${operand((value as unknown[])[0])} and ${operand((value as unknown[])[1])})`;
  const signs: Partial<Record<Operator, string>> = {
    eq: '=',
    ne: 'is distinct from',
    gt: '>',
    gte: '>=',
    lt: '<',
    lte: '<=',
  };
  return `(${sql} ${signs[operator] ?? refused()} ${operand(value)})`;
}

function compare(comparison: Comparison, column: PlanColumn, params: unknown[], options: CompileOptions): string {
  const sql = compareAny(comparison, column, params, options);
  const { operator, field } = comparison;
  // of a reading the part that is asked was compared as a column of its own
  if (options.rule === undefined || column.kind === 'reading') return sql;
  if (!needsValue(operator)) return options.rule === 'refuses' ? `coalesce(${sql}, false)` : sql;
  const empty =
    operator === 'near' || operator === 'inBox'
      ? `${column.sql} is null`
      : compareAny({ field, operator: 'isEmpty' }, column, params, { ...options, rule: undefined });
  if (options.rule === 'refuses') return `case when ${empty} then null else ${sql} end`;
  return holdsOfEmpty.has(operator) ? `(not ${empty} and ${sql})` : sql;
}

/** Operators that are true of an empty value where nobody asks whether it can be decided. */
const holdsOfEmpty: ReadonlySet<Operator> = new Set<Operator>([
  'notContains',
  'hasAll',
  'hasNone',
  'notMe',
  'notMine',
  'notMineBelow',
  'notUnder',
  'notWithin',
]);

function compareAny(
  { operator, value: operand, field }: Comparison,
  column: PlanColumn,
  params: unknown[],
  options: CompileOptions,
): string {
  const sql = searchedSql(column);
  if (column.kind === 'reading')
    return compare({ operator, value: operand, field }, readingColumn(operator, column), params, options);
  if (column.kind === 'slot') return slotSql({ operator, value: operand, field }, sql, params, options);
  if (operator === 'near' || operator === 'inBox') return placeSql(operator, operand as number[], column.sql, params);
  const place = (value: unknown, type: string): string => `$${params.push(value)}::${type}`;
  const one = (value: unknown): string => place(operandOf(value, column, field, options.timeZone), column.type);
  const list = Array.isArray(operand) ? operand : [];
  const many = (): string =>
    place(
      list.map((item) => operandOf(item, column, field, options.timeZone)),
      column.type.endsWith('[]') ? column.type : `${column.type}[]`,
    );
  const pattern = (before: string, after: string): string =>
    place(`${before}${String(operand).replace(/[\\%_]/g, '\\$&')}${after}`, 'text');
  // sets: a column with one id is compared as such, so that its index serves
  const anyOf = (values: string): string => (column.single ? `${sql} = any(${values})` : `${sql} && ${values}`);
  const me = (): string => place([options.me], column.single ? 'uuid[]' : column.type);
  const units = (ids: readonly string[] | undefined): string =>
    anyOf(place(ids ?? [], column.single ? `${column.type}[]` : column.type));
  const mine = (): string => units(options.mine?.()[unitOf(column.kind)]);
  const below = (): string => units(options.mine?.().below);
  const within = (): string =>
    list.length === 0
      ? 'false'
      : `(${list.map((code) => `${sql} @> ${place(JSON.stringify({ regions: [operandOf(code, column, field, options.timeZone)] }), 'jsonb')}`).join(' or ')})`;
  const words = column.kind === 'address' ? addressSql(sql) : sql;
  if (column.kind === 'dateRange' || column.kind === 'dateTimeRange')
    return compareRange({ operator, value: operand, field }, column, place, options);
  const empty = column.type.endsWith('[]')
    ? `(${sql} is null or cardinality(${sql}) = 0)`
    : column.type === 'text' || column.kind === 'json' || column.kind === 'place'
      ? `(${sql} is null or ${sql} = '')`
      : `${sql} is null`;
  const inDays = (): string => {
    const days = dayRange(operator, Number(operand ?? 0), todayIn(options.now, options.timeZone)) ?? {
      from: '',
      before: '',
    };
    const range = column.kind === 'dateTime' ? instantRange(days, options.timeZone) : days;
    return `(${sql} >= ${place(range.from, column.type)} and ${sql} < ${place(range.before, column.type)})`;
  };
  if (isCalendarOperator(operator)) return inDays();
  const answers: Record<Exclude<Operator, CalendarOperator>, () => string> = {
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
    hasOnly: () =>
      list.length === 0
        ? 'false'
        : column.single
          ? `coalesce(array[${sql}] @> ${many()}, false)`
          : `(${sql} @> ${many()} and ${sql} <@ ${many()})`,
    under: () => units(options.under?.(list.map(String)) ?? list.map(String)),
    notUnder: () => `(${sql} is null or not ${units(options.under?.(list.map(String)) ?? list.map(String))})`,
    isMine: mine,
    notMine: () => `(${sql} is null or not ${mine()})`,
    isMineBelow: below,
    notMineBelow: () => `(${sql} is null or not ${below()})`,
    below: () => options.belowOf?.(column, many(), params) ?? refuseFilter(field),
    overlaps: () => 'false',
    within: () => within(),
    notWithin: () => `(${sql} is null or not ${within()})`,
    isEmpty: () => empty,
    notEmpty: () => `not ${empty}`,
    isTrue: () => `${sql} is true`,
    isFalse: () => `${sql} is not true`,
    isMe: () => anyOf(me()),
    notMe: () => `(${sql} is null or not ${anyOf(me())})`,
    beforeNow: () => `${sql} < ${place(options.now.toISOString(), column.type)}`,
    afterNow: () => `${sql} > ${place(options.now.toISOString(), column.type)}`,
    near: () => 'false',
    inBox: () => 'false',
  };
  return answers[operator]();
}

function refuseFilter(field: string): never {
  throw invalid('records.list.bad_filter', [{ path: field, code: 'records.list.bad_filter' }]);
}

/** Ranges are compared as such, so that their index serves. */
function compareRange(
  { operator, value, field }: Comparison,
  column: PlanColumn,
  place: (value: unknown, type: string) => string,
  options: CompileOptions,
): string {
  const { sql } = column;
  const item = column.kind === 'dateRange' ? 'date' : 'timestamptz';
  const days = dayRange(operator, Number(value ?? 0), todayIn(options.now, options.timeZone));
  if (days) {
    const { from, before } = column.kind === 'dateRange' ? days : instantRange(days, options.timeZone);
    return `${sql} && ${column.type}(${place(from, item)}, ${place(before, item)})`;
  }
  if (operator === 'isEmpty' || operator === 'notEmpty') return `${sql} is ${operator === 'isEmpty' ? '' : 'not '}null`;
  if (operator === 'contains') return `${sql} @> ${place(operandOf(value, column, field, options.timeZone), item)}`;
  const [from, to] = (Array.isArray(value) ? value : []).map((end) =>
    String(operandOf(end, column, field, options.timeZone)),
  );
  // the database refuses a range that ends before it starts
  if (from === undefined || to === undefined || to < from) return 'false';
  return `${sql} ${operator === 'between' ? '<@' : '&&'} ${column.type}(${place(from, item)}, ${place(to, item)}, '[]')`;
}

/** An address as one text, as in `addressText`. */
function addressSql(sql: string): string {
  return `(array_to_string(array(select jsonb_array_elements_text(${sql} -> 'names')), '') || (${sql} ->> 'detail'))`;
}

/** The operand in the form the database reads without failing; anything else is refused. */
function operandOf(value: unknown, column: PlanColumn, field: string, timeZone: string): unknown {
  const readers: Partial<Record<PlanColumn['kind'], (given: unknown) => unknown>> = {
    number: givenDecimal,
    date: dateText,
    dateTime: (given) => momentIn(given, timeZone),
    time: timeText,
    dateRange: dateText,
    dateTimeRange: (given) => momentIn(given, timeZone),
    address: (given) => RegionCode.safeParse(given).data,
    boolean: (given) => isTruthy(given) || given === 'true',
  };
  const reader = readers[column.kind];
  const read = reader
    ? reader(value)
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : undefined;
  const wanted = column.type.startsWith('uuid') && typeof read === 'string' && !isUuid(read) ? undefined : read;
  if (wanted === undefined)
    throw invalid('records.list.bad_filter', [{ path: field, code: 'records.list.bad_filter' }]);
  return wanted;
}
