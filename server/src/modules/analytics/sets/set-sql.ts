import type { DateStep } from '@formwork/contract/views/pivot.ts';
import { divide, formatNumber, fromDouble, parseNumber, round } from '@formwork/feel/number.ts';
import type { SetKind } from '@formwork/contract/analytics/source.ts';
import { invalid } from '../../../platform/errors.ts';
import { textQuoted } from '../../etl/public.ts';
import { keptGroups, limitText, type ChartAnswer } from '../../records/public.ts';
import type { Question } from '../source-types.ts';
import { dateKey, type DateKey } from './date-keys.ts';
import { groupedTwice, type TwiceKey } from './grouped-twice.ts';
import { setCondition, type SetColumn } from './set-condition.ts';

export interface SetStatement {
  sql: string;
  /** Of each key and figure: how its text is read. */
  reads: Read[];
}
type Read = 'text' | 'number' | 'average';

interface Options {
  /** `from ...` of the rows that the person sees. */
  from: string;
  columnOf: (field: string) => SetColumn | undefined;
  now: Date;
  zone: string;
  /** What names of departments stand below on a level. */
  above?: (level: number) => ReadonlyMap<string, string>;
}

/** A question to a data set as one statement of the engine, with the answers that records give to the same. */
export function setStatement(question: Question, options: Options): SetStatement {
  const { where, keys, figures, totals, limit } = question;
  const columnFor = (field: string): SetColumn => options.columnOf(field) ?? refuse(field);
  const leveled = keys.map(({ field, level }, at) => levelSql(columnFor(field), level, `up${at}`, field, options));
  const all = [options.from, ...leveled.flatMap((one) => one?.join ?? [])].join(' ');
  const from = where ? `${all} where ${setCondition(where, options)}` : all;
  if (figures.length === 0) {
    const shown = keys.map(({ field }) => rawSql(columnFor(field)));
    return {
      sql: `select ${shown.join(', ')}, null ${from} limit ${limit + 1}`,
      reads: keys.map(({ field }) => readOf(columnFor(field).kind)),
    };
  }
  const named = keys.map(({ field, step, width }, at) => {
    const name = `k${at}`;
    const level = leveled[at];
    const { sql, shown } = level
      ? { ...level, shown: asIs }
      : width
        ? withinSql(columnFor(field), width, field)
        : keyOf(columnFor(field), step, options.zone);
    const twice: QuickKey = level
      ? { raw: sql, of: asIs }
      : twiceOf(columnFor(field), step, options.zone, keys.length === 1);
    return { name, sql, shown: `${shown(name)}::VARCHAR`, twice };
  });
  const sums = figures.map(({ field, fn }, at) => {
    const column = field === undefined ? undefined : asNumber(columnFor(field), fn);
    const name = `m${at}`;
    const kind = column?.kind;
    return {
      ...figureSql(fn, column, name, field ?? ''),
      column: column && `${column.sql} as ${name}`,
      kind,
      part: {
        fn,
        name,
        filled: kind === 'text' ? `nullif(${name}, '')` : name,
        shown: (sql: string) => (kind === 'dateTime' ? rawSql({ kind, sql }) : `${sql}::VARCHAR`),
      },
    };
  });
  const inner = [...named.map(({ name, sql }) => `${sql} as ${name}`), ...sums.flatMap(({ column }) => column ?? [])];
  const sets = [named.map((_, at) => at), ...totals];
  const setSql = sets.map((set) => `(${set.map((at) => `k${at}`).join(', ')})`).join(', ');
  const which =
    totals.length === 0
      ? '0'
      : `case grouping(${named.map(({ name }) => name).join(', ')}) ${sets.map((set, at) => `when ${maskOf(set, named.length)} then ${at}`).join(' ')} end`;
  const { order: ranked } = question;
  const order = [
    // totals come first where groups are cut off
    ...(ranked ? ['level desc', rankSql(figures[ranked.figure]!, sums[ranked.figure]!.kind, ranked)] : ['level']),
    ...named.map(({ name }) => `${name} nulls last`),
  ];
  const rows = `(select ${inner.join(', ') || '1 as one'} ${from}) r`;
  const limits = figures.flatMap((figure, at) => limitsSql(figure, sums[at]!.kind, `m${at}`));
  const isQuicker =
    named.every(({ twice: { isFine } }) => !isFine) &&
    named.some(({ twice: { of, isFew } }) => isFew || (named.length > 1 && of !== asIs));
  const twice =
    isQuicker && limits.length === 0 && !ranked && !keys.some(({ width }) => width)
      ? groupedTwice(
          named.map(({ twice: key }) => key),
          sums.map(({ part }) => part),
          sums.flatMap(({ column }) => column ?? []),
          from,
        )
      : undefined;
  const kept = twice?.rows ?? keptGroups(rows, keys.length, limits);
  const select = [
    ...named.map(({ shown }) => shown),
    ...sums.map(({ sql }, at) => twice?.figures[at] ?? sql),
    `(${which}) as level`,
  ];
  return {
    sql: `select ${select.join(', ')} from ${kept} group by grouping sets (${setSql}) order by ${order.join(', ')} limit ${limit + 1 + (totals.length > 0 ? limit : 0)}`,
    reads: [
      ...keys.map(({ field, step }) => (step ? 'text' : readOf(columnFor(field).kind))),
      ...sums.map(({ read }) => read),
    ],
  };
}

