import type { CallNode, Node, NodeOf, Span } from './ast.ts';
import { invoke, type Builtin } from './builtins/builtin.ts';
import type { Checked } from './check.ts';
import { emitFilter, emitFor, emitQuantified } from './emit-loops.ts';
import { emitTest } from './emit-tests.ts';
import { add, isNum, multiply, subtract } from './number.ts';
import { compare, equal, negate, operators, orders, within } from './operate.ts';
import { field, property } from './properties.ts';
import { MAX_CALL_DEPTH, spend, warn, type Code, type Frame } from './run.ts';
import type { Binding } from './scope.ts';
import { parseTemporal } from './temporal.ts';
import type { Signature } from './type-text.ts';
import { typeName } from './types.ts';
import { conforms, isContext, kindName, kindOf, type Fault, type Func, type Val } from './values.ts';

/** Turns a checked tree into closures. Nothing is ever made from text, so a strict content-security policy holds. */
export interface Emitter {
  readonly checked: Checked;
  emit(node: Node): Code;
  slotOf(owner: object): number;
}

export function emitAll(ast: Node, checked: Checked): Code {
  const inputs = new Map(checked.inputs.map(({ key, slot }) => [key, slot]));
  const emitter: Emitter = { checked, emit, slotOf: (owner) => checked.declared.get(owner)! };

  function emit(node: Node): Code {
    switch (node.kind) {
      case 'number': case 'string': case 'boolean': return constant(node.value);
      case 'null': case 'missing': return constant(null);
      case 'at': return constant(parseTemporal(node.text));
      case 'name': case 'input': return emitBinding(checked.bindings.get(node) as Binding | undefined);
      case 'path': return emitPath(node);
      case 'call': return emitCall(node);
      case 'filter': return emitFilter(emitter, node);
      case 'negate': return emitNegate(node);
      case 'arithmetic': return emitArithmetic(node);
      case 'compare': return emitCompare(node);
      case 'and': return emitLogic(node, false);
      case 'or': return emitLogic(node, true);
      case 'between': return emitBetween(node);
      case 'in': return emitIn(node);
      case 'test': return emitOpenRange(node);
      case 'tests': return emitTests(node);
      case 'range': return emitRange(node);
      case 'if': return emitIf(node);
      case 'for': return emitFor(emitter, node);
      case 'quantified': return emitQuantified(emitter, node);
      case 'list': return emitList(node.items);
      case 'context': return emitContext(node);
      case 'function': return emitFunction(node);
      case 'instance': return emitInstance(node);
    }
  }

  function emitBinding(binding: Binding | null | undefined): Code {
    if (!binding) return constant(null);
    switch (binding.from) {
      case 'input': return emitSlot(inputs.get(binding.key)!);
      case 'local': return emitSlot(binding.slot);
      case 'builtin': return constant(builtinValue(binding.builtin));
      case 'member': {
        const { slot, key } = binding;
        return (frame) => {
          const item = frame.slots[slot]!;
          return isContext(item) ? (item.get(key) ?? null) : null;
        };
      }
      case 'perhaps': {
        const { slot, name } = binding;
        const otherwise = emitBinding(binding.otherwise);
        return (frame) => {
          const item = frame.slots[slot]!;
          const found = isContext(item) ? field(item, name) : undefined;
          return found === undefined ? otherwise(frame) : found;
        };
      }
    }
  }

  function emitPath(node: NodeOf<'path'>): Code {
    const of = emit(node.of);
    const binding = checked.bindings.get(node);
    const name = binding?.from === 'field' ? binding.key : node.name;
    return (frame) => {
      const found = property(of(frame), name);
      return found === undefined ? warn(frame.run, node.nameSpan, 'feel.unknown_field', { name }) : found;
    };
  }

  function emitCall(node: CallNode): Code {
    const args = node.args.map((arg) => emit(arg.value));
    const resolved = checked.calls.get(node);
    if (!resolved) return emitValueCall(node, args);
    const { builtin, signatures, names } = resolved;
    const [signature] = signatures;
    if (builtin.lazy && signature) return builtin.lazy(names ? inOrder(signature, names, args) : args);
    return (frame) => {
      const values: Val[] = [];
      for (let i = 0; i < args.length; i++) values.push(args[i]!(frame));
      spend(frame.run, 1);
      return settle(invoke(builtin, signatures, names, values, frame.run), frame, node);
    };
  }

  function emitValueCall(node: CallNode, args: readonly Code[]): Code {
    const callee = emit(node.callee);
    const names = node.named ? node.args.map((arg) => arg.name ?? '') : null;
    return (frame) => {
      const func = callee(frame);
      if (kindOf(func) !== 'function') return warn(frame.run, node.callee, 'feel.not_a_function', { type: kindName(func) });
      const { params, call } = func as Func;
      const values = args.map((arg) => arg(frame));
      if (names && names.some((name) => !params.includes(name))) return warn(frame.run, node, 'feel.wrong_argument_names', { function: 'function', expected: params.join(', ') });
      if (values.length !== params.length) return warn(frame.run, node, 'feel.wrong_argument_count', { function: 'function', given: values.length, expected: params.length });
      const { run } = frame;
      if (++run.depth > MAX_CALL_DEPTH) {
        run.depth--;
        return warn(run, node, 'feel.too_deep');
      }
      spend(run, 1);
      const result = call(names ? params.map((name) => values[names.indexOf(name)]!) : values);
      run.depth--;
      return result;
    };
  }

  function emitNegate(node: NodeOf<'negate'>): Code {
    const value = emit(node.value);
    return (frame) => settle(negate(value(frame)), frame, node);
  }

  function emitArithmetic(node: NodeOf<'arithmetic'>): Code {
    const left = emit(node.left);
    const right = emit(node.right);
    const operate = operators[node.op];
    const quick = { '+': add, '-': subtract, '*': multiply, '/': null, '**': null }[node.op];
    if (!quick) return (frame) => settle(operate(left(frame), right(frame)), frame, node);
    return (frame) => {
      const a = left(frame);
      const b = right(frame);
      const result = isNum(a) && isNum(b) ? quick(a, b) : null;
      return result ?? settle(operate(a, b), frame, node);
    };
  }

  function emitCompare({ op, left: a, right: b }: NodeOf<'compare'>): Code {
    const left = emit(a);
    const right = emit(b);
    if (op === '=') return (frame) => equal(left(frame), right(frame));
    if (op === '!=') return (frame) => {
      const same = equal(left(frame), right(frame));
      return same === null ? null : !same;
    };
    const passes = orders[op];
    return (frame) => {
      const order = compare(left(frame), right(frame));
      return order === null ? null : passes(order);
    };
  }

  function emitLogic(node: NodeOf<'and' | 'or'>, deciding: boolean): Code {
    const left = emit(node.left);
    const right = emit(node.right);
    return (frame) => {
      const a = left(frame);
      if (a === deciding) return deciding;
      const b = right(frame);
      return b === deciding ? deciding : typeof a === 'boolean' && typeof b === 'boolean' ? !deciding : null;
    };
  }

  function emitBetween(node: NodeOf<'between'>): Code {
    const [value, low, high] = [emit(node.value), emit(node.low), emit(node.high)];
    return (frame) => {
      const v = value(frame);
      const [l, h] = [low(frame), high(frame)];
      return l === null || h === null ? null : within(v, { t: 'range', low: l, high: h, lowIn: true, highIn: true });
    };
  }

  function emitIn(node: NodeOf<'in'>): Code {
    const value = emit(node.value);
    const slot = emitter.slotOf(node);
    const tests = node.tests.map((test) => emitTest(emitter, test, slot));
    const passed = anyOf(tests);
    return (frame) => {
      frame.slots[slot] = value(frame);
      return passed(frame);
    };
  }

  function emitTests(node: NodeOf<'tests'>): Code {
    const binding = checked.bindings.get(node);
    const slot = binding?.from === 'input' ? inputs.get(binding.key)! : -1;
    const passed = node.tests.length === 0 ? constant(true) : anyOf(node.tests.map((test) => emitTest(emitter, test, slot)));
    if (!node.not) return passed;
    return (frame) => {
      const result = passed(frame);
      return result === null ? null : !result;
    };
  }

  function emitOpenRange({ op, value: bound }: NodeOf<'test'>): Code {
    const value = emit(bound);
    return (frame) => {
      const end = value(frame);
      if (end === null || op === '!=') return null;
      const included = op === '<=' || op === '>=' || op === '=';
      const low = op === '>' || op === '>=' || op === '=' ? end : null;
      const high = op === '<' || op === '<=' || op === '=' ? end : null;
      return { t: 'range', low, high, lowIn: included && low !== null, highIn: included && high !== null };
    };
  }

  function emitRange(node: NodeOf<'range'>): Code {
    const low = emit(node.low);
    const high = emit(node.high);
    const { lowIn, highIn } = node;
    return (frame) => {
      const [from, to] = [low(frame), high(frame)];
      if (from === null && to === null) return null;
      const order = from === null || to === null ? 0 : compare(from, to);
      return order === null || order > 0 ? warn(frame.run, node, 'feel.wrong_range') : { t: 'range', low: from, high: to, lowIn, highIn };
    };
  }

  function emitIf(node: NodeOf<'if'>): Code {
    const [condition, then, otherwise] = [emit(node.condition), emit(node.then), emit(node.otherwise)];
    return (frame) => (condition(frame) === true ? then(frame) : otherwise(frame));
  }

  function emitList(nodes: readonly Node[]): Code {
    const items = nodes.map(emit);
    return (frame) => items.map((item) => item(frame));
  }

  function emitContext(node: NodeOf<'context'>): Code {
    const entries = node.entries.map((entry) => ({ key: entry.key, slot: emitter.slotOf(entry), value: emit(entry.value) }));
    return (frame) => {
      const context = new Map<string, Val>();
      for (const { key, slot, value } of entries) context.set(key, (frame.slots[slot] = value(frame)));
      return context;
    };
  }

  function emitFunction(node: NodeOf<'function'>): Code {
    const body = emit(node.body);
    const slots = node.params.map((param) => emitter.slotOf(param));
    const types = node.params.map((param) => param.type);
    const params = node.params.map((param) => param.name);
    return (frame) => {
      // the variables around it as they are now: a loop goes on to change them
      const around = frame.slots.slice();
      const call = (args: readonly Val[]): Val => {
        const inner: Frame = { slots: around.slice(), run: frame.run };
        for (let i = 0; i < slots.length; i++) {
          const arg = args[i] ?? null;
          const type = types[i];
          if (type && arg !== null && !conforms(arg, type)) return warn(frame.run, node.params[i]!.span, 'feel.wrong_argument', { function: 'function', argument: i + 1, expected: typeName(type), given: kindName(arg) });
          inner.slots[slots[i]!] = arg;
        }
        spend(frame.run, 1);
        return body(inner);
      };
      return { t: 'function', params, call };
    };
  }

  function emitInstance(node: NodeOf<'instance'>): Code {
    const value = emit(node.value);
    const { type } = node;
    return (frame) => conforms(value(frame), type);
  }

  return emit(ast);
}

const constant = (value: Val): Code => () => value;
const emitSlot = (slot: number): Code => (frame) => frame.slots[slot]!;

/** True as soon as one is true; unknown when none is true and one is unknown. */
const anyOf = (codes: readonly Code[]): Code => (frame) => {
  let result: Val = false;
  for (const code of codes) {
    const passed = code(frame);
    if (passed === true) return true;
    if (passed !== false) result = null;
  }
  return result;
};

/** A fault becomes null and a warning at the place that caused it. */
function settle(result: Val | Fault, frame: Frame, at: Span): Val {
  if (result !== null && typeof result === 'object' && 't' in result && result.t === 'fault') return warn(frame.run, at, result.code, result.data);
  return result;
}

const inOrder = ({ params }: Signature, names: readonly string[], args: readonly Code[]): readonly Code[] =>
  params.map(({ name }) => (names.includes(name) ? args[names.indexOf(name)]! : constant(null)));

/** A built-in function named without being called is a value, as in `sort(list, min)`. */
const builtinValue = (builtin: Builtin): Val => {
  const params = builtin.signatures[0]?.params.map(({ name }) => name) ?? [];
  return { t: 'function', params, call: () => null };
};
