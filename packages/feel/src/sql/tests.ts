import { childrenOf, type Node, type NodeOf } from '../ast.ts';
import { boolean } from '../types.ts';
import type { Range } from '../values.ts';
import { made, nothing, type Sql, type SqlList, type Writer } from './fragment.ts';
import { comparison, inside } from './operators.ts';

/** `value in (tests)`: true as soon as one is; unknown when none is true and one is unknown. */
export function anyTest(writer: Writer, value: Sql, tests: readonly Node[]): Sql {
  const parts = tests.map((test) => oneTest(writer, value, test));
  return made(boolean, parts.length === 0 ? 'false' : `(${parts.map(({ text }) => text).join(' or ')})`, parts);
}

function oneTest(writer: Writer, value: Sql, test: Node): Sql {
  if (test.kind === 'test') return comparison(writer, test, test.op, value, writer.emit(test.value));
  if (test.kind === 'range') return rangeTest(writer, value, test);
  if (test.kind === 'list') {
    if (test.items.some(({ kind }) => kind === 'test')) return writer.refuse(test, 'in');
    return made(
      boolean,
      test.items.length === 0
        ? 'false'
        : `(${test.items.map((item) => `coalesce(${oneTest(writer, value, item).text}, false)`).join(' or ')})`,
      [],
    );
  }
  if (writer.isList(test)) {
    const list = writer.list(test);
    const found = contains(writer, list, value, test);
    return made(
      boolean,
      list.absent ? `case when ${list.absent} then ${value.text} is null else ${found} end` : found,
      [],
    );
  }
  const own = writer.emit(test);
  if (!mentionsInput(test)) return comparison(writer, test, '=', value, own);
  return own.type.kind === 'boolean' ? own : writer.refuse(test, '?');
}

/** Whether ends are in the right order shows only when they are known. */
function rangeTest(writer: Writer, value: Sql, test: NodeOf<'range'>): Sql {
  const range = writer.fold(test);
  if (range === undefined) return writer.refuse(test, '..');
  if (range === null) return comparison(writer, test, '=', value, nothing);
  const { low, high, lowIn, highIn } = range as Range;
  return inside(
    writer,
    test,
    value,
    writer.literal(low, test),
    writer.literal(high, test),
    lowIn ? '>=' : '>',
    highIn ? '<=' : '<',
    false,
  );
}

export function contains(writer: Writer, list: SqlList, value: Sql, at: Node): string {
  return `exists (select from ${list.from} where ${comparison(writer, at, '=', list.read(list.alias), value).text})`;
}

/** A test that looks at `?` itself decides by its own truth. */
const mentionsInput = (node: Node): boolean => node.kind === 'input' || childrenOf(node).some(mentionsInput);
