import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { literal } from '../sql.ts';

/** What FEEL and SQL both can say, and what means the same in the engine and in PostgreSQL. */
export type Term =
  | { is: 'number'; digits: string }
  | { is: 'text'; text: string }
  | { is: 'boolean'; value: boolean }
  | { is: 'null' }
  | { is: 'moment'; type: 'date' | 'timestamp' | 'timestamptz'; text: string }
  | { is: 'column'; name: string }
  | { is: 'minus'; of: Term }
  /** `asDouble`: worked out in doubles whatever the sides are, as FEEL is by the engine. */
  | { is: 'arithmetic'; op: '+' | '-' | '*' | '/'; left: Term; right: Term; asDouble: boolean }
  | { is: 'joined'; left: Term; right: Term }
  /** `sure`: nothing equals nothing. */
  | { is: 'compared'; op: '=' | '<>' | '<' | '<=' | '>' | '>='; left: Term; right: Term; sure: boolean }
  | { is: 'both' | 'either'; left: Term; right: Term }
  | { is: 'not'; of: Term }
  | { is: 'missing'; of: Term; not: boolean }
  | { is: 'first'; of: Term[] }
  | { is: 'choice'; pairs: (readonly [Term, Term])[]; otherwise: Term };

/** Somebody else has to work it out. */
export class NotTheSame extends Error {}

export function not(): never {
  throw new NotTheSame();
}

/** A column as it stands in the statement; `native` is PostgreSQL's name of its type, where it comes from a table as it is. */
export interface PlacedColumn extends Pick<DataColumn, 'name' | 'type' | 'native'> {
  sql: string;
  worked: boolean;
}

export interface Placed {
  sql: string;
  /** Undefined: nothing, which is of any type. */
  type: ValueType | undefined;
}

/** A term as PostgreSQL writes it; throws where its answer could be another than the engine's. */
export function inPostgres(term: Term, columns: ReadonlyMap<string, PlacedColumn>): Placed {
  const write = (of: Term): Placed => inPostgres(of, columns);
  const truth = (of: Term): string => {
    const { sql, type } = write(of);
    return type === 'boolean' || type === undefined ? sql : not();
  };
  switch (term.is) {
    case 'number':
      return /^\d{1,18}$/.test(term.digits)
        ? { sql: `${term.digits}::bigint`, type: 'integer' }
        : /^\d*\.?\d*(e[+-]?\d{1,3})?$/i.test(term.digits)
          ? { sql: term.digits, type: /e/i.test(term.digits) ? not() : 'decimal' }
          : not();
    case 'text':
      return { sql: `${literal(term.text)}::text`, type: 'text' };
    case 'boolean':
      return { sql: String(term.value), type: 'boolean' };
    case 'null':
      return { sql: 'null', type: undefined };
    case 'moment':
      return { sql: `${term.type} ${literal(term.text)}`, type: term.type };
    case 'column':
      return placed(columns.get(term.name) ?? not());
    case 'minus': {
      const { sql, type } = write(term.of);
      return isNumber(type) ? { sql: `(-${sql})`, type } : not();
    }
    case 'arithmetic':
      return arithmetic(term, write(term.left), write(term.right));
    case 'joined': {
      const [left, right] = [write(term.left), write(term.right)];
      return left.type === 'text' && right.type === 'text'
        ? { sql: `(${left.sql} || ${right.sql})`, type: 'text' }
        : not();
    }
    case 'compared':
      return { sql: compared(term, write(term.left), write(term.right)), type: 'boolean' };
    case 'both':
      return { sql: `(${truth(term.left)} and ${truth(term.right)})`, type: 'boolean' };
    case 'either':
      return { sql: `(${truth(term.left)} or ${truth(term.right)})`, type: 'boolean' };
    case 'not':
      return { sql: `(not ${truth(term.of)})`, type: 'boolean' };
    case 'missing':
      return { sql: `(${write(term.of).sql} is ${term.not ? 'not ' : ''}null)`, type: 'boolean' };
    case 'first': {
      const values = term.of.map(write);
      const type = together(values);
      return { sql: `coalesce(${values.map((value) => as(value, type)).join(', ')})`, type };
    }
    case 'choice': {
      const values = [...term.pairs.map(([, value]) => write(value)), write(term.otherwise)];
      const type = together(values);
      const cases = term.pairs.map(([when], at) => `when ${truth(when)} then ${as(values[at]!, type)}`).join(' ');
      return { sql: `(case ${cases} else ${as(values.at(-1)!, type)} end)`, type };
    }
  }
}

