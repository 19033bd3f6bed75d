import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Run } from '../run.ts';
import type { Range } from '../values.ts';
import { ranges } from './ranges.ts';

/** Points in quarters, so that an open end lies between two of them. */
const points = Array.from({ length: 41 }, (_, i) => i / 4 - 2.5);

const range: fc.Arbitrary<Range> = fc
  .record({
    t: fc.constant('range' as const),
    low: fc.integer({ min: 0, max: 5 }),
    high: fc.integer({ min: 0, max: 5 }),
    lowIn: fc.boolean(),
    highIn: fc.boolean(),
  })
  .filter(({ low, high, lowIn, highIn }) => low < high || (low === high && lowIn && highIn));

const inside =
  ({ low, high, lowIn, highIn }: Range) =>
  (x: number): boolean =>
    (lowIn ? x >= Number(low) : x > Number(low)) && (highIn ? x <= Number(high) : x < Number(high));

/** The relations as they can be seen on the points of the two ranges. */
const seen: Record<string, (a: readonly number[], b: readonly number[]) => boolean> = {
  before: (a, b) => a.every((x) => b.every((y) => x < y)),
  after: (a, b) => a.every((x) => b.every((y) => x > y)),
  overlaps: (a, b) => a.some((x) => b.includes(x)),
  includes: (a, b) => b.every((y) => a.includes(y)),
  during: (a, b) => a.every((x) => b.includes(x)),
  coincides: (a, b) => a.join() === b.join(),
  meets: (a, b) => a.at(-1) === b[0] && Number.isInteger(a.at(-1)),
  'met by': (a, b) => b.at(-1) === a[0] && Number.isInteger(a[0]),
  starts: (a, b) => a[0] === b[0] && a.every((x) => b.includes(x)),
  'started by': (a, b) => a[0] === b[0] && b.every((y) => a.includes(y)),
  finishes: (a, b) => a.at(-1) === b.at(-1) && a.every((x) => b.includes(x)),
  'finished by': (a, b) => a.at(-1) === b.at(-1) && b.every((y) => a.includes(y)),
  'overlaps before': (a, b) => a[0]! < b[0]! && a.some((x) => b.includes(x)) && a.at(-1)! <= b.at(-1)!,
  'overlaps after': (a, b) => a[0]! > b[0]! && a.some((x) => b.includes(x)) && a.at(-1)! >= b.at(-1)!,
};

it.each(Object.entries(seen))('%s is what the points of two ranges show', (name, holds) => {
  fc.assert(
    fc.property(range, range, (a, b) => {
      expect(ranges[name]!.js({} as Run, a, b)).toBe(holds(points.filter(inside(a)), points.filter(inside(b))));
    }),
    { numRuns: 1000 },
  );
});
