import type { StatementKind } from '@formwork/contract/rules/rule.ts';
import type { Compiled } from '@formwork/feel/compile.ts';
import { isContext, isList, toPlain, type Val } from '@formwork/feel/values.ts';

/** What one statement did, and why. Values are plain, so that they can be kept, and hidden from those who may not see them. */
export interface TraceStep {
  readonly at: string;
  readonly kind: StatementKind;
  /** Number of the branch that was taken; that of `otherwise` is behind the last. */
  readonly branch?: number;
  readonly undecided?: true;
  /** What the deciding text read, by path: `amount`, `customer.level`. */
  readonly read?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly value?: unknown;
  /** Rules of a table that applied, from 0. */
  readonly hits?: readonly number[];
  readonly count?: number;
  readonly effect?: string;
  readonly text?: unknown;
}

export function readOf(compiled: Compiled | undefined, values: ReadonlyMap<string, Val>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const path of compiled?.reads ?? []) found[path] = toPlain(at(path.split('.'), values));
  return found;
}

function at([first = '', ...rest]: readonly string[], values: ReadonlyMap<string, Val>): Val {
  let value: Val = values.get(first) ?? null;
  for (const key of rest) {
    if (isList(value)) value = value.map((item): Val => (isContext(item) ? (item.get(key) ?? null) : null));
    else value = isContext(value) ? (value.get(key) ?? null) : null;
  }
  return value;
}

/** The trace as somebody may see it who does not see some fields: their values are taken out, their names stay. */
export function masked(trace: readonly TraceStep[], hidden: (path: string) => boolean): TraceStep[] {
  return trace.map((step) => {
    const read = step.read && Object.fromEntries(Object.entries(step.read).map(([k, v]) => [k, hidden(k) ? '***' : v]));
    const anyHidden = step.read !== undefined && Object.keys(step.read).some(hidden);
    const own = step.name !== undefined && hidden(step.name);
    return {
      ...step,
      ...(read && { read }),
      // what was worked out of a hidden value tells of it
      ...((own || anyHidden) && 'value' in step && { value: '***' }),
    };
  });
}