/** Types of PostgreSQL that the engine reads without loss, so that both count with the same values. */
function placed({ sql, type, native, worked }: PlacedColumn): Placed {
  if (worked) return { sql, type };
  const plain = (native ?? '').replace(/\(.*?\)/, '');
  const same =
    (type === 'text' && (plain === 'text' || plain === 'character varying')) ||
    (type === 'integer' && (plain === 'smallint' || plain === 'integer' || plain === 'bigint')) ||
    // the engine cuts digits of numbers without a size
    (type === 'decimal' && /^numeric\(\d+,\d+\)$/.test(native ?? '')) ||
    (type === 'double' && plain === 'double precision') ||
    (type === 'boolean' && plain === 'boolean') ||
    (type === 'date' && plain === 'date') ||
    (type === 'timestamp' && plain === 'timestamp without time zone');
  return same ? { sql, type } : not();
}

type Arithmetic = Extract<Term, { is: 'arithmetic' }>;

function arithmetic({ op, asDouble, right: divisor }: Arithmetic, left: Placed, right: Placed): Placed {
  if (!isNumber(left.type) || !isNumber(right.type)) return not();
  const whole = left.type === 'integer' && right.type === 'integer';
  if (op === '/') {
    // by nothing but a number that is none: what that answers depends on whose SQL it is
    if (!asDouble && !(divisor.is === 'number' && Number(divisor.digits) !== 0)) return not();
    return { sql: `(${double(left)} / nullif(${double(right)}, 0))`, type: 'double' };
  }
  const doubles = left.type === 'double' || right.type === 'double' || (asDouble && op === '*' && !whole);
  if (doubles) return { sql: `(${double(left)} ${op} ${double(right)})`, type: 'double' };
  const sides = whole ? [wide(left), wide(right)] : [left.sql, right.sql];
  return { sql: `(${sides[0]} ${op} ${sides[1]})`, type: whole ? 'integer' : 'decimal' };
}

const double = ({ sql, type }: Placed): string => (type === 'double' ? sql : `${sql}::double precision`);
/** The engine counts whole numbers in eight bytes. */
const wide = ({ sql }: Placed): string => `${sql}::bigint`;

function compared({ op, sure }: Extract<Term, { is: 'compared' }>, left: Placed, right: Placed): string {
  const type = together([left, right]);
  if (type !== undefined && !comparable.has(type)) return not();
  const equality = op === '=' || op === '<>';
  const sign = equality && sure ? `is ${op === '=' ? 'not ' : ''}distinct from` : op;
  // by the signs themselves, as the engine does
  const order = type === 'text' && !equality ? ' collate "C"' : '';
  return `(${as(left, type)} ${sign} ${as(right, type)}${order})`;
}

const comparable = new Set<ValueType>(['text', 'integer', 'decimal', 'double', 'boolean', 'date', 'timestamp']);

/** The one type that all of them are of. */
function together(values: readonly Placed[]): ValueType | undefined {
  const types = [...new Set(values.map(({ type }) => type).filter((type) => type !== undefined))];
  if (types.length <= 1) return types[0];
  if (!types.every(isNumber)) return not();
  return types.includes('double') ? 'double' : 'decimal';
}

function as(value: Placed, type: ValueType | undefined): string {
  return type === 'double' && value.type !== undefined ? double(value) : value.sql;
}

/** With the type that the columns behind it are told; a number becomes no text and loses no digits. */
export function castTo(value: Placed, type: ValueType): string {
  const to = postgresTypes[type] ?? not();
  const widens =
    value.type === undefined ||
    value.type === type ||
    (value.type === 'integer' && (type === 'decimal' || type === 'double')) ||
    (value.type === 'decimal' && type === 'double');
  return widens ? `(${value.sql})::${to}` : not();
}

/** Types of columns that are worked out. */
export const postgresTypes: Partial<Record<ValueType, string>> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric(38,10)',
  double: 'double precision',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
};

export const isNumber = (type: ValueType | undefined): boolean =>
  type === 'integer' || type === 'decimal' || type === 'double';
