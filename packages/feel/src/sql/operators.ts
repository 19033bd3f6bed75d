import type { CompareOp, Node, NodeOf } from '../ast.ts';
import { boolean, daysDuration, type FeelType, number, string } from '../types.ts';
import { type Digits, fitted, isNothing, made, nothing, nothingOf, once, type Sql, type Writer } from './fragment.ts';

const MAX_POWER = 60;

export function arithmetic(writer: Writer, node: NodeOf<'arithmetic'>): Sql {
  const [a, b] = [writer.emit(node.left), writer.emit(node.right)];
  if (isNothing(a) || isNothing(b)) return nothing;
  const { op } = node;
  const [left, right] = [a.type.kind, b.type.kind];
  if (left === 'number' && right === 'number') return numbers(writer, node, a, b);
  if (op === '+' && left === 'string' && right === 'string') return made(string, `(${a.text} || ${b.text})`, [a, b]);
  if (isDuration(left) && left === right && (op === '+' || op === '-'))
    return { ...made(a.type, `(${a.text} ${op} ${b.text})`, [a, b]), ...((a.fine || b.fine) && { fine: true }) };
  if (isDuration(left) && left === right && op === '/')
    return made(number, `feel.divide(${a.text}, ${b.text})`, [a, b], true);
  if (isDuration(left) && right === 'number' && (op === '*' || op === '/')) return scaled(a, op, b);
  if (left === 'number' && isDuration(right) && op === '*') return scaled(b, op, a);
  if (isDuration(right) && (op === '+' || op === '-'))
    return moved(writer, node, a, op === '+' ? b : { ...b, text: `-(${b.text})`, cheap: false });
  if (isDuration(left) && op === '+') return moved(writer, node, b, a);
  if (op === '-' && isMoment(left) && isMoment(right)) return apart(a, b);
  return writer.refuse(node, op);
}

const isDuration = (kind: string): boolean => kind === 'daysDuration' || kind === 'monthsDuration';
const isMoment = (kind: string): boolean => kind === 'date' || kind === 'dateTime' || kind === 'time';

function numbers(writer: Writer, node: NodeOf<'arithmetic'>, a: Sql, b: Sql): Sql {
  const digits = a.digits && b.digits && digitsOf(node.op, a.digits, b.digits);
  switch (node.op) {
    case '+':
    case '-':
    case '*':
      return fitted(`(${a.text} ${node.op} ${b.text})`, [a, b], digits);
    case '/':
      return made(number, `feel.divide(${a.text}, ${b.text})`, [a, b], true);
    case '**':
      return power(writer, node, a, node.right);
  }
}

function digitsOf(op: string, a: Digits, b: Digits): Digits | undefined {
  if (op === '*') return { whole: a.whole + b.whole, scale: a.scale + b.scale };
  return op === '+' || op === '-'
    ? { whole: Math.max(a.whole, b.whole) + 1, scale: Math.max(a.scale, b.scale) }
    : undefined;
}

/** Only powers that multiplication makes; what goes through logarithms stays with us. */
export function power(writer: Writer, at: Node, base: Sql, exponent: Node): Sql {
  const times = exponent.kind === 'number' && typeof exponent.value === 'number' ? exponent.value : -1;
  return times >= 0 && times <= MAX_POWER
    ? made(number, `feel.power(${base.text}, ${times})`, [base], true)
    : writer.refuse(at, '**');
}

/** A duration times or over a number is cut to whole months or nanoseconds. */
function scaled(duration: Sql, op: '*' | '/', factor: Sql): Sql {
  const days = duration.type.kind === 'daysDuration';
  const amount = days ? `feel.fit(${duration.text} * 0.000000001)` : duration.text;
  const result = op === '/' ? `feel.divide(${amount}, ${factor.text})` : `feel.fit(${amount} * ${factor.text})`;
  return {
    ...made(duration.type, `trunc(${days ? `feel.fit(${result} * 1000000000)` : result})`, [duration, factor], true),
    ...(days && { fine: true }),
  };
}

export function moved(writer: Writer, at: Node, moment: Sql, by: Sql): Sql {
  const months = by.type.kind === 'monthsDuration';
  const result = (text: string): Sql => ({
    ...made(moment.type, text, [moment, by], true),
    ...(moment.clock && { clock: moment.clock }),
  });
  if (moment.type.kind === 'date')
    return result(
      months ? `feel.plus_months(${moment.text}, ${by.text})::date` : `feel.plus_days(${moment.text}, ${by.text})`,
    );
  if (by.fine) return writer.refuse(at, 'nanosecond');
  if (moment.type.kind === 'time' && !months)
    return result(
      `(${moment.text} + (mod(${by.text}, 86400000000000) / 1000)::double precision * interval '1 microsecond')`,
    );
  if (moment.type.kind !== 'dateTime') return writer.refuse(at, '+');
  if (moment.clock === 'none') return result(`feel.plus_${months ? 'months' : 'nanos'}(${moment.text}, ${by.text})`);
  // months move the hands of a clock, whose zone may skip an hour or have it twice
  return months
    ? writer.refuse(at, 'timezone')
    : result(`feel.plus_nanos(${moment.text} at time zone 'UTC', ${by.text}) at time zone 'UTC'`);
}

