import type { SetKind } from '@formwork/contract/analytics/source.ts';
import type { DateStep } from '@formwork/contract/views/pivot.ts';
import { escapedText } from '@formwork/etl/sql.ts';
import type { DateKey, FigureColumn, FigureName, NumberAs, SetColumn, SetWords, Sign } from './words.ts';

/**
 * ClickHouse's, of rows whose columns may all be nothing. Where its own word answers otherwise than the embedded engine's, another is
 * used: sums that wrap, medians that round otherwise, texts that are alike by other rules.
 */
export const clickhouseWords: SetWords = {
  groupsTwice: 'totals',
  text: escapedText,
  nothing: (kind) => `CAST(NULL, 'Nullable(${types[kind]})')`,
  shown: (sql) => `toString(${sql})`,
  reads: ({ sql }) => `toString(${sql})`,
  moment(sql) {
    const text = `toString(${sql}, 'UTC')`;
    return `concat(substring(${text}, 1, 10), 'T', substring(${text}, 12, 12), 'Z')`;
  },
  filled: (sql) => `nullIf(${sql}, '')`,
  // nought has a sign there
  numberKey: ({ sql, as }) => (as?.is === 'double' ? `(${sql} + 0)` : sql),
  // a total over all of them is of neither
  truthKey: (sql) => `toNullable(ifNull(${sql}, false))`,
  truthNumber: (sql) => `toInt64(${sql})`,
  dayOf: (moment, zone) => `toDate32(${moment}, ${escapedText(zone)})`,
  dateKey,
  within: (column, width) => `floor(${double(column)} / ${point(width)}) * ${point(width)} + ${point(width)} / 2.0`,
  above(sql, pairs) {
    const own = `nullIf(${sql}, '')`;
    const listOf = (texts: string[]) => `[${texts.map(escapedText).join(', ')}]`;
    return {
      sql: `transform(${own}, ${listOf(pairs.map(([name]) => name))}, ${listOf(pairs.map(([, up]) => up))}, ${own})`,
    };
  },
  figure,
  pair: (one, other) => `concat(toString(${one}), '/', toString(${other}))`,
  without: (table, columns) => `${table}.* except (${columns.join(', ')})`,
  limited(fn, column, limit) {
    const [, sign, value] = /^(\S+) (.*)$/.exec(limit) ?? [];
    if (fn === 'avg') return `${sum(column)} ${sign} ${exact(value!, column.as)} * count(${column.name})`;
    const isDouble = fn === 'median';
    const isCount = fn === 'count' || fn === 'filled' || fn === 'empty' || fn === 'distinct';
    return `${figure(fn, column)} ${sign} ${isCount ? value! : isDouble ? point(value!) : exact(value!, column.as)}`;
  },
  kept(rows, keys, limits) {
    if (limits.length === 0) return rows;
    const names = Array.from({ length: keys }, (_, at) => `k${at}`);
    const same = `(${names.map((name) => `ifNull(concat('=', toString(${name})), '')`).join(', ')})`;
    return `(select r.* from ${rows} where ${same} in (select ${same} from ${rows} group by ${names.join(', ')} having ${limits.join(' and ')})) r`;
  },
  groupBy: (sets, keys) => (keys === 0 ? '' : ` group by grouping sets (${sets})`),
  asTheyLie: ' order by r."#part", r."#row"',
  // compiled, the lowest and the highest of moments before 1970 change places (26.7)
  ending: ' settings compile_aggregate_expressions = 0',
  against,
  oneOf: (column, values) => oneOf(column, values) ?? 'false',
  notOneOf(column, values) {
    const found = oneOf(column, values);
    return found === undefined ? 'true' : `(${column.sql} is null or not ${found})`;
  },
  like(sql, before, value, after) {
    const folded = [...value].map(small).join('');
    const pattern = escapedText(`${before}${folded.replace(/[\\%_]/g, '\\$&')}${after}`);
    return `${hasCase(value) ? smallSql(sql) : sql} like ${pattern}`;
  },
  isTrue: (sql) => `${sql} = true`,
  isNotTrue: (sql) => `(${sql} is null or ${sql} = false)`,
};

