import { expect, test } from 'vitest';
import { fittingSize } from './fitting-size.ts';

test('a text is as large as it is told where there is room, and as large as there is room where not', () => {
  expect(fittingSize('12:00', { size: 28, w: 280 })).toBe(28);
  const both = fittingSize('2026/12/01周二 05:11:53', { size: 28, w: 280 });
  expect(both).toBeLessThan(28);
  expect(both).toBeGreaterThan(14);
  expect(fittingSize('12:00', { size: 28, w: 100 }, 0.5)).toBeLessThan(28);
  // what is never read is not made smaller still
  expect(fittingSize('2026/12/01周二 05:11:53', { size: 28, w: 5 })).toBe(8);
});
