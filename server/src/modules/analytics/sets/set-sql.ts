import type { DateStep } from '@formwork/contract/views/pivot.ts';
import { divide, formatNumber, fromDouble, parseNumber, round } from '@formwork/feel/number.ts';
import type { SetKind } from '@formwork/contract/analytics/source.ts';
import { invalid } from '../../../platform/errors.ts';
import { limitText, type ChartAnswer } from '../../records/public.ts';
import type { Question } from '../source-types.ts';
import { groupedTwice, type TwiceKey } from './grouped-twice.ts';
import { setCondition } from './set-condition.ts';
import type { DateKey, FigureColumn, SetColumn, SetWords } from './words/words.ts';

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
  words: SetWords;
}

/** A question to a data set as one statement of an engine, with the answers that records give to the same. */
export function setStatement(question: Question, options: Options): SetStatement {
  const { where, keys, figures, totals, limit } = question;
  const { words } = options;
  const columnFor = (field: string): SetColumn => options.columnOf(field) ?? refuse(field);
  const leveled = keys.map(({ field, level }, at) => levelSql(columnFor(field), level, `up${at}`, field, options));
  const all = [options.from, ...leveled.flatMap((one) => one?.join ?? [])].join(' ');
  const from = where ? `${all} where ${setCondition(where, options)}` : all;
  if (figures.length === 0) {
    const shown = keys.map(({ field }) => rawSql(columnFor(field), words));
    return {
      sql: `select ${shown.join(', ')}, null ${from}${words.asTheyLie} limit ${limit + 1}${words.ending}`,
      reads: keys.map(({ field }) => readOf(columnFor(field).kind)),
    };
  }
  const named = keys.map(({ field, step, width }, at) => {
    const name = `k${at}`;
    const level = leveled[at];
    const { sql, shown } = level
      ? { ...level, shown: asIs }
      : width
        ? withinSql(columnFor(field), width, field, words)
        : keyOf(columnFor(field), step, options);
    const twice: QuickKey = level
      ? { raw: sql, of: asIs }
      : twiceOf(columnFor(field), step, options, keys.length === 1);
    return { name, sql, shown: words.shown(shown(name)), twice };
  });
  const sums = figures.map(({ field, fn }, at) => {
    const column = field === undefined ? undefined : asNumber(columnFor(field), fn, words);
    const name = `m${at}`;
    const kind = column?.kind;
    const figure = { name, filled: kind === 'text' ? words.filled(name) : name, as: column?.as };
    return {
      ...figureSql(fn, column, figure, field ?? '', words),
      column: column && `${column.sql} as ${name}`,
      kind,
      figure,
      part: {
        ...figure,
        fn,
        shown: (sql: string) => (kind === 'dateTime' ? rawSql({ kind, sql }, words) : words.shown(sql)),
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
    ...(ranked
      ? ['level desc', rankSql(figures[ranked.figure]!, sums[ranked.figure]!.figure, ranked, words)]
      : ['level']),
    ...named.map(({ name }) => `${name} nulls last`),
  ];
  const rows = `(select ${inner.join(', ') || '1 as one'} ${from}) r`;
  const limits = figures.flatMap((figure, at) => limitsSql(figure, sums[at]!.kind, sums[at]!.figure, words));
  const isQuicker =
    named.every(({ twice: { isFine } }) => !isFine) &&
    (words.groupsTwice === 'totals'
      ? totals.length > 0
      : named.some(({ twice: { of, isFew } }) => isFew || (named.length > 1 && of !== asIs)));
  const twice =
    isQuicker && limits.length === 0 && !ranked && !keys.some(({ width }) => width)
      ? groupedTwice(
          named.map(({ twice: key }) => key),
          sums.map(({ part }) => part),
          sums.flatMap(({ column }) => column ?? []),
          from,
          words,
        )
      : undefined;
  const kept = twice?.rows ?? words.kept(rows, keys.length, limits);
  const select = [
    ...named.map(({ shown }) => shown),
    ...sums.map(({ sql }, at) => twice?.figures[at] ?? sql),
    `(${which}) as level`,
  ];
  return {
    sql: `select ${select.join(', ')} from ${kept}${words.groupBy(setSql, keys.length)} order by ${order.join(', ')} limit ${limit + 1 + (totals.length > 0 ? limit : 0)}${words.ending}`,
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

function keyOf(column: SetColumn, step: DateStep | undefined, { words, zone }: Options): DateKey {
  const { kind, sql, day } = column;
  switch (kind) {
    case 'text':
      return { sql: words.filled(sql), shown: asIs };
    case 'number':
      return { sql: words.numberKey(column), shown: asIs };
    case 'boolean':
      return { sql: words.truthKey(sql), shown: asIs };
    case 'date':
      return words.dateKey(sql, step);
    case 'dateTime':
      return words.dateKey(day ?? words.dayOf(sql, zone), step);
  }
}

const decimal = /^\d{1,30}(\.\d{1,30})?$/;

/** The middle of the stretch that a number lies in. */
function withinSql(column: SetColumn, width: string, field: string, words: SetWords): DateKey {
  if (column.kind !== 'number' || !decimal.test(width)) return refuse(field);
  return { sql: words.within(column, width), shown: asIs };
}

/** The order of groups by a figure. */
function rankSql(
  { fn, field }: Question['figures'][number],
  column: FigureColumn,
  { desc }: NonNullable<Question['order']>,
  words: SetWords,
): string {
  if (fn !== 'count' && field === undefined) return refuse('');
  return `${words.figure(fn, column)}${desc ? ' desc' : ''} nulls last`;
}

interface QuickKey extends TwiceKey {
  /** There are few of them for certain. */
  isFew?: boolean;
  /** There may be about as many of them as there are rows: those would be grouped twice for nothing. */
  isFine?: boolean;
}

/** Days alone are few: beside another key there may be as many of both together as there are rows. */
function twiceOf(column: SetColumn, step: DateStep | undefined, options: Options, isAlone: boolean): QuickKey {
  const { kind, sql, kindSql } = column;
  const { words } = options;
  const key = keyOf(column, step, options);
  if (kindSql !== undefined) return { raw: kindSql, of: (raw) => words.filled(words.shown(raw)), isFew: true };
  if (kind === 'text') return { raw: sql, of: words.filled };
  if (!isAlone || !step || (kind !== 'date' && kind !== 'dateTime'))
    return { raw: key.sql, of: asIs, isFine: kind === 'number' || (kind !== 'boolean' && !step) };
  return { raw: keyOf(column, undefined, options).sql, of: (raw) => words.dateKey(raw, step).sql, isFew: true };
}

/** What stands above a name on a level of the tree; a name that is no department's stands for itself. */
function levelSql(
  { kind, sql }: SetColumn,
  level: number | undefined,
  table: string,
  field: string,
  { above, words }: Options,
): { sql: string; join?: string } | undefined {
  if (level === undefined) return undefined;
  if (kind !== 'text' || !above) return refuse(field);
  const pairs = [...above(level)];
  return pairs.length === 0 ? { sql: words.filled(sql) } : words.above(sql, pairs, table);
}

/** The value of a single row, days and moments as records have them. */
function rawSql({ kind, sql }: SetColumn, words: SetWords): string {
  return kind === 'dateTime' ? words.moment(sql) : words.shown(sql);
}

/** Of yes and no: how many are yes, and what share of those that say either. */
function asNumber(column: SetColumn, fn: Question['figures'][number]['fn'], words: SetWords): SetColumn {
  return column.kind === 'boolean' && (fn === 'sum' || fn === 'avg')
    ? { ...column, kind: 'number', sql: words.truthNumber(column.sql), as: { is: 'whole' } }
    : column;
}

function figureSql(
  fn: Question['figures'][number]['fn'],
  column: SetColumn | undefined,
  figure: FigureColumn,
  field: string,
  words: SetWords,
): { sql: string; read: Read } {
  const value = words.figure(fn, figure);
  if (fn === 'count') return { sql: words.shown(value), read: 'text' };
  if (!column) return refuse(field);
  if (fn === 'filled' || fn === 'distinct') return { sql: words.shown(value), read: 'text' };
  if (fn === 'empty') return { sql: words.shown(`(${value})`), read: 'text' };
  if (fn === 'min' || fn === 'max') {
    if (column.kind === 'number') return { sql: words.shown(value), read: 'number' };
    if (column.kind === 'date') return { sql: words.shown(value), read: 'text' };
    if (column.kind === 'dateTime') return { sql: words.moment(value), read: 'text' };
    return refuse(field);
  }
  if (column.kind !== 'number') return refuse(field);
  if (fn === 'avg') return { sql: words.pair(words.figure('sum', figure), `count(${figure.name})`), read: 'average' };
  return { sql: words.shown(value), read: 'number' };
}

/** Held against a number as numbers, not as what is read of them. */
function limitsSql(
  { fn, field, only = [] }: Question['figures'][number],
  kind: SetKind | undefined,
  column: FigureColumn,
  words: SetWords,
): string[] {
  if (only.length === 0) return [];
  const counts = fn === 'count' || fn === 'filled' || fn === 'empty' || fn === 'distinct';
  if (!counts && kind !== 'number') return refuse(field ?? '');
  return only.map((limit) => words.limited(fn, column, limitText(limit)));
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