/** What the statement answered, as records answer it. */
export function setAnswer(
  rows: readonly (string | null)[][],
  { limit, totals }: Pick<Question, 'limit' | 'totals'>,
  reads: readonly Read[],
  columns: ChartAnswer['columns'],
): ChartAnswer {
  const width = reads.length;
  const cells = (row: readonly (string | null)[]) => reads.map((read, at) => readers[read](row[at] ?? null));
  const whole = rows.filter((row) => row[width] == null || Number(row[width]) === 0);
  return {
    columns,
    rows: whole.slice(0, limit).map(cells),
    totals: rows
      .filter((row) => row[width] != null && Number(row[width]) > 0)
      .map((row) => ({ keys: totals[Number(row[width]) - 1]!, cells: cells(row) })),
    cut: whole.length > limit,
  };
}

/** Numbers without zeros at their end, and never in a form with an exponent. */
export function plainNumber(text: string | null): string | null {
  if (text === null) return null;
  if (/^-?\d+$/.test(text)) return text;
  if (/^-?\d+\.\d+$/.test(text)) return withoutZeros(text);
  const number = Number(text);
  const exact = Number.isFinite(number) ? fromDouble(number) : null;
  return exact === null ? null : formatNumber(exact);
}

const places = 10;

const readers: Record<Read, (text: string | null) => string | null> = {
  text: (text) => text,
  number: plainNumber,
  /** Divided here: the engine's average is a double, and sums of money are not. */
  average(text) {
    const [sum = '', count = ''] = (text ?? '').split('/');
    const [over, under] = [parseNumber(plainNumber(sum) ?? ''), parseNumber(count)];
    const average = over === null || under === null || count === '0' ? null : divide(over, under);
    const rounded = average === null ? null : round(average, places, 'halfUp');
    return rounded === null ? null : formatNumber(rounded);
  },
};

function withoutZeros(text: string): string {
  const short = text.replace(/\.?0+$/, '');
  return short === '-0' ? '0' : short;
}

function readOf(kind: SetKind): Read {
  return kind === 'number' ? 'number' : 'text';
}

const asIs = (name: string): string => name;

function keyOf({ kind, sql, day }: SetColumn, step: DateStep | undefined, zone: string): DateKey {
  switch (kind) {
    case 'text':
      return { sql: `nullif(${sql}, '')`, shown: asIs };
    case 'number':
      return { sql, shown: asIs };
    case 'boolean':
      return { sql: `coalesce(${sql}, false)`, shown: asIs };
    case 'date':
      return dateKey(sql, step);
    case 'dateTime':
      return dateKey(day ?? `timezone(${textQuoted(zone)}, ${sql})::DATE`, step);
  }
}

const decimal = /^\d{1,30}(\.\d{1,30})?$/;

/** The middle of the stretch that a number lies in. */
function withinSql({ kind, sql }: SetColumn, width: string, field: string): DateKey {
  if (kind !== 'number' || !decimal.test(width)) return refuse(field);
  return { sql: `floor(${sql}::DOUBLE / ${width}) * ${width} + ${width} / 2.0`, shown: asIs };
}

/** The order of groups by a figure. */
function rankSql(
  { fn, field }: Question['figures'][number],
  kind: SetKind | undefined,
  { figure, desc }: NonNullable<Question['order']>,
): string {
  const name = `m${figure}`;
  const filled = kind === 'text' ? `nullif(${name}, '')` : name;
  const sql: Record<typeof fn, string> = {
    count: 'count(*)',
    filled: `count(${filled})`,
    empty: `count(*) - count(${filled})`,
    distinct: `count(distinct ${filled})`,
    sum: `sum(${name})`,
    avg: `avg(${name})`,
    median: `quantile_cont(${name}::DOUBLE, 0.5)`,
    min: `min(${name})`,
    max: `max(${name})`,
  };
  if (fn !== 'count' && field === undefined) return refuse('');
  return `${sql[fn]}${desc ? ' desc' : ''} nulls last`;
}

interface QuickKey extends TwiceKey {
  /** There are few of them for certain. */
  isFew?: boolean;
  /** There may be about as many of them as there are rows: those would be grouped twice for nothing. */
  isFine?: boolean;
}

/** Days alone are few: beside another key there may be as many of both together as there are rows. */
function twiceOf(column: SetColumn, step: DateStep | undefined, zone: string, isAlone: boolean): QuickKey {
  const { kind, sql, kindSql } = column;
  const key = keyOf(column, step, zone);
  if (kindSql !== undefined) return { raw: kindSql, of: (raw) => `nullif(${raw}::VARCHAR, '')`, isFew: true };
  if (kind === 'text') return { raw: sql, of: (raw) => `nullif(${raw}, '')` };
  if (!isAlone || !step || (kind !== 'date' && kind !== 'dateTime'))
    return { raw: key.sql, of: asIs, isFine: kind === 'number' || (kind !== 'boolean' && !step) };
  return { raw: keyOf(column, undefined, zone).sql, of: (raw) => dateKey(raw, step).sql, isFew: true };
}

