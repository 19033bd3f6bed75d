import { expect, test } from 'vitest';
import { dayShift, spanMs, spanOf } from './span.ts';

test.each([
  ['P0D', 0],
  ['PT5M', 300_000],
  ['PT90M', 5_400_000],
  ['-P3D', -259_200_000],
  ['P1DT2H', 93_600_000],
  ['P1W', 604_800_000],
])('%s is read, and written back as long as it was', (text, ms) => {
  expect(spanMs(text)).toBe(ms);
  expect(spanMs(spanOf(ms))).toBe(ms);
});

test('is written in days, hours, minutes and seconds', () => {
  expect([0, 5_400_000, -259_200_000, 604_801_000, -57_600_000].map(spanOf)).toEqual([
    'P0D',
    'PT1H30M',
    '-P3D',
    'P7DT1S',
    '-PT16H',
  ]);
});

test('three days before a day at eight is so many days and a time of day', () => {
  expect(dayShift('-P2DT16H')).toEqual({ days: -3, rest: 8 * 3_600_000 });
  expect(dayShift('P1DT30M')).toEqual({ days: 1, rest: 1_800_000 });
  expect(dayShift('-P3D')).toEqual({ days: -3, rest: 0 });
});
