import type { Node } from './ast.ts';
import type { Checked } from './check.ts';
import { isNum } from './number.ts';
import type { Frame } from './run.ts';
import type { List, Val } from './values.ts';

/** Puts 0 in the place of an empty number on one of two sides, where the run counts it so: a side that is meant to hold a number, or stands beside one. */
export function zeroForEmpty(
  checked: Checked,
  left: Node,
  right: Node,
): (frame: Frame, a: Val, b: Val) => readonly [Val, Val] {
  // what is compared with null asks whether it is empty
  if (left.kind === 'null' || right.kind === 'null') return (_frame, a, b) => [a, b];
  const [leftCounts, rightCounts] = [isNumeric(checked, left), isNumeric(checked, right)];
  return (frame, a, b) =>
    frame.run.empties === 'zero'
      ? [a === null && (leftCounts || isNum(b)) ? 0 : a, b === null && (rightCounts || isNum(a)) ? 0 : b]
      : [a, b];
}

/** The same of a value that stands alone. */
export function zeroForOne(checked: Checked, node: Node): (frame: Frame, value: Val) => Val {
  const counts = isNumeric(checked, node);
  return (frame, value) => (value === null && counts && frame.run.empties === 'zero' ? 0 : value);
}

/** What sums and averages are made of: empty entries are left out where the run counts them as 0. */
export function counted(list: List, empties: Frame['run']['empties']): List {
  return empties === 'zero' && list.includes(null) ? list.filter((item) => item !== null) : list;
}

function isNumeric(checked: Checked, node: Node): boolean {
  return checked.typeOf.get(node)?.kind === 'number';
}
