import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compacted, freePlace, gridColumns, overlaps, phoneOrder, placed, type Place } from './places.ts';

const place = (id: string, x: number, y: number, w: number, h: number): Place => ({ id, x, y, w, h });

it('pushes down whoever lies in the way, and moves up what has room', () => {
  const before = [place('a', 0, 0, 12, 4), place('b', 12, 0, 12, 4), place('c', 0, 4, 24, 4)];
  expect(placed(before, place('b', 0, 0, 12, 4))).toEqual([
    place('a', 0, 4, 12, 4),
    place('b', 0, 0, 12, 4),
    place('c', 0, 8, 24, 4),
  ]);
  expect(placed(before, place('a', 0, 0, 12, 1))).toEqual([place('a', 0, 0, 12, 1), before[1], before[2]]);
});

it('keeps a panel within the columns', () => {
  expect(placed([], place('a', 30, -3, 40, 0))).toEqual([place('a', 0, 0, 24, 1)]);
  expect(placed([place('a', 0, 0, 2, 2)], place('a', 23, -3, 6, 0))).toEqual([place('a', 18, 0, 6, 1)]);
});

it('orders a phone by rows, or as the author has it', () => {
  const places = [place('a', 12, 0, 12, 4), place('b', 0, 0, 12, 4), place('c', 0, 4, 24, 4)];
  expect(phoneOrder(places).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  expect(phoneOrder(places, ['c']).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

it('finds the first gap', () => {
  const places = [place('a', 0, 0, 12, 4), place('b', 18, 0, 6, 4)];
  expect(freePlace(places, { w: 6, h: 4 })).toMatchObject({ x: 12, y: 0 });
  expect(freePlace(places, { w: 12, h: 4 })).toMatchObject({ x: 0, y: 4 });
});

const anyPlace = fc.record({
  x: fc.nat(gridColumns),
  y: fc.nat(30),
  w: fc.integer({ min: 1, max: gridColumns }),
  h: fc.integer({ min: 1, max: 8 }),
});

it('never lays a panel over another, and loses none', () => {
  fc.assert(
    fc.property(fc.array(anyPlace, { minLength: 1, maxLength: 20 }), fc.nat(), anyPlace, (made, which, to) => {
      const named = made.map((one, at) => ({ id: `p${at}`, ...one, x: Math.min(one.x, gridColumns - one.w) }));
      const start = compacted(named);
      const id = `p${which % named.length}`;
      const after = placed(start, { id, ...to });
      expect(after.map((one) => one.id)).toEqual(named.map((one) => one.id));
      for (const one of after) {
        expect(after.some((other) => overlaps(one, other))).toBe(false);
        expect(one.x + one.w).toBeLessThanOrEqual(gridColumns);
      }
      // what lies as high as it can stays where it is
      expect(compacted(after)).toEqual(after);
    }),
  );
});
