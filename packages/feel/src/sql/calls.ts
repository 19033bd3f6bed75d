import type { CallNode, Node } from '../ast.ts';
import { boolean, type FeelType, number, string } from '../types.ts';
import {
  common,
  isNothing,
  made,
  nothing,
  nothingOf,
  once,
  type Call,
  type Sql,
  type SqlList,
  type Writer,
} from './fragment.ts';
import { decided, unlessAbsent } from './lists.ts';
import { momentCalls } from './moments.ts';
import { comparison, power } from './operators.ts';
import { contains } from './tests.ts';

/** Writes a call of a function that SQL can answer; `args` in the order of its signature. */
export function call(writer: Writer, node: CallNode): Sql {
  const resolved = writer.calls.get(node);
  const { callee } = node;
  if (!resolved) return writer.refuse(callee, callee.kind === 'name' ? callee.name : 'function');
  const { builtin, signatures, names } = resolved;
  const write = Object.hasOwn(calls, builtin.name) ? calls[builtin.name] : undefined;
  if (!write) return writer.refuse(callee, builtin.name);
  const params = signatures[0]?.params ?? [];
  const args = names
    ? params.map(({ name }) => node.args[names.indexOf(name)]?.value)
    : node.args.map(({ value }) => value);
  return write(writer, args, node);
}

/** A function of values of these types; one that is always null makes a null of the call. */
const plain =
  (
    kinds: readonly FeelType['kind'][],
    result: FeelType,
    write: (...args: string[]) => string,
    nullable = false,
  ): Call =>
  (writer, args, node) => {
    const given: Sql[] = [];
    for (const [i, arg] of args.entries()) {
      const value = arg === undefined ? writer.refuse(node, 'null') : writer.emit(arg);
      if (!isNothing(value) && value.type.kind !== kinds[i]) return writer.refuse(arg!, value.type.kind);
      given.push(value);
    }
    return given.some(isNothing)
      ? nothing
      : made(
          result,
          once(writer, given, (...parts) => write(...parts.map(({ text }) => text))),
          given,
          nullable,
        );
  };

const rounding =
  (how: string): Call =>
  (writer, [n, places], node) => {
    const value = writer.emit(n!);
    const scale = places === undefined ? null : writer.emit(places);
    if (isNothing(value) || (scale && isNothing(scale))) return nothing;
    if (value.type.kind !== 'number' || (scale && scale.type.kind !== 'number'))
      return writer.refuse(node, value.type.kind);
    return made(number, `feel.round(${value.text}, ${scale?.text ?? '0'}, '${how}')`, [value], true);
  };

const absolute: Call = (writer, [arg], node) => {
  const value = writer.emit(arg!);
  if (isNothing(value)) return nothing;
  return ['number', 'daysDuration', 'monthsDuration'].includes(value.type.kind)
    ? { ...value, text: `abs(${value.text})`, cheap: false }
    : writer.refuse(node, value.type.kind);
};

const asText = (writer: Writer, value: Sql, at: Node): string => {
  switch (value.type.kind) {
    case 'string':
      return value.text;
    case 'number':
      return `trim_scale(${value.text})::text`;
    case 'boolean':
      return `(${value.text})::text`;
    case 'date':
      return `feel.date_text(${value.text})`;
    default:
      return writer.refuse(at, value.type.kind);
  }
};

const toString: Call = (writer, [arg], node) => {
  const value = writer.emit(arg!);
  return isNothing(value) ? nothing : made(string, asText(writer, value, node), [value]);
};

const concatenate: Call = (writer, args) => {
  const parts = args.map((arg) => ({ arg: arg!, value: writer.emit(arg!) })).filter(({ value }) => !isNothing(value));
  return {
    ...made(string, `concat(${parts.map(({ arg, value }) => asText(writer, value, arg)).join(', ') || "''"})`, []),
  };
};

/** The values of branches as one; null when their types differ. */
function branches(writer: Writer, at: Node, parts: readonly Sql[], text: string): Sql {
  const type = common(parts);
  if (type?.type.kind === 'null') return nothing;
  return type ? { ...made(type.type, text, parts, true), ...type } : writer.refuse(at, 'Any');
}

export function choice(
  writer: Writer,
  at: Node,
  pairs: readonly (readonly [condition: string, value: Sql])[],
  otherwise: Sql,
): Sql {
  const cases = pairs.map(([condition, value]) => ` when ${condition} then ${value.text}`).join('');
  return branches(
    writer,
    at,
    [...pairs.map(([, value]) => value), otherwise],
    `(case${cases} else ${otherwise.text} end)`,
  );
}

const ifElse: Call = (writer, [condition, then, otherwise], node) =>
  choice(
    writer,
    node,
    [[writer.truth(condition!), then ? writer.emit(then) : nothing]],
    otherwise ? writer.emit(otherwise) : nothing,
  );

