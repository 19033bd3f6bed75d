import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { quoted, sqlType } from '../sql.ts';

/** What a value is over there: numbers, texts and truths are themselves, moments are microseconds, anything else is carried as a text. */
export type HeldAs = 'text' | 'integer' | 'decimal' | 'double' | 'boolean' | 'moment' | 'carried';

/** A column of the embedded engine, as it lies in ClickHouse and comes back exactly as it was. */
export interface Held {
  as: HeldAs;
  type: ValueType;
  /** The engine's own type. */
  here: string;
  /** ClickHouse's type. */
  there: string;
  scale: number;
}

export function heldOf(column: Pick<DataColumn, 'type' | 'precision' | 'scale' | 'native'>): Held {
  const { type, precision = 38, scale = 10, native } = column;
  const here = native !== undefined && isNative(native) ? native : sqlType(column);
  const held = (as: HeldAs, there: string): Held => ({ as, type, here, there: `Nullable(${there})`, scale });
  switch (type) {
    case 'text':
      return here === 'VARCHAR' ? held('text', 'String') : held('carried', 'String');
    case 'integer':
      return longer.has(here) ? { ...held('decimal', 'Decimal(38, 0)'), scale: 0 } : held('integer', 'Int64');
    case 'decimal':
      return held('decimal', `Decimal(${precision}, ${scale})`);
    case 'double':
      return held('double', 'Float64');
    case 'boolean':
      return held('boolean', 'Bool');
    case 'date':
      return held('moment', 'Int64');
    case 'timestamp':
    case 'timestamptz':
      // those of nanoseconds would lose them
      return here === 'TIMESTAMP' || here.startsWith('TIMESTAMP WITH') || here === 'TIMESTAMPTZ'
        ? held('moment', 'Int64')
        : held('carried', 'String');
    default:
      return held('carried', 'String');
  }
}

/** Numbers that eight bytes do not hold for certain. */
const longer = new Set(['HUGEINT', 'UHUGEINT', 'UBIGINT']);
/** Lists and structures have names that hold more than one word of a type; they are carried by what they are called here. */
const isNative = (native: string): boolean => /^[A-Z0-9_ ]+(\(\d+,\s*\d+\))?$/.test(native);

/** A value of the embedded engine as it goes there. */
export function goingOut(name: string, { as, here, type }: Held): string {
  const value = quoted(name);
  if (as === 'moment') {
    const ends = `case when ${value} > ${zero(type)} then ${last} else -${last} end`;
    return `(case when isfinite(${value}) then epoch_us(${value}) when ${value} is not null then ${ends} end)`;
  }
  if (as === 'carried') return `cast(${value} as varchar)`;
  if (as === 'decimal' && type === 'integer') return `cast(${value} as decimal(38, 0))`;
  return as === 'double' && here !== 'DOUBLE' ? `cast(${value} as double)` : value;
}

/** The same on its way back. */
export function comingBack(value: string, { as, here, type }: Held): string {
  if (as !== 'moment') return `cast(${value} as ${here})`;
  const made = type === 'timestamptz' ? `make_timestamptz(${value})` : `make_timestamp(${value})`;
  const infinite = (sign: '' | '-') => `when ${value} = ${sign}${last} then cast('${sign}infinity' as ${here})`;
  return `(case ${infinite('')} ${infinite('-')} else cast(${made} as ${here}) end)`;
}

/** As it travels between both: in the words of rows. */
export function travelling({ as, there, scale }: Held, name: string): DataColumn {
  const column = (type: ValueType, more: Partial<DataColumn> = {}): DataColumn => ({
    name,
    type,
    nullable: true,
    ...more,
  });
  switch (as) {
    case 'integer':
    case 'moment':
      return column('integer');
    case 'decimal':
      return column('decimal', { precision: Number(/\d+/.exec(there)![0]), scale });
    case 'double':
      return column('double');
    case 'boolean':
      return column('boolean');
    default:
      return column('text');
  }
}

/** Beyond every moment that the engine knows. */
const last = '9223372036854775807';
const zero = (type: ValueType): string =>
  type === 'date'
    ? "date '1970-01-01'"
    : type === 'timestamp'
      ? "timestamp '1970-01-01'"
      : "timestamptz '1970-01-01 00:00:00+00'";

/** Whether equal values are equal over there too, in the same order: of JSON the spaces count. No double goes there that is none. */
export function isKey({ as, type }: Held): boolean {
  return as !== 'carried' || type === 'uuid' || type === 'time';
}

/** Whether both may be held against each other there. */
export function isAlike(a: Held, b: Held): boolean {
  return a.as === b.as && a.type === b.type && isKey(a) && isKey(b);
}
