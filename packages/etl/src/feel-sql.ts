import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import type { CompareOp, Node, NodeOf } from '@formwork/feel/ast.ts';
import { check } from '@formwork/feel/check.ts';
import { compile, namesOf } from '@formwork/feel/compile.ts';
import { formatNumber } from '@formwork/feel/number.ts';
import { parse } from '@formwork/feel/parse.ts';
import { boolean, any, date, dateTime, number, string, time, type FeelType } from '@formwork/feel/types.ts';
import {
  parameterAt,
  parametersName,
  parameterSql,
  withParameterTypes,
  withValuesWritten,
  type Given,
} from './parameters.ts';
import { literal, quoted, sqlType } from './sql.ts';

/** An expression of the engine's SQL and the type of what it answers. */
export interface SqlExpression {
  sql: string;
  type: ValueType;
}

export interface Refusal {
  /** `etl.problem.feel_wrong`: no expression; `etl.problem.feel_not_sql`: one that the engine cannot work out. */
  code: 'etl.problem.feel_wrong' | 'etl.problem.feel_not_sql';
  /** What stands in the way, as it is written. */
  part: string;
}

/** FEEL over columns as SQL of the engine; what it cannot say is refused with the part. */
export function feelToSql(
  text: string,
  columns: readonly DataColumn[],
  parameters: readonly Given[] = [],
): SqlExpression | Refusal {
  const types = withParameterTypes(columnTypes(columns), parameters);
  const { ast, problems } = parse(text, { names: namesOf(types) });
  const wrong = problems[0] ?? check(ast, types).problems[0];
  if (wrong) return { code: 'etl.problem.feel_wrong', part: text.slice(wrong.from, wrong.to) || text.slice(0, 40) };
  try {
    return writer(text, columns, parameters)(ast);
  } catch (error) {
    if (error instanceof NotInSql) return { code: 'etl.problem.feel_not_sql', part: error.part };
    throw error;
  }
}

/** The type of what FEEL answers, where it is worked out row by row; nothing where it is no expression over the columns. */
export function workedType(
  text: string,
  columns: readonly DataColumn[],
  parameters: readonly Given[] = [],
): { expression: string; type: ValueType; reads: string[] } | undefined {
  const types = columnTypes(columns);
  const expression = withValuesWritten(text, types, parameters);
  const found = compile(expression, { types });
  if (!found.ok) return undefined;
  return {
    expression,
    type: answers[found.type.kind] ?? 'text',
    reads: found.references.filter((name) => Object.hasOwn(types, name)),
  };
}

const columnTypes = (columns: readonly DataColumn[]): Record<string, FeelType> =>
  Object.fromEntries(columns.map((column) => [column.name, feelType(column.type)]));

const answers: Partial<Record<FeelType['kind'], ValueType>> = {
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  dateTime: 'timestamptz',
  list: 'json',
  context: 'json',
};

export function feelType(type: ValueType): FeelType {
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'double':
      return number;
    case 'boolean':
      return boolean;
    case 'date':
      return date;
    case 'time':
      return time;
    case 'timestamp':
    case 'timestamptz':
      return dateTime;
    case 'list':
    case 'json':
    case 'bytes':
      return any;
    default:
      return string;
  }
}

class NotInSql extends Error {
  readonly part: string;
  constructor(part: string) {
    super(part);
    this.part = part;
  }
}

type Emit = (node: Node) => SqlExpression;