const ifs: Call = (writer, args, node) => {
  const pairs: [string, Sql][] = [];
  for (let i = 0; i + 1 < args.length; i += 2) pairs.push([writer.truth(args[i]!), writer.emit(args[i + 1]!)]);
  return choice(writer, node, pairs, nothing);
};

const switchCase: Call = (writer, [value, ...rest], node) => {
  const looked = writer.emit(value!);
  if (!looked.cheap) return writer.refuse(value!, 'SWITCH');
  const pairs: [string, Sql][] = [];
  let i = 0;
  for (; i + 1 < rest.length; i += 2)
    pairs.push([comparison(writer, node, '=', looked, writer.emit(rest[i]!)).text, writer.emit(rest[i + 1]!)]);
  return choice(writer, node, pairs, i < rest.length ? writer.emit(rest[i]!) : nothing);
};

const isBlank: Call = (writer, [arg], node) => {
  const value = writer.emit(arg!);
  if (value.type.kind === 'string') return made(boolean, `(coalesce(${value.text}, '') = '')`, []);
  return value.type.kind === 'context' ? writer.refuse(node, 'context') : made(boolean, `(${value.text} is null)`, []);
};

const ifBlank: Call = (writer, [arg, otherwise], node) => {
  const [value, other] = [writer.emit(arg!), writer.emit(otherwise!)];
  if (value.type.kind === 'context') return writer.refuse(node, 'context');
  const text = value.type.kind === 'string' ? `nullif(${value.text}, '')` : value.text;
  return branches(writer, node, [value, other], isNothing(value) ? other.text : `coalesce(${text}, ${other.text})`);
};

/** Spreadsheets leave empty cells out of AND, OR and XOR; of nothing they know nothing. */
const logical =
  (of: (rows: string) => string): Call =>
  (writer, args) => {
    const given = args
      .map((arg) => (writer.isList(arg!) ? writer.refuse(arg!, 'list') : writer.emit(arg!)))
      .filter((value) => !isNothing(value));
    for (const [i, value] of given.entries())
      if (value.type.kind !== 'boolean') writer.refuse(args[i]!, value.type.kind);
    if (given.length === 0) return nothingOf(boolean);
    const alias = writer.alias();
    return made(
      boolean,
      `(select ${of(`${alias}.v`)} from (values ${given.map(({ text }) => `(${text})`).join(', ')}) as ${alias}(v))`,
      given,
      true,
    );
  };

/** One argument that is a list, or all of them as one. */
const elements = (writer: Writer, args: readonly (Node | undefined)[], node: CallNode): SqlList => {
  const [first] = args;
  return args.length === 1 && first
    ? writer.list(first)
    : writer.listOf(
        args.map((arg) => writer.emit(arg!)),
        node,
      );
};

/** A function of the standard over a list: a null among the elements makes a null of it, and so does an empty list. */
const overList =
  (kinds: readonly FeelType['kind'][], write: (v: string, i: string) => string, result?: FeelType): Call =>
  (writer, args, node) => {
    const list = elements(writer, args, node);
    const item = list.read(list.alias);
    if (isNothing(item)) return nothing;
    if (!kinds.includes(item.type.kind)) return writer.refuse(node, item.type.kind);
    const v = item.type.kind === 'string' ? `${item.text} collate "C"` : item.text;
    const text = `(select case when bool_or(${item.text} is null) then null else ${write(v, `${list.alias}.i`)} end from ${list.from})`;
    return unlessAbsent({ ...item, type: result ?? item.type, text, nullable: true, cheap: false }, list);
  };

const ordered: readonly FeelType['kind'][] = [
  'number',
  'string',
  'date',
  'dateTime',
  'time',
  'daysDuration',
  'monthsDuration',
];
const sum = (v: string, i: string) => `case when count(*) > 0 then feel.sum(${v} order by ${i}) end`;

const count: Call = (writer, args, node) => {
  const list = elements(writer, args, node);
  const counted = `(select count(*)::numeric from ${list.from})`;
  // null is no list: it counts as one argument
  return made(number, list.absent ? `(case when ${list.absent} then 1 else ${counted} end)` : counted, []);
};

/** A spreadsheet takes the numbers among its arguments, lists and single ones, and skips what is empty. */
const overNumbers =
  (write: (v: string, i: string) => string, nullable: boolean): Call =>
  (writer, args, node) => {
    const [first] = args;
    const list =
      args.length === 1 && first && writer.isList(first)
        ? writer.list(first)
        : writer.listOf(
            args.map((arg) => (writer.isList(arg!) ? writer.refuse(arg!, 'list') : writer.emit(arg!))),
            node,
          );
    const item = list.read(list.alias);
    if (!isNothing(item) && item.type.kind !== 'number') return writer.refuse(node, item.type.kind);
    const v = isNothing(item) ? 'null::numeric' : item.text;
    return made(
      number,
      `(select ${write(v, `${list.alias}.i`)} from ${list.from} where ${v} is not null)`,
      [],
      nullable,
    );
  };

