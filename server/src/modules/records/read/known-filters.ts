import { conditionFrom, type Condition } from '@formwork/contract/condition/condition.ts';

const known = new Map<string, Condition>();
const mostKnown = 1_000;
const longestKept = 1_000;

/** The condition of a query. People come back to a list with the same filter all day: it is read once, and never changed by whoever uses it. */
export function filterFrom(text: string): Condition | undefined {
  const before = known.get(text);
  if (before) return before;
  const condition = conditionFrom(text);
  if (condition && text.length <= longestKept) {
    if (known.size >= mostKnown) known.clear();
    known.set(text, condition);
  }
  return condition;
}