const types: Record<SetKind, string> = {
  text: 'String',
  number: 'Decimal(38, 10)',
  date: 'Date32',
  dateTime: "DateTime64(6, 'UTC')",
  boolean: 'Bool',
};

/** What a number is where there is none. */
export const nothingAs: NumberAs = { is: 'decimal', precision: 38, scale: 10 };

/** Days and moments that its types hold: what is held against others is held against the first or the last of them. */
export const clickhouseDays = { first: '1900-01-01', last: '2299-12-31' } as const;

function figure(fn: FigureName, column: FigureColumn): string {
  const { name, filled, as } = column;
  switch (fn) {
    case 'count':
      return 'count()';
    case 'filled':
      return `count(${filled})`;
    case 'empty':
      return `count() - count(${filled})`;
    case 'distinct':
      return `uniqExact(${filled})`;
    case 'sum':
      return sum(column);
    case 'avg':
      return `toFloat64(${sum(column)}) / count(${name})`;
    case 'median': {
      // the middle of two as the embedded engine works it out: halves that are added
      const value = double({ kind: 'number', sql: name, ...(as && { as }) });
      return `quantileExactLow(0.5)(${value}) * 0.5 + quantileExactHigh(0.5)(${value}) * 0.5`;
    }
    case 'min':
    case 'max':
      return `${fn}(${name})`;
  }
}

/** Its sum has no more digits than its addends where these are many, and says nothing when it has none left. */
function sum({ name, as }: FigureColumn): string {
  if (as?.is === 'whole') return `sum(toInt128(${name}))`;
  if (as?.is === 'decimal' && as.precision > quickDigits) return `sum(toDecimal256(${name}, ${as.scale}))`;
  return `sum(${name})`;
}

const quickDigits = 18;
/** Whole numbers up to this one are doubles as well. */
const mostExact = 2n ** 53n;

/** A number as a double, made as the embedded engine makes one: of a long one the whole and the rest for themselves. */
function double({ sql, as }: SetColumn): string {
  if (as?.is === 'double') return sql;
  if (as?.is !== 'decimal' || as.precision <= 15) return `toFloat64(${sql})`;
  const most = `toDecimal256('${scaled(mostExact, as.scale)}', ${as.scale})`;
  const whole = as.precision <= quickDigits ? `toFloat64(toInt64(${sql}))` : longWhole(`toInt128(${sql})`);
  return `if(abs(${sql}) <= ${most}, toFloat64(${sql}), ${whole} + toFloat64(${sql} - truncate(${sql})))`;
}

/** Of two words of the machine each for itself, and those of small negative numbers from the other side. */
function longWhole(sql: string): string {
  const halves = `toFloat64(toUInt64(${sql})) + toFloat64(toInt64(bitShiftRight(${sql}, 64))) * 18446744073709551616.0`;
  return `if(${sql} < 0 and ${sql} >= toInt128('-18446744073709551616'), -toFloat64(toUInt64(-(${sql} + 1))) - 1, ${halves})`;
}