const allOf =
  (every: boolean): Call =>
  (writer, args, node) => {
    const list = elements(writer, args, node);
    const item = list.read(list.alias);
    return item.type.kind === 'boolean' || isNothing(item)
      ? decided(list, isNothing(item) ? nothingOf(boolean) : item, every)
      : writer.refuse(node, item.type.kind);
  };

const listContains: Call = (writer, [first, second], node) => {
  const list = writer.list(first!);
  return unlessAbsent(made(boolean, contains(writer, list, writer.emit(second!), node), []), list);
};

const places: readonly FeelType['kind'][] = ['number', 'number'];
const texts: readonly FeelType['kind'][] = ['string', 'string'];

const calls: Readonly<Record<string, Call>> = {
  ...momentCalls,
  decimal: rounding('halfEven'),
  floor: rounding('floor'),
  ceiling: rounding('ceiling'),
  'round up': rounding('up'),
  'round down': rounding('down'),
  'round half up': rounding('halfUp'),
  'round half down': rounding('halfDown'),
  ROUND: rounding('halfUp'),
  ROUNDUP: rounding('up'),
  ROUNDDOWN: rounding('down'),
  INT: rounding('floor'),
  abs: absolute,
  ABS: absolute,
  modulo: plain(places, number, (a, b) => `feel.modulo(${a}, ${b})`, true),
  MOD: plain(places, number, (a, b) => `feel.modulo(${a}, ${b})`, true),
  sqrt: plain(places, number, (n) => `feel.sqrt(${n})`, true),
  SQRT: plain(places, number, (n) => `feel.sqrt(${n})`, true),
  odd: plain(places, boolean, (n) => `(abs(mod(${n}, 2)) = 1)`),
  even: plain(places, boolean, (n) => `(mod(${n}, 2) = 0)`),
  POWER: (writer, [base, exponent], node) => {
    const value = writer.emit(base!);
    return isNothing(value) ? nothing : power(writer, node, value, exponent!);
  },
  'string length': plain(texts, number, (s) => `char_length(${s})::numeric`),
  LEN: plain(texts, number, (s) => `char_length(${s})::numeric`),
  substring: plain(['string', 'number', 'number'], string, (...args) => `feel.substring(${args.join(', ')})`, true),
  contains: plain(texts, boolean, (s, mark) => `(strpos(${s}, ${mark}) > 0)`),
  'starts with': plain(texts, boolean, (s, mark) => `starts_with(${s}, ${mark})`),
  'ends with': plain(texts, boolean, (s, mark) => `starts_with(reverse(${s}), reverse(${mark}))`),
  'substring before': plain(texts, string, (s, mark) => `feel.before(${s}, ${mark})`),
  'substring after': plain(texts, string, (s, mark) => `feel.after(${s}, ${mark})`),
  SUBSTITUTE: plain(['string', 'string', 'string'], string, (s, old, by) => `replace(${s}, ${old}, ${by})`),
  string: toString,
  CONCATENATE: concatenate,
  not: plain(['boolean'], boolean, (b) => `(not ${b})`),
  NOT: plain(['boolean'], boolean, (b) => `(not ${b})`),
  IF: ifElse,
  IFS: ifs,
  SWITCH: switchCase,
  ISBLANK: isBlank,
  IFBLANK: ifBlank,
  AND: logical((v) => `bool_and(${v})`),
  OR: logical((v) => `bool_or(${v})`),
  XOR: logical((v) => `case when count(${v}) > 0 then count(*) filter (where ${v}) % 2 = 1 end`),
  count,
  sum: overList(['number'], sum),
  product: overList(['number'], (v, i) => `case when count(*) > 0 then feel.product(${v} order by ${i}) end`),
  mean: overList(['number'], (v, i) => `feel.divide(feel.sum(${v} order by ${i}), nullif(count(*), 0))`),
  min: overList(ordered, (v) => `min(${v})`),
  max: overList(ordered, (v) => `max(${v})`),
  all: allOf(true),
  any: allOf(false),
  'list contains': listContains,
  SUM: overNumbers((v, i) => `coalesce(feel.sum(${v} order by ${i}), 0)`, true),
  AVERAGE: overNumbers((v, i) => `feel.divide(feel.sum(${v} order by ${i}), nullif(count(*), 0))`, true),
  MIN: overNumbers((v) => `min(${v})`, true),
  MAX: overNumbers((v) => `max(${v})`, true),
  COUNT: overNumbers(() => 'count(*)::numeric', false),
  number: (writer, [arg, ...more], node) => {
    const value = writer.emit(arg!);
    return !more.some(Boolean) && (isNothing(value) || value.type.kind === 'number')
      ? value
      : writer.refuse(node, 'number');
  },
};
