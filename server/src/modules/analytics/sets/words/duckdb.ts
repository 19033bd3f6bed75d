import type { SetKind } from '@formwork/contract/analytics/source.ts';
import type { DateStep } from '@formwork/contract/views/pivot.ts';
import { textQuoted } from '../../../etl/public.ts';
import { keptGroups } from '../../../records/public.ts';
import { numberText } from '../number-text.ts';
import { engineTypes } from '../row-sql.ts';
import type { DateKey, FigureColumn, FigureName, SetColumn, SetWords } from './words.ts';

/** The embedded engine's. */
export const duckdbWords: SetWords = {
  groupsTwice: 'few',
  text: textQuoted,
  nothing: (kind) => `null::${engineTypes[kind]}`,
  shown: (sql) => `${sql}::VARCHAR`,
  reads: ({ kind, sql }) => (kind === 'number' ? numberText(sql) : `${sql}::VARCHAR`),
  moment: (sql) => `strftime(timezone('UTC', ${sql}), '%Y-%m-%dT%H:%M:%S.%gZ')`,
  filled: (sql) => `nullif(${sql}, '')`,
  numberKey: ({ sql }) => sql,
  truthKey: (sql) => `coalesce(${sql}, false)`,
  truthNumber: (sql) => `(${sql})::INT`,
  dayOf: (moment, zone) => `timezone(${textQuoted(zone)}, ${moment})::DATE`,
  dateKey,
  within: ({ sql }, width) => `floor(${sql}::DOUBLE / ${width}) * ${width} + ${width} / 2.0`,
  above(sql, pairs, table) {
    const values = pairs.map(([name, up]) => `(${textQuoted(name)}, ${textQuoted(up)})`).join(', ');
    return {
      sql: `coalesce(${table}.up, nullif(${sql}, ''))`,
      join: `left join (values ${values}) ${table}(name, up) on ${table}.name = ${sql}`,
    };
  },
  figure,
  pair: (one, other) => `${one}::VARCHAR || '/' || ${other}::VARCHAR`,
  without: (table, columns) => `${table}.* exclude (${columns.join(', ')})`,
  limited: (fn, column, limit) =>
    fn === 'avg' ? `sum(${column.name}) ${limit} * count(${column.name})` : `${figure(fn, column)} ${limit}`,
  kept: keptGroups,
  groupBy: (sets) => ` group by grouping sets (${sets})`,
  asTheyLie: '',
  ending: '',
  against: (column, sign, value) => `${column.sql} ${sign} ${literal(value, column.kind)}`,
  oneOf: ({ kind, sql }, values) => `${sql} in ${listOf(values, kind)}`,
  notOneOf: ({ kind, sql }, values) => `(${sql} is null or ${sql} not in ${listOf(values, kind)})`,
  like: (sql, before, value, after) =>
    `${sql} ilike ${textQuoted(`${before}${value.replace(/[\\%_]/g, '\\$&')}${after}`)} escape '\\'`,
  isTrue: (sql) => `${sql} is true`,
  isNotTrue: (sql) => `${sql} is not true`,
};

function figure(fn: FigureName, { name, filled }: FigureColumn): string {
  switch (fn) {
    case 'count':
      return 'count(*)';
    case 'filled':
      return `count(${filled})`;
    case 'empty':
      return `count(*) - count(${filled})`;
    case 'distinct':
      return `count(distinct ${filled})`;
    case 'median':
      return `quantile_cont(${name}::DOUBLE, 0.5)`;
    default:
      return `${fn}(${name})`;
  }
}

/**
 * Of a day. The engine's `date_trunc` takes ten times as long a row as the parts of a date do, and most of what a group of many rows takes.
 * Days without an end are in no month.
 */
function dateKey(day: string, step: DateStep | undefined): DateKey {
  switch (step) {
    case 'year':
      return { sql: `year(${day})`, shown: (key) => `make_date(${key}, 1, 1)` };
    case 'quarter':
      return parted(day, 'quarter', 4);
    case 'month':
      return parted(day, 'month', 12);
    case 'week':
      return { sql: `(${day} - (isodow(${day}) - 1)::INTEGER)`, shown: (key) => key };
    default:
      return { sql: day, shown: (key) => key };
  }
}

/** Whole numbers are divided towards nought: years before our era would fall together with others. */
const before = 1_000_000;

function parted(day: string, part: 'quarter' | 'month', many: 4 | 12): DateKey {
  return {
    sql: `(year(${day}) + ${before}) * ${many} + ${part}(${day}) - 1`,
    shown: (key) => `make_date(${key} // ${many} - ${before}, ${key} % ${many} * ${12 / many} + 1, 1)`,
  };
}

const listOf = (values: readonly string[], kind: SetColumn['kind']): string =>
  `(${values.map((value) => literal(value, kind)).join(', ') || 'null'})`;

function literal(value: string, kind: SetKind): string {
  switch (kind) {
    case 'number':
      return numberSql(value);
    case 'date':
      return `${textQuoted(value)}::DATE`;
    case 'dateTime':
      return `${textQuoted(value)}::TIMESTAMPTZ`;
    case 'boolean':
      return value;
    case 'text':
      return textQuoted(value);
  }
}

/** Longer ones than the engine's decimals hold are compared as its doubles. */
function numberSql(text: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return `${textQuoted(text)}::DOUBLE`;
  return text.replace(/[-.]/g, '').length <= 38 ? text : `${textQuoted(text)}::DOUBLE`;
}