function scaled(whole: bigint, places: number): string {
  if (places === 0) return String(whole);
  const digits = String(whole).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Of a day between the first and the last that it knows. */
function dateKey(day: string, step: DateStep | undefined): DateKey {
  switch (step) {
    case 'year':
      return { sql: `toYear(${day})`, shown: (key) => `makeDate32(${key}, 1, 1)` };
    case 'quarter':
      return {
        sql: `toInt32(toYear(${day})) * 4 + toQuarter(${day}) - 1`,
        shown: (key) => `makeDate32(intDiv(${key}, 4), ${key} % 4 * 3 + 1, 1)`,
      };
    case 'month':
      return {
        sql: `toInt32(toYear(${day})) * 12 + toMonth(${day}) - 1`,
        shown: (key) => `makeDate32(intDiv(${key}, 12), ${key} % 12 + 1, 1)`,
      };
    case 'week':
      return { sql: `addDays(${day}, 1 - toDayOfWeek(${day}))`, shown: (key) => key };
    default:
      return { sql: day, shown: (key) => key };
  }
}

function against(column: SetColumn, sign: Sign, value: string): string {
  const { kind, sql } = column;
  const [left, right] = kind === 'number' ? numbersOf(column, value) : [sql, literal(value, kind)];
  if (sign === 'is distinct from') return `(${left} is null or ${left} <> ${right})`;
  if (sign === 'is not distinct from') return `(${left} is not null and ${left} = ${right})`;
  return `${left} ${sign} ${right}`;
}

/** Undefined where it is none of them for sure. */
function oneOf(column: SetColumn, values: readonly string[]): string | undefined {
  const { kind, sql, as } = column;
  if (kind !== 'number')
    return listed(
      sql,
      values.map((value) => literal(value, kind)),
    );
  if (as?.is === 'double') return listed(sql, values.map(point));
  const parts = [
    listed(
      sql,
      values.filter(isPlain).flatMap((value) => sameType(value, as) ?? []),
    ),
    listed(double(column), values.filter((value) => !isPlain(value)).map(point)),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `(${parts.join(' or ')})`;
}

function listed(sql: string, literals: readonly string[]): string | undefined {
  return literals.length === 0 ? undefined : `${sql} in (${literals.join(', ')})`;
}

/** A number of the very type of the column; undefined where it is none, so that nothing there is it. */
function sameType(value: string, as: NumberAs | undefined): string | undefined {
  const [whole = '', places = ''] = value.split('.');
  const fraction = places.replace(/0+$/, '');
  const digits = whole.replace(/^-?0*/, '').length;
  const { precision, scale } = as?.is === 'decimal' ? as : { precision: quickDigits, scale: 0 };
  if (fraction.length > scale || digits > precision - scale) return undefined;
  if (as?.is !== 'decimal') return whole;
  return `toDecimal${precision <= quickDigits ? 64 : 128}('${value}', ${scale})`;
}

function literal(value: string, kind: SetKind): string {
  switch (kind) {
    case 'date':
      return `toDate32('${clamped(value)}')`;
    case 'dateTime': {
      const iso = new Date(value).toISOString();
      const [day, time] = [iso.slice(0, -14), iso.slice(-13, -1)];
      const known = clamped(day);
      const clock = known === day ? time : known === clickhouseDays.first ? '00:00:00.000' : '23:59:59.999999';
      return `toDateTime64('${known} ${clock}', 6, 'UTC')`;
    }
    case 'boolean':
      return value === 'true' ? 'true' : 'false';
    default:
      return escapedText(value);
  }
}

function clamped(day: string): string {
  if (day.startsWith('-')) return clickhouseDays.first;
  if (day.length > 10) return clickhouseDays.last;
  return day < clickhouseDays.first ? clickhouseDays.first : day > clickhouseDays.last ? clickhouseDays.last : day;
}

/** A number and what it is held against, without either losing a digit; longer ones than decimals hold as doubles. */
function numbersOf(column: SetColumn, value: string): [string, string] {
  if (!isPlain(value) || column.as?.is === 'double') return [double(column), point(value)];
  return [column.sql, exact(value, column.as)];
}

const isPlain = (value: string): boolean => /^-?\d+(\.\d+)?$/.test(value) && value.replace(/[-.]/g, '').length <= 38;

function exact(value: string, as: NumberAs | undefined): string {
  if (as?.is === 'double') return point(value);
  const [whole = '', places = ''] = value.split('.');
  const fraction = places.replace(/0+$/, '');
  const digits = whole.replace('-', '').length;
  if (as?.is === 'whole' && fraction === '') return digits <= quickDigits ? whole : `toInt256('${whole}')`;
  if (as?.is === 'decimal' && as.precision <= quickDigits)
    if (fraction.length <= as.scale && digits + as.scale <= quickDigits) return `toDecimal64('${value}', ${as.scale})`;
  return `toDecimal256('${value}', ${fraction.length})`;
}

/** A double as it is written, never as a whole number. */
function point(value: string): string {
  const text = String(Number(value));
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** A sign in small, for itself: `lowerUTF8` looks at those around it. */
function small(sign: string): string {
  return sign === 'İ' ? 'i' : sign.toLowerCase();
}

const smallSql = (sql: string): string => `lowerUTF8(replaceAll(replaceAll(${sql}, 'Σ', 'σ'), 'İ', 'i'))`;

function hasCase(text: string): boolean {
  return text.toLowerCase() !== text.toUpperCase();
}