function apart(a: Sql, b: Sql): Sql {
  const [left, right] = [a.type.kind, b.type.kind];
  if (left === 'date' && right === 'date')
    return made(daysDuration, `((${a.text} - ${b.text})::numeric * 86400000000000)`, [a, b]);
  if (zoned(a) !== zoned(b) || (left === 'time') !== (right === 'time')) return nothingOf(daysDuration);
  const as = (part: Sql) => (part.type.kind === 'date' ? `(${part.text}::timestamp at time zone 'UTC')` : part.text);
  return made(daysDuration, `(extract(epoch from ${as(a)} - ${as(b)}) * 1000000000)`, [a, b]);
}

/** A date counts as its midnight in Greenwich. */
const zoned = ({ type, clock }: Sql): boolean => type.kind === 'date' || clock === 'run' || clock === 'own';

export function negated(writer: Writer, node: NodeOf<'negate'>): Sql {
  const value = writer.emit(node.value);
  if (isNothing(value)) return nothing;
  if (value.type.kind !== 'number' && !isDuration(value.type.kind)) return writer.refuse(node, '-');
  return { ...value, text: `(- ${value.text})`, cheap: false };
}

const ordered = new Set<FeelType['kind']>([
  'number',
  'string',
  'date',
  'time',
  'dateTime',
  'daysDuration',
  'monthsDuration',
]);

/** Can both stand on the sides of `<`? A moment with a zone and one without have no order. */
type Likeness = 'order' | 'equality' | 'none';

function likeness(writer: Writer, at: Node, a: Sql, b: Sql): Likeness {
  if (a.type.kind !== b.type.kind) return writer.refuse(at, `${a.type.kind}, ${b.type.kind}`);
  if (a.type.kind === 'boolean') return 'equality';
  if (!ordered.has(a.type.kind)) return writer.refuse(at, a.type.kind);
  return (a.clock === 'none') === (b.clock === 'none') ? 'order' : 'none';
}

/** By code point, whatever the collation of a column. */
const key = (part: Sql): string => (part.type.kind === 'string' ? `${part.text} collate "C"` : part.text);

export function comparison(writer: Writer, at: Node, op: CompareOp, a: Sql, b: Sql): Sql {
  if (op !== '=' && op !== '!=') {
    if (isNothing(a) || isNothing(b) || likeness(writer, at, a, b) !== 'order') return nothingOf(boolean);
    return made(boolean, `(${key(a)} ${op} ${key(b)})`, [a, b]);
  }
  const [whether, distinct] = op === '=' ? ['', 'is not distinct from'] : ['not ', 'is distinct from'];
  if (isNothing(a) && isNothing(b)) return made(boolean, String(op === '='), []);
  if (isNothing(a) || isNothing(b))
    return {
      ...made(boolean, `((${isNothing(a) ? b.text : a.text}) is ${op === '=' ? '' : 'not '}null)`, []),
      cheap: false,
    };
  const alike = likeness(writer, at, a, b);
  if (alike === 'none')
    return made(
      boolean,
      once(writer, [a, b], (x, y) => `(${whether}(${x.text} is null and ${y.text} is null))`),
      [],
    );
  return made(
    boolean,
    a.nullable || b.nullable ? `(${a.text} ${distinct} ${b.text})` : `(${a.text} ${op === '=' ? '=' : '<>'} ${b.text})`,
    [],
  );
}

/** As a condition: an equality can be looked up in an index. */
export function comparisonTruth(writer: Writer, node: NodeOf<'compare'>): string {
  const [a, b] = [writer.emit(node.left), writer.emit(node.right)];
  const plain =
    node.op === '=' &&
    !isNothing(a) &&
    !isNothing(b) &&
    !(a.nullable && b.nullable) &&
    likeness(writer, node, a, b) !== 'none';
  return plain ? `(${a.text} = ${b.text})` : comparison(writer, node, node.op, a, b).text;
}

export function between(writer: Writer, node: NodeOf<'between'>, truth: boolean): Sql {
  const [value, low, high] = [writer.emit(node.value), writer.emit(node.low), writer.emit(node.high)];
  return inside(writer, node, value, low, high, '>=', '<=', truth);
}

/** Null as soon as one of the three is; `and` alone would be false when the other end decides. */
export function inside(
  writer: Writer,
  at: Node,
  value: Sql,
  low: Sql,
  high: Sql,
  above: CompareOp,
  below: CompareOp,
  truth: boolean,
): Sql {
  const parts = [value, low, high];
  if (parts.some(isNothing) || [low, high].some((end) => likeness(writer, at, value, end) !== 'order'))
    return nothingOf(boolean);
  const test = (v: Sql, l: Sql, h: Sql) => `(${key(v)} ${above} ${key(l)} and ${key(v)} ${below} ${key(h)})`;
  const ends = [low, high].filter(({ nullable }) => nullable);
  const text = once(writer, parts, (v, l, h) => {
    if (truth || ends.length === 0) return test(v, l, h);
    const missing = [l, h].filter(({ nullable }) => nullable).map((end) => `${end.text} is not null`);
    return `case when ${missing.join(' and ')} then ${test(v, l, h)} end`;
  });
  return made(boolean, ends.length > 0 && !truth ? `(${text})` : text, parts);
}
