import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import { expect, it } from 'vitest';
import { canStandTogether } from './together.ts';

it('the others are offered together where that is a figure', () => {
  const may = (...y: Partial<ChartUse>[]) =>
    canStandTogether({ slots: { x: [{ id: 'x', field: 'x' }], y: y.map((use, at) => ({ id: `${at}`, field: 'n', ...use })) } });
  expect([may({ fn: 'sum' }), may({ fn: 'max' }), may({ fn: 'avg' }), may({ fn: 'sum', versus: 'share' })]).toEqual([
    ...[true, true, false, false],
  ]);
  expect(may({ fn: 'avg' }, { fn: 'filled' })).toBe(true);
  expect(may({})).toBe(true);
});