function writer(text: string, columns: readonly DataColumn[], parameters: readonly Given[]): Emit {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const refuse = (node: Node): never => {
    throw new NotInSql(text.slice(node.from, node.to));
  };
  const truth = (node: Node): string => {
    const value = emit(node);
    return value.type === 'boolean' ? value.sql : refuse(node);
  };

  function emit(node: Node): SqlExpression {
    switch (node.kind) {
      case 'number': {
        const digits = formatNumber(node.value);
        return { sql: digits, type: /[.e]/i.test(digits) ? 'decimal' : 'integer' };
      }
      case 'string':
        return { sql: literal(node.value), type: 'text' };
      case 'boolean':
        return { sql: String(node.value), type: 'boolean' };
      case 'null':
        return { sql: 'null', type: 'text' };
      case 'at':
        return moment(node.text) ?? refuse(node);
      case 'name': {
        const column = byName.get(node.name);
        return column ? { sql: quoted(column.name), type: column.type } : refuse(node);
      }
      case 'negate': {
        const value = emit(node.value);
        return isNumber(value.type) ? { sql: `(-${value.sql})`, type: value.type } : refuse(node);
      }
      case 'arithmetic':
        return arithmetic(node);
      case 'compare':
        return { sql: comparison(node.op, emit(node.left), emit(node.right)), type: 'boolean' };
      case 'and':
      case 'or':
        return { sql: `(${truth(node.left)} ${node.kind} ${truth(node.right)})`, type: 'boolean' };
      case 'between': {
        const [value, low, high] = [emit(node.value), emit(node.low), emit(node.high)];
        return { sql: `(${value.sql} between ${low.sql} and ${high.sql})`, type: 'boolean' };
      }
      case 'in':
        return { sql: `(${node.tests.map((test) => tested(emit(node.value), test)).join(' or ')})`, type: 'boolean' };
      case 'if':
        return choice([[truth(node.condition), emit(node.then)]], emit(node.otherwise), node);
      case 'path': {
        const given = parameterAt(node, parameters, byName.has(parametersName));
        return given ? parameterSql(given) : (partOf(emit(node.of), node.name) ?? refuse(node));
      }
      case 'call':
        return call(node);
      default:
        return refuse(node);
    }
  }

  function arithmetic(node: NodeOf<'arithmetic'>): SqlExpression {
    const [left, right] = [emit(node.left), emit(node.right)];
    if (node.op === '+' && left.type === 'text' && right.type === 'text')
      return { sql: `(${left.sql} || ${right.sql})`, type: 'text' };
    if (!isNumber(left.type) || !isNumber(right.type)) return refuse(node);
    const whole = left.type === 'integer' && right.type === 'integer';
    // digits of decimals add up when they are multiplied, beyond what the engine's numbers hold
    const [a, b] = [asDouble(left), asDouble(right)];
    switch (node.op) {
      case '/':
        return { sql: `(${a} / nullif(${b}, 0))`, type: 'double' };
      case '**':
        return { sql: `pow(${a}, ${b})`, type: 'double' };
      case '*':
        return whole
          ? { sql: `(${left.sql} * ${right.sql})`, type: 'integer' }
          : { sql: `(${a} * ${b})`, type: 'double' };
      default:
        return { sql: `(${left.sql} ${node.op} ${right.sql})`, type: whole ? 'integer' : wider(left.type, right.type) };
    }
  }

  function tested(value: SqlExpression, test: Node): string {
    if (test.kind === 'test') return comparison(test.op, value, emit(test.value));
    if (test.kind === 'range') {
      const [low, high] = [emit(test.low), emit(test.high)];
      return `(${value.sql} ${test.lowIn ? '>=' : '>'} ${low.sql} and ${value.sql} ${test.highIn ? '<=' : '<'} ${high.sql})`;
    }
    if (test.kind === 'list') return `(${test.items.map((item) => tested(value, item)).join(' or ')})`;
    return comparison('=', value, emit(test));
  }

  function choice(pairs: (readonly [string, SqlExpression])[], otherwise: SqlExpression, node: Node): SqlExpression {
    const parts = [...pairs.map(([, value]) => value), otherwise].filter(({ sql }) => sql !== 'null');
    const type = parts.reduce<ValueType | undefined>(
      (found, one) => together(found, one.type),
      parts[0]?.type ?? 'text',
    );
    if (type === undefined) return refuse(node);
    const cases = pairs.map(([condition, value]) => `when ${condition} then ${value.sql}`).join(' ');
    return { sql: `(case ${cases} else ${otherwise.sql} end)`, type };
  }

  function call(node: NodeOf<'call'>): SqlExpression {
    const { callee } = node;
    if (callee.kind !== 'name' || node.named) return refuse(node);
    const { name } = callee;
    const nodes = node.args.map(({ value }) => value);
    if (name === 'IF')
      return choice([[truth(nodes[0]!), emit(nodes[1]!)]], nodes[2] ? emit(nodes[2]) : emptyText, node);
    if ((name === 'date' || name === 'date and time') && nodes.length === 1 && nodes[0]!.kind === 'string')
      return moment(nodes[0]!.value) ?? refuse(node);
    const write = Object.hasOwn(calls, name) ? calls[name] : undefined;
    return write?.(nodes.map(emit)) ?? refuse(node);
  }
  return emit;
}

