import type { Node } from '../ast.ts';
import { compare, negate } from '../operate.ts';
import { parse } from '../parse.ts';
import type { Run } from '../run.ts';
import { parseTemporal } from '../temporal.ts';
import { fault, isFault, type Fault, type Val } from '../values.ts';
import { type Definition, fn } from './builtin.ts';
import { conversion } from './conversion.ts';

/** Reads `[1..3]`: a range whose ends are literals. */
function readRange(text: string, run: Run): Val | Fault {
  const unreadable = fault('feel.unreadable', { text: text.slice(0, 60), type: 'range' });
  const { ast, problems } = parse(text);
  if (problems.length > 0 || ast.kind !== 'range') return unreadable;
  const low = literal(ast.low, run);
  const high = literal(ast.high, run);
  if (low === undefined || high === undefined || (low === null && high === null)) return unreadable;
  const order = low === null || high === null ? 0 : compare(low, high);
  return order === null || order > 0
    ? fault('feel.wrong_range')
    : { t: 'range', low, high, lowIn: ast.lowIn, highIn: ast.highIn };
}

const conversions = new Set(['date', 'time', 'date and time', 'duration']);

/** The value of a literal, a conversion of a text included; undefined for anything else. */
function literal(node: Node, run: Run): Val | undefined {
  switch (node.kind) {
    case 'number':
    case 'string':
    case 'boolean':
      return node.value;
    case 'null':
      return null;
    case 'at':
      return parseTemporal(node.text) ?? undefined;
    case 'negate': {
      const value = literal(node.value, run);
      const negated = value === undefined || value === null ? undefined : negate(value);
      return negated === undefined || isFault(negated) ? undefined : negated;
    }
    case 'call': {
      const [arg] = node.args;
      if (
        node.callee.kind !== 'name' ||
        !conversions.has(node.callee.name) ||
        node.args.length !== 1 ||
        arg?.value.kind !== 'string'
      )
        return undefined;
      const value = conversion[node.callee.name]!.js(run, arg.value.value);
      return isFault(value) ? undefined : value;
    }
    default:
      return undefined;
  }
}

export const rangeText: Readonly<Record<string, Definition>> = {
  range: fn<[string]>('(from: string) -> range', (run, from) => readRange(from, run)),
};
