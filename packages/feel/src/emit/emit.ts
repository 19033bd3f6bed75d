import type { CallNode, Node, NodeOf, Span } from '../ast.ts';
import { candidates, invoke, type Builtin } from '../builtins/builtin.ts';
import { built } from '../built.ts';
import type { Checked } from '../check.ts';
import { zeroForEmpty, zeroForOne } from '../empties.ts';
import { emitBuiltinCall, settle } from './emit-calls.ts';
import { emitFilter, emitFor, emitQuantified } from './emit-loops.ts';
import { emitTable } from './emit-table.ts';
import { emitTest } from './emit-tests.ts';
import { add, isNum, multiply, subtract } from '../number.ts';
import { compare, equal, negate, operators, orders, within } from '../operate.ts';
import { field, property } from '../properties.ts';
import { MAX_CALL_DEPTH, spend, warn, type Code, type Frame } from '../run.ts';
import type { Binding } from '../scope.ts';
import { parseTemporal } from '../temporal.ts';
import type { Signature } from '../type-text.ts';
import { type FunctionType, typeName } from '../types.ts';
import { coerceTo, conforms, isContext, isList, kindName, kindOf, type Func, type Val } from '../values.ts';

/** Turns a checked tree into closures. Nothing is ever made from text, so a strict content-security policy holds. */
export interface Emitter {
  readonly checked: Checked;
  emit(node: Node): Code;
  slotOf(owner: object): number;
}

export const emitAll = (ast: Node, checked: Checked): Code => startEmit(checked).emit(ast);

