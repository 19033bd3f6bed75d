import type { AggregateFunction } from '@formwork/contract/etl/task.ts';
import { heldOf, isKey, type Held } from './held.ts';
import { Unfit } from './unfit.ts';

interface Argument {
  sql: string;
  held: Held;
}

/**
 * A figure over rows with the type that the embedded engine gives it. Sums are worked out in numbers that hold them, and refused where the
 * answer does not: ClickHouse's own go round without a word. `tail` is a filter or a window; figures of windows keep the type of their sum.
 */
export function aggregated(
  fn: AggregateFunction,
  argument: Argument | undefined,
  tail = '',
  inWindow = false,
): { sql: string; held: Held } {
  const long = heldOf({ type: 'integer' });
  if (fn === 'count' || !argument) return { sql: `toInt64(count()${tail})`, held: long };
  const { sql, held } = argument;
  switch (fn) {
    case 'countDistinct':
      if (!isKey(held)) throw new Unfit('figure');
      return { sql: `toInt64(uniqExact(${sql})${tail})`, held: long };
    case 'sum':
      return summed(argument, tail, inWindow);
    case 'avg':
      return { sql: averaged(argument, tail), held: heldOf({ type: 'double' }) };
    case 'min':
    case 'max':
      return ended(fn, argument, tail, inWindow);
    default:
      // which row comes first depends on where rows lie
      throw new Unfit('figure');
  }
}

function summed({ sql, held }: Argument, tail: string, inWindow: boolean): { sql: string; held: Held } {
  if (held.type === 'integer') {
    const sum = `sum(toInt128(${sql}))${tail}`;
    if (inWindow) return { sql: `toDecimal128(${sum}, 0)`, held: heldOf({ type: 'integer', native: 'HUGEINT' }) };
    return { sql: asLong(sum), held: heldOf({ type: 'integer' }) };
  }
  switch (held.as) {
    case 'double':
      return { sql: `sum(${sql})${tail}`, held: heldOf({ type: 'double' }) };
    case 'decimal': {
      const own = inWindow
        ? heldOf({ type: 'decimal', precision: 38, scale: held.scale })
        : heldOf({ type: 'decimal', precision: 38, scale: 10 });
      if (held.scale > own.scale) throw new Unfit('scale');
      return { sql: `toDecimal128(${exactSum({ sql, held }, tail)}, ${own.scale})`, held: own };
    }
    default:
      throw new Unfit('figure');
  }
}

const asLong = (sql: string): string => `accurateCast(${sql}, 'Nullable(Int64)')`;
const exactSum = ({ sql, held }: Argument, tail: string): string => `sum(toDecimal256(${sql}, ${held.scale}))${tail}`;

function averaged(argument: Argument, tail: string): string {
  const { sql, held } = argument;
  if (held.type === 'integer') return `toFloat64(sum(toInt128(${sql}))${tail}) / nullIf(count(${sql})${tail}, 0)`;
  switch (held.as) {
    case 'double':
      return `avg(${sql})${tail}`;
    case 'decimal':
      return `toFloat64(${exactSum(argument, tail)}) / nullIf(count(${sql})${tail}, 0)`;
    default:
      throw new Unfit('figure');
  }
}

function ended(
  fn: 'min' | 'max',
  { sql, held }: Argument,
  tail: string,
  inWindow: boolean,
): { sql: string; held: Held } {
  if (!isKey(held)) throw new Unfit('figure');
  const end = `${fn}(${sql})${tail}`;
  if (inWindow || held.as !== 'decimal') return { sql: end, held: inWindow ? held : heldOf({ type: held.type }) };
  if (held.type === 'integer') return { sql: asLong(end), held: heldOf({ type: 'integer' }) };
  if (held.scale > 10) throw new Unfit('scale');
  return { sql: `toDecimal128(${end}, 10)`, held: heldOf({ type: 'decimal', precision: 38, scale: 10 }) };
}
