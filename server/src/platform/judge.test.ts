import { expect, test } from 'vitest';
import { judge, type AlertStanding } from './judge.ts';

/** What is told of a row of values that come a second after each other. */
function told(values: (number | null)[], bounds: Parameters<typeof judge>[3]): string[] {
  let standing: AlertStanding | undefined;
  return values.flatMap((value, at) => {
    const next = judge(standing, value, new Date(at * 1_000), bounds);
    standing = next.standing;
    return next.told ? [`${at} ${next.told}`] : [];
  });
}

const above = { side: 'above', raiseAt: 100, clearAt: 90, hold: 0 } as const;

test('tells once of a figure that trembles at its bound', () => {
  expect(told([99, 100, 99, 101, 95, 100, 89.9, 95, 99, 100], above)).toEqual(['1 raised', '6 cleared', '9 raised']);
  expect(told([11, 10, 12, 9, 20, 21], { side: 'below', raiseAt: 10, clearAt: 20, hold: 0 })).toEqual([
    '1 raised',
    '5 cleared',
  ]);
});

test('waits until it has lasted, on both sides', () => {
  const held = { ...above, hold: 3 };
  expect(told([100, 100, 50, 100, 100, 100, 100, 100], held)).toEqual(['6 raised']);
  expect(told([100, 100, 100, 100, 80, 80, 95, 80, 80, 80, 80], held)).toEqual(['3 raised', '10 cleared']);
});

test('learns nothing from what is not known', () => {
  expect(told([100, null, Number.NaN, Infinity, 100, null, 80], above)).toEqual(['0 raised', '6 cleared']);
});