const emptyText: SqlExpression = { sql: 'null', type: 'text' };

type Call = (args: SqlExpression[]) => SqlExpression | undefined;

/** A function that takes texts or numbers and answers one type. */
const plain =
  (type: ValueType, kinds: readonly ('text' | 'number' | 'moment')[], write: (...args: string[]) => string): Call =>
  (args) =>
    args.length <= kinds.length && args.every((arg, at) => isOf(arg.type, kinds[at]!))
      ? { sql: write(...args.map(({ sql }) => sql)), type }
      : undefined;

const rounded =
  (write: (value: string, places: string) => string): Call =>
  ([value, places]) =>
    value && isNumber(value.type)
      ? { sql: write(asDouble(value), places?.sql ?? '0'), type: places ? 'double' : 'integer' }
      : undefined;

/** The same for a list of numbers, as arguments or in brackets. */
const least =
  (name: string): Call =>
  (args) => {
    const type = args.reduce<ValueType | undefined>((found, arg) => together(found, arg.type), args[0]?.type);
    return type === undefined ? undefined : { sql: `${name}(${args.map(({ sql }) => sql).join(', ')})`, type };
  };

const round: Call = rounded((value, places) => `round(${value}, ${places})`);
const floor: Call = ([value]) =>
  value && isNumber(value.type) ? { sql: `floor(${value.sql})::bigint`, type: 'integer' } : undefined;
const ceiling: Call = ([value]) =>
  value && isNumber(value.type) ? { sql: `ceil(${value.sql})::bigint`, type: 'integer' } : undefined;
const absolute: Call = ([value]) =>
  value && isNumber(value.type) ? { ...value, sql: `abs(${value.sql})` } : undefined;
const length = plain('integer', ['text'], (value) => `length(${value})`);
const not: Call = ([value]) => (value?.type === 'boolean' ? { sql: `(not ${value.sql})`, type: 'boolean' } : undefined);
const isBlank: Call = ([value]) =>
  value && {
    sql: value.type === 'text' ? `(coalesce(${value.sql}, '') = '')` : `(${value.sql} is null)`,
    type: 'boolean',
  };