/** What stands above a name on a level of the tree; a name that is no department's stands for itself. */
function levelSql(
  { kind, sql }: SetColumn,
  level: number | undefined,
  table: string,
  field: string,
  { above }: Options,
): { sql: string; join?: string } | undefined {
  if (level === undefined) return undefined;
  if (kind !== 'text' || !above) return refuse(field);
  const pairs = [...above(level)].map(([name, up]) => `(${textQuoted(name)}, ${textQuoted(up)})`);
  const own = `nullif(${sql}, '')`;
  if (pairs.length === 0) return { sql: own };
  return {
    sql: `coalesce(${table}.up, ${own})`,
    join: `left join (values ${pairs.join(', ')}) ${table}(name, up) on ${table}.name = ${sql}`,
  };
}

/** The value of a single row, days and moments as records have them. */
function rawSql({ kind, sql }: SetColumn): string {
  if (kind === 'dateTime') return `strftime(timezone('UTC', ${sql}), '%Y-%m-%dT%H:%M:%S.%gZ')`;
  return `${sql}::VARCHAR`;
}

/** Of yes and no: how many are yes, and what share of those that say either. */
function asNumber(column: SetColumn, fn: Question['figures'][number]['fn']): SetColumn {
  return column.kind === 'boolean' && (fn === 'sum' || fn === 'avg')
    ? { ...column, kind: 'number', sql: `(${column.sql})::INT` }
    : column;
}

function figureSql(
  fn: Question['figures'][number]['fn'],
  column: SetColumn | undefined,
  name: string,
  field: string,
): { sql: string; read: Read } {
  if (fn === 'count') return { sql: 'count(*)::VARCHAR', read: 'text' };
  if (!column) return refuse(field);
  const filled = column.kind === 'text' ? `nullif(${name}, '')` : name;
  if (fn === 'filled') return { sql: `count(${filled})::VARCHAR`, read: 'text' };
  if (fn === 'empty') return { sql: `(count(*) - count(${filled}))::VARCHAR`, read: 'text' };
  if (fn === 'distinct') return { sql: `count(distinct ${filled})::VARCHAR`, read: 'text' };
  if (fn === 'min' || fn === 'max') {
    if (column.kind === 'number') return { sql: `${fn}(${name})::VARCHAR`, read: 'number' };
    if (column.kind === 'date') return { sql: `${fn}(${name})::VARCHAR`, read: 'text' };
    if (column.kind === 'dateTime') return { sql: rawSql({ kind: 'dateTime', sql: `${fn}(${name})` }), read: 'text' };
    return refuse(field);
  }
  if (column.kind !== 'number') return refuse(field);
  switch (fn) {
    case 'sum':
      return { sql: `sum(${name})::VARCHAR`, read: 'number' };
    case 'avg':
      return { sql: `sum(${name})::VARCHAR || '/' || count(${name})::VARCHAR`, read: 'average' };
    case 'median':
      return { sql: `quantile_cont(${name}::DOUBLE, 0.5)::VARCHAR`, read: 'number' };
  }
}

/** Held against a number as numbers, not as what is read of them; an average by its sum, so that no digit is lost. */
function limitsSql(
  { fn, field, only = [] }: Question['figures'][number],
  kind: SetKind | undefined,
  name: string,
): string[] {
  if (only.length === 0) return [];
  const filled = kind === 'text' ? `nullif(${name}, '')` : name;
  const counts: Partial<Record<typeof fn, string>> = {
    count: 'count(*)',
    filled: `count(${filled})`,
    empty: `count(*) - count(${filled})`,
    distinct: `count(distinct ${filled})`,
  };
  const counted = counts[fn];
  if (counted !== undefined) return only.map((limit) => `${counted} ${limitText(limit)}`);
  if (kind !== 'number') return refuse(field ?? '');
  if (fn === 'avg') return only.map((limit) => `sum(${name}) ${limitText(limit)} * count(${name})`);
  const sql = fn === 'median' ? `quantile_cont(${name}::DOUBLE, 0.5)` : `${fn}(${name})`;
  return only.map((limit) => `${sql} ${limitText(limit)}`);
}

/** What `grouping(k0, k1, ...)` says of a set: a bit for each key that it does not tell apart. */
function maskOf(set: readonly number[], keys: number): number {
  return Array.from({ length: keys }, (_, at) => (set.includes(at) ? 0 : 2 ** (keys - 1 - at))).reduce(
    (sum, bit) => sum + bit,
    0,
  );
}

function refuse(field: string): never {
  throw invalid('records.list.bad_group', [{ path: field, code: 'records.list.bad_group' }]);
}