/** For trees that are emitted in pieces. */
export function startEmit(checked: Checked): Emitter {
  const inputs = new Map(checked.inputs.map(({ key, slot }) => [key, slot]));
  const emitter: Emitter = { checked, emit, slotOf: (owner) => checked.declared.get(owner)! };

  function emit(node: Node): Code {
    switch (node.kind) {
      case 'number':
      case 'string':
      case 'boolean':
        return constant(node.value);
      case 'null':
      case 'missing':
        return constant(null);
      case 'at':
        return constant(parseTemporal(node.text));
      case 'name':
      case 'input':
        return emitBinding(checked.bindings.get(node) as Binding | undefined, node);
      case 'path':
        return emitPath(node);
      case 'call':
        return emitCall(node);
      case 'filter':
        return emitFilter(emitter, node);
      case 'negate':
        return emitNegate(node);
      case 'arithmetic':
        return emitArithmetic(node);
      case 'compare':
        return emitCompare(node);
      case 'and':
        return emitLogic(node, false);
      case 'or':
        return emitLogic(node, true);
      case 'between':
        return emitBetween(node);
      case 'in':
        return emitIn(node);
      case 'test':
        return emitOpenRange(node);
      case 'tests':
        return emitTests(node);
      case 'range':
        return emitRange(node);
      case 'if':
        return emitIf(node);
      case 'for':
        return emitFor(emitter, node);
      case 'quantified':
        return emitQuantified(emitter, node);
      case 'list':
        return emitList(node.items);
      case 'context':
        return emitContext(node);
      case 'function':
        return emitFunction(node);
      case 'instance':
        return emitInstance(node);
      case 'typed':
        return emitTyped(node);
      case 'table':
        return emitTable(emitter, node);
    }
  }

  function emitBinding(binding: Binding | null | undefined, at: Span): Code {
    if (!binding) return constant(null);
    switch (binding.from) {
      case 'input':
        return emitSlot(inputs.get(binding.key)!);
      case 'local':
        return emitSlot(binding.slot);
      case 'builtin':
        return builtinValue(binding.builtin, at);
      case 'member': {
        const { slot, key } = binding;
        return (frame) => {
          const item = frame.slots[slot]!;
          return isContext(item) ? (item.get(key) ?? null) : null;
        };
      }
      case 'perhaps': {
        const { slot, name } = binding;
        const otherwise = emitBinding(binding.otherwise, at);
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
      return found === undefined
        ? warn(frame.run, node.nameSpan, 'feel.unknown_field', { name })
        : isList(found)
          ? built(frame.run, found)
          : found;
    };
  }

  function emitCall(node: CallNode): Code {
    const args = node.args.map((arg) => emit(arg.value));
    const resolved = checked.calls.get(node);
    if (!resolved) return emitValueCall(node, args);
    const { builtin, signatures, names } = resolved;
    const [signature] = signatures;
    if (builtin.lazy && signature) return builtin.lazy(names ? inOrder(signature, names, args) : args);
    return emitBuiltinCall(
      resolved,
      args,
      node,
      node.args.every(({ value }) => value.kind === 'string' || value.kind === 'number'),
    );
  }

  function emitValueCall(node: CallNode, args: readonly Code[]): Code {
    const callee = emit(node.callee);
    const names = node.named ? node.args.map((arg) => arg.name ?? '') : null;
    return (frame) => {
      const func = callee(frame);
      if (kindOf(func) !== 'function')
        return warn(frame.run, node.callee, 'feel.not_a_function', { type: kindName(func) });
      const { params, takes, call } = func as Func;
      const values = args.map((arg) => arg(frame));
      if (names && names.some((name) => !params.includes(name)))
        return warn(frame.run, node, 'feel.wrong_argument_names', {
          function: 'function',
          expected: params.join(', '),
        });
      if (takes ? !takes(values.length) : values.length !== params.length)
        return warn(frame.run, node, 'feel.wrong_argument_count', {
          function: 'function',
          given: values.length,
          expected: params.length,
        });
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
    const filled = zeroForOne(checked, node.value);
    return (frame) => settle(negate(filled(frame, value(frame))), frame, node);
  }

  function emitArithmetic(node: NodeOf<'arithmetic'>): Code {
    const left = emit(node.left);
    const right = emit(node.right);
    const operate = operators[node.op];
    const filled = zeroForEmpty(checked, node.left, node.right);
    const quick = { '+': add, '-': subtract, '*': multiply, '/': null, '**': null }[node.op];
    return (frame) => {
      const a = left(frame);
      const b = right(frame);
      const result = quick && isNum(a) && isNum(b) ? quick(a, b) : null;
      return result ?? settle(operate(...filled(frame, a, b)), frame, node);
    };
  }

  function emitCompare(node: NodeOf<'compare'>): Code {
    const { op } = node;
    const left = emit(node.left);
    const right = emit(node.right);
    const filled = zeroForEmpty(checked, node.left, node.right);
    if (op === '=' || op === '!=') {
      const wanted = op === '=';
      return (frame) => {
        const [a, b] = filled(frame, left(frame), right(frame));
        const same = equal(a, b);
        return same === null ? incomparable(a, b, frame, node) : same === wanted;
      };
    }
    const passes = orders[op];
    return (frame) => {
      let a = left(frame);
      let b = right(frame);
      if (typeof a === 'number' && typeof b === 'number') return passes(a - b);
      if (a === null || b === null) [a, b] = filled(frame, a, b);
      const order = compare(a, b);
      return order === null ? incomparable(a, b, frame, node) : passes(order);
    };
  }

  function emitLogic(node: NodeOf<'and' | 'or'>, deciding: boolean): Code {
    const left = emit(node.left);
    const right = emit(node.right);
    return (frame) => {
      const a = left(frame);
      if (a === deciding) return deciding;
      const b = right(frame);
      if (b === deciding) return deciding;
      if (typeof a === 'boolean' && typeof b === 'boolean') return !deciding;
      undecided(a, node.left, frame);
      return undecided(b, node.right, frame);
    };
  }

  function emitBetween(node: NodeOf<'between'>): Code {
    const [value, low, high] = [emit(node.value), emit(node.low), emit(node.high)];
    const filled = zeroForOne(checked, node.value);
    return (frame) => {
      const v = filled(frame, value(frame));
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
    const slot = binding?.from === 'input' ? inputs.get(binding.key)! : binding?.from === 'local' ? binding.slot : -1;
    const passed =
      node.tests.length === 0 ? constant(true) : anyOf(node.tests.map((test) => emitTest(emitter, test, slot)));
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
      return { t: 'range', low, high, lowIn: included && low !== null, highIn: included && high !== null, test: op };
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
      return order === null || order > 0
        ? warn(frame.run, node, 'feel.wrong_range')
        : { t: 'range', low: from, high: to, lowIn, highIn };
    };
  }

  function emitIf(node: NodeOf<'if'>): Code {
    const [condition, then, otherwise] = [emit(node.condition), emit(node.then), emit(node.otherwise)];
    return (frame) => {
      const passed = condition(frame);
      if (passed === true) return then(frame);
      if (passed === false) return otherwise(frame);
      undecided(passed, node.condition, frame);
      return node.boxed ? null : otherwise(frame);
    };
  }

  function emitList(nodes: readonly Node[]): Code {
    const items = nodes.map(emit);
    return (frame) =>
      built(
        frame.run,
        items.map((item) => item(frame)),
      );
  }

  function emitContext(node: NodeOf<'context'>): Code {
    const entries = node.entries.map((entry) => ({
      key: entry.key,
      slot: emitter.slotOf(entry),
      value: emit(entry.value),
    }));
    const result = node.result && emit(node.result);
    const twice = node.entries.find(({ key }, i) => node.entries.findIndex((other) => other.key === key) < i);
    if (twice) return (frame) => warn(frame.run, twice.span, 'feel.key_twice', { name: twice.key });
    if (result)
      return (frame) => {
        for (const { slot, value } of entries) frame.slots[slot] = value(frame);
        return result(frame);
      };
    return (frame) => {
      const context = new Map<string, Val>();
      for (const { key, slot, value } of entries) context.set(key, (frame.slots[slot] = value(frame)));
      return built(frame.run, context);
    };
  }

  function emitFunction(node: NodeOf<'function'>): Code {
    if (node.external)
      return (frame) => ({
        t: 'function',
        params: node.params.map(({ name }) => name),
        call: () => warn(frame.run, node, 'feel.external_function'),
      });
    const body = emit(node.body);
    const slots = node.params.map((param) => emitter.slotOf(param));
    const types = node.params.map((param) => param.type);
    const params = node.params.map((param) => param.name);
    const known = checked.typeOf.get(node) as FunctionType;
    return (frame) => {
      // the variables around it as they are now: a loop goes on to change them
      const around = frame.slots.slice();
      const call = (args: readonly Val[]): Val => {
        const inner: Frame = { slots: around.slice(), run: frame.run };
        for (let i = 0; i < slots.length; i++) {
          const type = types[i];
          const arg = type ? coerceTo(args[i] ?? null, type) : (args[i] ?? null);
          if (arg === undefined)
            return warn(frame.run, node.params[i]!.span, 'feel.wrong_argument', {
              function: 'function',
              argument: i + 1,
              expected: typeName(type!),
              given: kindName(args[i]!),
            });
          inner.slots[slots[i]!] = arg;
        }
        spend(frame.run, 1);
        return body(inner);
      };
      return { t: 'function', params, type: known, call };
    };
  }

  function emitInstance(node: NodeOf<'instance'>): Code {
    const value = emit(node.value);
    const { type } = node;
    return (frame) => conforms(value(frame), type);
  }

  function emitTyped(node: NodeOf<'typed'>): Code {
    const value = emit(node.value);
    const { type } = node;
    if (type.kind === 'any' && !type.allows) return value;
    return (frame) => {
      const given = value(frame);
      const fitting = coerceTo(given, type);
      return fitting === undefined
        ? warn(frame.run, node, 'feel.wrong_type', { expected: typeName(type), given: kindName(given) })
        : fitting;
    };
  }

  return emitter;
}

const constant =
  (value: Val): Code =>
  () =>
    value;
const emitSlot =
  (slot: number): Code =>
  (frame) =>
    frame.slots[slot]!;

/** True as soon as one is true; unknown when none is true and one is unknown. */
function anyOf(codes: readonly Code[]): Code {
  const [only] = codes;
  if (only && codes.length === 1) return only;
  return (frame) => {
    let result: Val = false;
    for (let i = 0; i < codes.length; i++) {
      const passed = codes[i]!(frame);
      if (passed === true) return true;
      if (passed !== false) result = null;
    }
    return result;
  };
}

/** Null in silence for null, with a warning for values that were never meant to be compared. */
const incomparable = (a: Val, b: Val, frame: Frame, at: Span): null =>
  a === null || b === null
    ? null
    : warn(frame.run, at, 'feel.not_comparable', { left: kindName(a), right: kindName(b) });

const undecided = (value: Val, at: Span, frame: Frame): null =>
  value === null || typeof value === 'boolean'
    ? null
    : warn(frame.run, at, 'feel.not_a_condition', { type: kindName(value) });

const inOrder = ({ params }: Signature, names: readonly string[], args: readonly Code[]): readonly Code[] =>
  params.map(({ name }) => (names.includes(name) ? args[names.indexOf(name)]! : constant(null)));

/** A built-in function named without being called is a value, as in `sort(list, before)`. */
const builtinValue =
  (builtin: Builtin, at: Span): Code =>
  (frame) => ({
    t: 'function',
    params: builtin.signatures[0]?.params.map(({ name }) => name) ?? [],
    takes: (count) => candidates(builtin, count, null).length > 0,
    call(args) {
      if (builtin.lazy) return builtin.lazy(args.map(constant))(frame);
      return settle(invoke(builtin, candidates(builtin, args.length, null), null, args, frame.run), frame, at);
    },
  });
