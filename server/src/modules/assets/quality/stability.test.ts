import { expect, test } from 'vitest';
import { indexOf, share } from './stability.ts';

const even = [10, 20, 30, 40, 50, 60, 70, 80, 90];

test('nothing moved is nothing, and whatever moved shows', () => {
  const same = share(Array.from({ length: 10 }, (_, bin) => [bin, 100] as const));
  expect(indexOf(even, same)).toBeCloseTo(0, 10);
  // half a tenth from the first stretch into the last
  const moved = share([[0, 50], ...Array.from({ length: 8 }, (_, at) => [at + 1, 100] as const), [9, 150]]);
  expect(indexOf(even, moved)).toBeCloseTo((0.05 - 0.1) * Math.log(0.5) + (0.15 - 0.1) * Math.log(1.5), 10);
  expect(indexOf(even, share([[9, 1_000]]))).toBeGreaterThan(1);
});

test('a value that is most of all makes one stretch of its tenths', () => {
  const base = [0, 0, 0, 0, 0, 0, 0, 5, 9];
  expect(
    indexOf(
      base,
      share([
        [0, 700],
        [7, 100],
        [8, 100],
        [9, 100],
      ]),
    ),
  ).toBeCloseTo(0, 10);
});

test('no rows at all are no shares', () => {
  expect(share([])).toEqual(Array.from({ length: 10 }, () => 0));
});
