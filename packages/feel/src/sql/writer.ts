import { childrenOf, type Node } from '../ast.ts';
import type { Checked } from '../check.ts';
import { emitAll } from '../emit/emit.ts';
import { formatNumber, isNum } from '../number.ts';
import type { Problem } from '../problems.ts';
import { OutOfBudget, startRun } from '../run.ts';
import type { Binding } from '../scope.ts';
import type { SqlColumn, SqlOptions } from '../sql.ts';
import { civil } from '../calendar.ts';
import {
  formatDate,
  formatTime,
  fromLocal,
  instant,
  type DateTime,
  type Day,
  type DaysDuration,
  type MonthsDuration,
  type Time,
} from '../temporal.ts';
import { boolean, number, string } from '../types.ts';
import { isList, kindOf, type Val } from '../values.ts';
import { call, choice } from './calls.ts';
import { isNothing, made, nothing, once, type Sql, type SqlList, type Writer } from './fragment.ts';
import {
  fieldOf,
  filtered,
  fromJson,
  listFromJson,
  listOfField,
  listOfItems,
  listOfOne,
  mapped,
  picked,
  quantified,
} from './lists.ts';
import { propertyOf } from './moments.ts';
import { arithmetic, between, comparison, comparisonTruth, negated } from './operators.ts';
import { anyTest } from './tests.ts';

/** Ends the writing at the part that SQL cannot answer. */
export class Refusal extends Error {
  readonly problem: Problem;

  constructor({ from, to }: Node, part: string) {
    super(part);
    this.problem = { from, to, code: 'feel.not_in_sql', data: { part } };
  }
}

const notConstant = new Set<Node['kind']>(['name', 'input', 'tests', 'function', 'typed', 'table', 'missing']);

/** Stands around the place of a value until the whole is written: what was left out again needs no parameter. */
const MARK = '\0';

/** The text with numbered parameters, and their values in order. */
export function numbered(text: string, values: readonly string[], first: number): { text: string; values: string[] } {
  const used: number[] = [];
  const result = text.replaceAll(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_, place: string) => {
    const known = used.indexOf(Number(place));
    return `$${first + (known < 0 ? used.push(Number(place)) - 1 : known)}`;
  });
  return { text: result, values: used.map((place) => values[place]!) };
}

