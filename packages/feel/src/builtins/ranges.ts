import { compare, equal } from '../operate.ts';
import { fault, kindName, kindOf, type Fault, type Range, type Val } from '../values.ts';
import { type Definition, fn } from './builtin.ts';

/** A point counts as the range from itself to itself. */
function rangeOf(value: Val): Range {
  return kindOf(value) === 'range'
    ? (value as Range)
    : { t: 'range', low: value, high: value, lowIn: true, highIn: true };
}

/** Two ends that cannot be compared leave the whole question open. */
class Incomparable extends Error {}

function order(a: Val, b: Val): number {
  const result = compare(a, b);
  if (result === null) throw new Incomparable();
  return result;
}

/** An end that is not there is further out than any other. */
const lows = (a: Range, b: Range): number =>
  a.low === null || b.low === null ? Number(a.low !== null) - Number(b.low !== null) : order(a.low, b.low);
const highs = (a: Range, b: Range): number =>
  a.high === null || b.high === null ? Number(a.high === null) - Number(b.high === null) : order(a.high, b.high);
/** The high end of one to the low end of the other. */
const highToLow = (a: Range, b: Range): number => (a.high === null || b.low === null ? 1 : order(a.high, b.low));

const before = (a: Range, b: Range): boolean => {
  const gap = highToLow(a, b);
  return gap < 0 || (gap === 0 && !(a.highIn && b.lowIn));
};
const touches = (a: Range, b: Range): boolean => !before(a, b);
const meets = (a: Range, b: Range): boolean => a.highIn && b.lowIn && highToLow(a, b) === 0;
const beginsEarlier = (a: Range, b: Range): boolean => {
  const apart = lows(a, b);
  return apart < 0 || (apart === 0 && a.lowIn && !b.lowIn);
};
const beginsNoLater = (a: Range, b: Range): boolean => {
  const apart = lows(a, b);
  return apart < 0 || (apart === 0 && (a.lowIn || !b.lowIn));
};
const endsNoLater = (a: Range, b: Range): boolean => {
  const apart = highs(a, b);
  return apart < 0 || (apart === 0 && (!a.highIn || b.highIn));
};
const includes = (a: Range, b: Range): boolean => beginsNoLater(a, b) && endsNoLater(b, a);
const starts = (a: Range, b: Range): boolean => lows(a, b) === 0 && a.lowIn === b.lowIn && endsNoLater(a, b);
const finishes = (a: Range, b: Range): boolean => highs(a, b) === 0 && a.highIn === b.highIn && beginsNoLater(b, a);
const overlapsBefore = (a: Range, b: Range): boolean => beginsEarlier(a, b) && touches(a, b) && endsNoLater(a, b);
const coincides = (a: Range, b: Range): boolean =>
  lows(a, b) === 0 && highs(a, b) === 0 && a.lowIn === b.lowIn && a.highIn === b.highIn;

type Relation = (a: Range, b: Range) => boolean;

function relate(holds: Relation, a: Val, b: Val): Val | Fault {
  const incomparable = fault('feel.not_comparable', { left: kindName(a), right: kindName(b) });
  if (a === null || b === null) return incomparable;
  try {
    const [x, y] = [rangeOf(a), rangeOf(b)];
    // ends that do not order at all, such as contexts, still belong to no relation
    if ([x.low, x.high, y.low, y.high].some((end) => end !== null && compare(end, end) === null)) return incomparable;
    return holds(x, y);
  } catch (error) {
    if (error instanceof Incomparable) return incomparable;
    throw error;
  }
}

const pointPoint = '(point1: T, point2: T) -> boolean';
const pointRange = '(point: T, range: range<T>) -> boolean';
const rangePoint = '(range: range<T>, point: T) -> boolean';
const rangeRange = '(range1: range<T>, range2: range<T>) -> boolean';

const relation = (holds: Relation, ...signatures: readonly string[]): Definition =>
  fn<[Val, Val]>(signatures, (_, a, b) => relate(holds, a, b));
const mirrored =
  (holds: Relation): Relation =>
  (a, b) =>
    holds(b, a);

export const ranges: Readonly<Record<string, Definition>> = {
  before: relation(before, rangeRange, pointRange, rangePoint, pointPoint),
  after: relation(mirrored(before), rangeRange, pointRange, rangePoint, pointPoint),
  meets: relation(meets, rangeRange),
  'met by': relation(mirrored(meets), rangeRange),
  overlaps: relation((a, b) => touches(a, b) && touches(b, a), rangeRange),
  'overlaps before': relation(overlapsBefore, rangeRange),
  'overlaps after': relation(mirrored(overlapsBefore), rangeRange),
  finishes: relation(finishes, rangeRange, pointRange),
  'finished by': relation(mirrored(finishes), rangeRange, rangePoint),
  includes: relation(includes, rangeRange, rangePoint),
  during: relation(mirrored(includes), rangeRange, pointRange),
  starts: relation(starts, rangeRange, pointRange),
  'started by': relation(mirrored(starts), rangeRange, rangePoint),
  coincides: relation(coincides, rangeRange, pointPoint),
};

/** The same value written in the same way: a clock and a zone that agree by chance are not the same. */
export function same(a: Val, b: Val): boolean {
  if (kindOf(a) !== kindOf(b)) return false;
  if (
    a !== null &&
    typeof a === 'object' &&
    'zone' in a &&
    b !== null &&
    typeof b === 'object' &&
    'zone' in b &&
    a.zone !== b.zone
  )
    return false;
  return equal(a, b) === true;
}