const calls: Readonly<Record<string, Call>> = {
  'upper case': plain('text', ['text'], (value) => `upper(${value})`),
  'lower case': plain('text', ['text'], (value) => `lower(${value})`),
  'string length': length,
  LEN: length,
  substring: (args) =>
    args[0]?.type === 'text' && args.slice(1).every(({ type }) => isNumber(type))
      ? { sql: `substring(${args.map(({ sql }) => sql).join(', ')})`, type: 'text' }
      : undefined,
  contains: plain('boolean', ['text', 'text'], (value, part) => `contains(${value}, ${part})`),
  'starts with': plain('boolean', ['text', 'text'], (value, part) => `starts_with(${value}, ${part})`),
  'ends with': plain('boolean', ['text', 'text'], (value, part) => `ends_with(${value}, ${part})`),
  'substring before': plain(
    'text',
    ['text', 'text'],
    (value, mark) => `(case when contains(${value}, ${mark}) then split_part(${value}, ${mark}, 1) else '' end)`,
  ),
  'substring after': plain(
    'text',
    ['text', 'text'],
    (value, mark) =>
      `(case when contains(${value}, ${mark}) then substring(${value}, strpos(${value}, ${mark}) + length(${mark})) else '' end)`,
  ),
  SUBSTITUTE: plain('text', ['text', 'text', 'text'], (value, old, by) => `replace(${value}, ${old}, ${by})`),
  CONCATENATE: (args) => ({ sql: `concat(${args.map(({ sql }) => sql).join(', ')})`, type: 'text' }),
  string: ([value]) => value && { sql: `cast(${value.sql} as varchar)`, type: 'text' },
  number: ([value]) =>
    value &&
    (isNumber(value.type)
      ? value
      : value.type === 'text'
        ? { sql: `try_cast(${value.sql} as double)`, type: 'double' }
        : undefined),
  date: ([value]) =>
    value && (value.type === 'text' || isMoment(value.type))
      ? { sql: `try_cast(${value.sql} as date)`, type: 'date' }
      : undefined,
  floor,
  INT: floor,
  ceiling,
  abs: absolute,
  ABS: absolute,
  ROUND: round,
  'round half up': round,
  decimal: rounded((value, places) => `round_even(${value}, ${places})`),
  modulo: plain('double', ['number', 'number'], (a, b) => `(${a} - floor(${a} / nullif(${b}, 0)) * ${b})`),
  sqrt: plain('double', ['number'], (value) => `sqrt(case when ${value} >= 0 then ${value} end)`),
  min: least('least'),
  max: least('greatest'),
  MIN: least('least'),
  MAX: least('greatest'),
  not,
  NOT: not,
  ISBLANK: isBlank,
  IFBLANK: ([value, otherwise]) => {
    const type = value && otherwise && together(value.type, otherwise.type);
    if (!type) return undefined;
    const text = type === 'text' ? `nullif(${value.sql}, '')` : value.sql;
    return { sql: `coalesce(${text}, ${otherwise.sql})`, type };
  },
  today: () => ({ sql: 'current_date', type: 'date' }),
  now: () => ({ sql: 'current_timestamp', type: 'timestamptz' }),
  'day of year': plain('integer', ['moment'], (value) => `dayofyear(${value})`),
  'week of year': plain('integer', ['moment'], (value) => `weekofyear(${value})`),
};

function partOf({ sql, type }: SqlExpression, name: string): SqlExpression | undefined {
  const known = ['year', 'month', 'day', 'hour', 'minute', 'second'];
  if (!isMoment(type) || !known.includes(name))
    return name === 'weekday' && isMoment(type) ? { sql: `isodow(${sql})`, type: 'integer' } : undefined;
  return { sql: `${name}(${sql})`, type: 'integer' };
}

/** A day or moment written out. */
function moment(text: string): SqlExpression | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { sql: `date ${literal(text)}`, type: 'date' };
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/.test(text))
    return /Z|[+-]\d{2}:\d{2}$/.test(text)
      ? { sql: `timestamptz ${literal(text)}`, type: 'timestamptz' }
      : { sql: `timestamp ${literal(text)}`, type: 'timestamp' };
  return undefined;
}

function comparison(op: CompareOp, left: SqlExpression, right: SqlExpression): string {
  if (op === '=') return `(${left.sql} is not distinct from ${right.sql})`;
  if (op === '!=') return `(${left.sql} is distinct from ${right.sql})`;
  return `(${left.sql} ${op} ${right.sql})`;
}

const asDouble = ({ sql, type }: SqlExpression): string => (type === 'double' ? sql : `cast(${sql} as double)`);
const isNumber = (type: ValueType): boolean => type === 'integer' || type === 'decimal' || type === 'double';
const isMoment = (type: ValueType): boolean => type === 'date' || type === 'timestamp' || type === 'timestamptz';
const isOf = (type: ValueType, kind: 'text' | 'number' | 'moment'): boolean =>
  kind === 'number' ? isNumber(type) : kind === 'moment' ? isMoment(type) : type === 'text' || type === 'uuid';
const wider = (a: ValueType, b: ValueType): ValueType => (a === 'double' || b === 'double' ? 'double' : 'decimal');

/** The type that holds values of both; undefined where none does. */
export function together(a: ValueType | undefined, b: ValueType): ValueType | undefined {
  if (a === undefined) return undefined;
  if (a === b) return a;
  if (isNumber(a) && isNumber(b)) return wider(a, b);
  return isMoment(a) && isMoment(b) ? 'timestamptz' : undefined;
}

/** With the type that the columns behind it are told. */
export function cast({ sql, type }: SqlExpression): string {
  return `cast(${sql} as ${sqlType({ type })})`;
}