/** Writes the parts of a checked text; values of parameters go to `values`. */
export function newWriter(
  checked: Checked,
  columns: Readonly<Record<string, SqlColumn>>,
  values: string[],
  options: SqlOptions,
): Writer {
  const { typeOf, bindings, declared, calls } = checked;
  const locals = new Map<number, Sql>();
  const constants = new Map<Node, boolean>();
  let aliases = 0;

  const refuse = (at: Node, part: string): never => {
    throw new Refusal(at, part);
  };
  const parameter = (value: string, cast: string): string => `${MARK}${values.push(value) - 1}${MARK}::${cast}`;
  const writer: Writer = {
    emit,
    truth,
    list,
    fold,
    literal,
    refuse,
    calls,
    listOf: (items, at) => listOfItems(writer, items, at),
    isList: (node) => typeOf.get(node)?.kind === 'list',
    alias: () => `t${++aliases}`,
    zone: (at) => (options.zone === undefined ? refuse(at, 'timezone') : parameter(options.zone, 'text')),
    now: () => (options.now === undefined ? 'now()' : parameter(new Date(options.now).toISOString(), 'timestamptz')),
    bind: (owner, value) => void locals.set(declared.get(owner)!, value),
  };

  function emit(node: Node): Sql {
    if (isConstant(node)) return literal(fold(node)!, node);
    switch (node.kind) {
      case 'name':
      case 'input':
        return emitBinding(node, bindings.get(node) as Binding | undefined);
      case 'path':
        return emitPath(node);
      case 'call':
        return call(writer, node);
      case 'filter':
        return typeOf.get(node.by)?.kind === 'number' ? picked(writer, node) : refuse(node, 'list');
      case 'negate':
        return negated(writer, node);
      case 'arithmetic':
        return arithmetic(writer, node);
      case 'compare':
        return comparison(writer, node, node.op, emit(node.left), emit(node.right));
      case 'and':
      case 'or':
        return emitLogic(node.kind, node.left, node.right);
      case 'between':
        return between(writer, node, false);
      case 'in':
        return emitIn(emit(node.value), node, node.tests);
      case 'tests':
        return emitTests(node);
      case 'if':
        return choice(writer, node, [[truth(node.condition), emit(node.then)]], emit(node.otherwise));
      case 'quantified':
        return quantified(writer, node);
      default:
        return refuse(node, node.kind);
    }
  }

  function truth(node: Node): string {
    if (!isConstant(node)) {
      if (node.kind === 'and' || node.kind === 'or') return `(${truth(node.left)} ${node.kind} ${truth(node.right)})`;
      if (node.kind === 'compare') return comparisonTruth(writer, node);
      if (node.kind === 'between') return between(writer, node, true).text;
    }
    return condition(emit(node), node).text;
  }

  const condition = (value: Sql, at: Node): Sql =>
    isNothing(value)
      ? { ...value, text: 'null::boolean', type: boolean }
      : value.type.kind === 'boolean'
        ? value
        : refuse(at, value.type.kind);

  function emitLogic(op: 'and' | 'or', left: Node, right: Node): Sql {
    const [a, b] = [condition(emit(left), left), condition(emit(right), right)];
    return made(boolean, `(${a.text} ${op} ${b.text})`, [a, b]);
  }

  function emitBinding(node: Node, binding: Binding | undefined): Sql {
    switch (binding?.from) {
      case 'input':
        return column(columns[binding.key]!, node);
      case 'local':
        return locals.get(binding.slot) ?? refuse(node, 'partial');
      case 'member': {
        const item = locals.get(binding.slot) ?? refuse(node, 'item');
        return fromJson(writer, `(${item.text} -> ${literal(binding.key, node).text})`, binding.type, node);
      }
      default:
        return refuse(node, node.kind === 'name' ? node.name : node.kind);
    }
  }

  function column({ sql, type, digits, stored }: SqlColumn, at: Node): Sql {
    const value: Sql = { text: sql, type, nullable: true, cheap: true };
    switch (type.kind) {
      case 'number':
        return digits ? { ...value, digits } : { ...value, text: `feel.fit(${sql})` };
      case 'dateTime':
        return { ...value, clock: stored === 'timestamp' ? 'none' : 'run' };
      case 'string':
      case 'boolean':
      case 'date':
      case 'time':
      case 'daysDuration':
      case 'monthsDuration':
      case 'context':
        return value;
      default:
        return refuse(at, type.kind);
    }
  }

  function emitPath(node: Node & { kind: 'path' }): Sql {
    if (writer.isList(node.of)) return refuse(node, 'list');
    const of = emit(node.of);
    if (isNothing(of)) return nothing;
    const property = propertyOf(writer, of, node);
    if (property) return property;
    const { text, type } = fieldOf(writer, of, node);
    return fromJson(writer, text, type, node);
  }

  function emitIn(value: Sql, owner: object, tests: readonly Node[]): Sql {
    let nullable = true;
    const text = once(writer, [value], (one) => {
      writer.bind(owner, one);
      const passed = anyTest(writer, one, tests);
      ({ nullable } = passed);
      return passed.text;
    });
    return made(boolean, text, [], nullable);
  }

  function emitTests(node: Node & { kind: 'tests' }): Sql {
    const passed =
      node.tests.length === 0
        ? made(boolean, 'true', [])
        : anyTest(writer, emitBinding(node, bindings.get(node) as Binding | undefined), node.tests);
    return node.not ? { ...passed, text: `(not ${passed.text})` } : passed;
  }

  function list(node: Node): SqlList {
    if (!writer.isList(node)) return listOfOne(writer, node);
    if (isConstant(node)) {
      const value = fold(node)!;
      return isList(value)
        ? listOfItems(
            writer,
            value.map((item) => literal(item, node)),
            node,
          )
        : { ...listOfItems(writer, [], node), absent: 'true' };
    }
    switch (node.kind) {
      case 'name':
      case 'input':
        return listColumn(node);
      case 'path': {
        if (writer.isList(node.of)) return listOfField(writer, node);
        const { text, type } = fieldOf(writer, emit(node.of), node);
        return type.kind === 'list' ? listFromJson(writer, text, type.item, node) : refuse(node, type.kind);
      }
      case 'list':
        return listOfItems(writer, node.items.map(emit), node);
      case 'filter':
        return filtered(writer, node);
      case 'for':
        return mapped(writer, node);
      default:
        return refuse(node, node.kind === 'call' && node.callee.kind === 'name' ? node.callee.name : node.kind);
    }
  }

  function listColumn(node: Node): SqlList {
    const binding = bindings.get(node);
    if (binding?.from === 'member' && binding.type.kind === 'list') {
      const item = locals.get(binding.slot) ?? refuse(node, 'item');
      return listFromJson(writer, `(${item.text} -> ${literal(binding.key, node).text})`, binding.type.item, node);
    }
    const known = binding?.from === 'input' ? columns[binding.key] : undefined;
    if (known?.type.kind !== 'list') return refuse(node, 'list');
    const { item } = known.type;
    if (known.stored !== 'array') return listFromJson(writer, known.sql, item, node);
    const alias = writer.alias();
    return {
      from: `unnest(${known.sql}) with ordinality as ${alias}(v, i)`,
      alias,
      absent: `${known.sql} is null`,
      read: (name) => column({ sql: `${name}.v`, type: item }, node),
    };
  }

  /** Reads nothing from outside and no clock. */
  function isConstant(node: Node): boolean {
    let known = constants.get(node);
    if (known === undefined) {
      const reads = notConstant.has(node.kind);
      const asks =
        node.kind === 'call' &&
        (node.callee.kind !== 'name' || !calls.has(node) || /^(now|today)$/i.test(calls.get(node)!.builtin.name));
      const parts = node.kind === 'call' ? node.args.map(({ value }) => value) : childrenOf(node);
      constants.set(node, (known = !reads && !asks && parts.every(isConstant)));
    }
    return known;
  }

  function fold(node: Node): Val | undefined {
    if (!isConstant(node)) return undefined;
    const run = startRun({ now: 0, zone: 'UTC' });
    try {
      return emitAll(node, checked)({ slots: new Array<Val>(checked.slots).fill(null), run });
    } catch (error) {
      return error instanceof OutOfBudget ? null : refuse(node, node.kind);
    }
  }

  function literal(value: Val, at: Node): Sql {
    const of = (type: Sql['type'], text: string): Sql => ({ text, type, nullable: false, cheap: true });
    if (value === null) return nothing;
    if (typeof value === 'boolean') return of(boolean, String(value));
    // PostgreSQL stores no zero character and no half of a surrogate pair
    if (typeof value === 'string')
      return value.includes('\0') || !value.isWellFormed()
        ? refuse(at, JSON.stringify(value))
        : of(string, parameter(value, 'text'));
    if (isNum(value)) {
      const text = formatNumber(value);
      const [whole = '', fraction = ''] = text.replace('-', '').split('.');
      return { ...of(number, parameter(text, 'numeric')), digits: { whole: whole.length, scale: fraction.length } };
    }
    const kind = kindOf(value);
    switch (kind) {
      case 'date':
        return of({ kind }, parameter(dateText(value as Day, at), 'date'));
      case 'time':
        return (value as Time).zone === null
          ? of({ kind }, parameter(formatTime(micro(value as Time, at)), 'time'))
          : refuse(at, 'timezone');
      case 'dateTime':
        return dateTimeLiteral(micro(value as DateTime, at), at);
      case 'daysDuration': {
        const { nanos } = value as DaysDuration;
        return { ...of({ kind }, parameter(String(nanos), 'numeric')), ...(nanos % 1000n !== 0n && { fine: true }) };
      }
      case 'monthsDuration':
        return of({ kind }, parameter(String((value as MonthsDuration).months), 'numeric'));
      default:
        return refuse(at, kind);
    }
  }

  function dateTimeLiteral(value: DateTime, at: Node): Sql {
    const zoned = value.zone !== null;
    const local = zoned ? fromLocal(instant(value), null) : value;
    const text = `${dateText({ t: 'date', day: local.day }, at)} ${formatTime({ t: 'time', nano: local.nano, zone: null })}${zoned ? '+00' : ''}`;
    return {
      text: parameter(text, zoned ? 'timestamptz' : 'timestamp'),
      type: { kind: 'dateTime' },
      nullable: false,
      cheap: true,
      clock: zoned ? 'own' : 'none',
    };
  }

  function dateText(value: Day, at: Node): string {
    const { year } = civil(value.day);
    return year >= 1 && year <= 9999 ? formatDate(value) : refuse(at, 'date');
  }

  const micro = <T extends Time | DateTime>(value: T, at: Node): T =>
    value.nano % 1000 === 0 ? value : refuse(at, 'nanosecond');

  return writer;
}
