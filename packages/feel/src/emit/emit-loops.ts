import { childrenOf, type Iterator, type Node, type NodeOf, type Span } from '../ast.ts';
import { built } from '../built.ts';
import type { Emitter } from './emit.ts';
import { add, compare as compareNumbers, isInteger, isNum, type Num } from '../number.ts';
import { spend, warn, type Code, type Frame } from '../run.ts';
import { day, type Day } from '../temporal.ts';
import { isList, kindName, kindOf, type List, type Range, type Val } from '../values.ts';

export function emitFilter({ checked, emit, slotOf }: Emitter, node: NodeOf<'filter'>): Code {
  const of = emit(node.of);
  const by = emit(node.by);
  const slot = slotOf(node);
  const index = checked.typeOf.get(node.by)?.kind === 'number';
  return (frame) => {
    const value = of(frame);
    const list = isList(value) ? value : value === null ? [] : [value];
    if (index || list.length === 0) {
      frame.slots[slot] = null;
      if (!index) return value === null ? null : [];
      return at(list, by(frame), frame, node.by);
    }
    spend(frame.run, list.length);
    const kept: Val[] = [];
    for (const item of list) {
      frame.slots[slot] = item;
      const passed = by(frame);
      // of a type unknown before: a number picks one element
      if (isNum(passed)) return at(list, passed, frame, node.by);
      if (passed === true) kept.push(item);
      else if (node.boxed && passed !== false)
        return warn(frame.run, node.by, 'feel.wrong_filter', { type: kindName(passed) });
    }
    return built(frame.run, kept);
  };
}

/** Positions count from 1, or from the end with -1. */
function at(list: List, position: Val, frame: Frame, span: Span): Val {
  if (typeof position !== 'number')
    return position === null ? null : warn(frame.run, span, 'feel.no_such_position', { position: 0 });
  return (position > 0 ? list[position - 1] : position < 0 ? list[list.length + position] : undefined) ?? null;
}

export function emitFor(emitter: Emitter, node: NodeOf<'for'>): Code {
  const body = emitter.emit(node.body);
  const partial = emitter.slotOf(node);
  const loop = emitLoops(emitter, node.iterators);
  const read =
    reads(emitter, node.body, partial) ||
    node.iterators.some(
      ({ over, upTo }) => reads(emitter, over, partial) || (upTo !== undefined && reads(emitter, upTo, partial)),
    );
  return (frame) => {
    const results: Val[] = [];
    if (read) frame.slots[partial] = [];
    const done = loop(frame, () => {
      results.push(body(frame));
      if (read) {
        // a list that others may hold on to does not grow any more
        frame.slots[partial] = built(frame.run, results.slice());
      }
      return true;
    });
    return done === null ? null : built(frame.run, results);
  };
}

function reads(emitter: Emitter, node: Node, slot: number): boolean {
  const binding = emitter.checked.bindings.get(node);
  const own = binding?.from === 'perhaps' ? binding.otherwise : binding;
  return (own?.from === 'local' && own.slot === slot) || childrenOf(node).some((child) => reads(emitter, child, slot));
}

export function emitQuantified(emitter: Emitter, node: NodeOf<'quantified'>): Code {
  const body = emitter.emit(node.body);
  const loop = emitLoops(emitter, node.iterators);
  // `some` ends with the first true, `every` with the first false
  const deciding = !node.every;
  return (frame) => {
    let result: Val = !deciding;
    const done = loop(frame, () => {
      const passed = body(frame);
      if (node.boxed && typeof passed !== 'boolean') {
        result = warn(frame.run, node.body, 'feel.not_a_condition', { type: kindName(passed) });
        return false;
      }
      if (passed === deciding) result = deciding;
      else if (typeof passed !== 'boolean') result = null;
      return result !== deciding;
    });
    return done === null ? null : result;
  };
}

/** Runs `step` for every combination until it says false; null when there is nothing to go over. */
type Loop = (frame: Frame, step: () => boolean) => boolean | null;

function emitLoops({ emit, slotOf }: Emitter, iterators: readonly Iterator[]): Loop {
  return iterators.reduceRight<Loop>(
    (inner, iterator) => {
      const over = emit(iterator.over);
      const upTo = iterator.upTo && emit(iterator.upTo);
      const slot = slotOf(iterator);
      return (frame, step) => {
        const elements = upTo
          ? counted(over(frame), upTo(frame), frame, iterator.span)
          : elementsOf(over(frame), frame, iterator.span);
        if (elements === null) return null;
        for (const element of elements) {
          spend(frame.run, 1);
          frame.slots[slot] = element;
          const go = inner(frame, step);
          if (go !== true) return go;
        }
        return true;
      };
    },
    (_, step) => step(),
  );
}

function elementsOf(value: Val, frame: Frame, span: Span): Iterable<Val> | null {
  if (isList(value)) return value;
  if (value === null) return null;
  if (kindOf(value) !== 'range') return [value];
  const { low, high, lowIn, highIn } = value as Range;
  const inner = low === null || high === null ? null : counted(low, high, frame, span);
  return inner && between(inner, low, high, lowIn, highIn);
}

function* between(elements: Iterable<Val>, low: Val, high: Val, lowIn: boolean, highIn: boolean): Iterable<Val> {
  const same = (a: Val, b: Val) =>
    isNum(a) && isNum(b) ? compareNumbers(a, b) === 0 : (a as Day).day === (b as Day).day;
  for (const element of elements) if ((lowIn || !same(element, low)) && (highIn || !same(element, high))) yield element;
}

/** Whole numbers or days one after the other, upward or downward. */
function counted(from: Val, to: Val, frame: Frame, span: Span): Iterable<Val> | null {
  if (isNum(from) && isNum(to) && isInteger(from) && isInteger(to)) return numbers(from, to);
  if (kindOf(from) === 'date' && kindOf(to) === 'date') return days((from as Day).day, (to as Day).day);
  return from === null || to === null ? null : warn(frame.run, span, 'feel.wrong_range');
}

function* numbers(from: Num, to: Num): Iterable<Val> {
  const step = compareNumbers(from, to) <= 0 ? 1 : -1;
  for (let n: Num | null = from; n !== null && compareNumbers(n, to) * step <= 0; n = add(n, step)) yield n;
}

function* days(from: number, to: number): Iterable<Val> {
  const step = from <= to ? 1 : -1;
  for (let n = from; (n - to) * step <= 0; n += step) yield day(n);
}
