import type { ChartSettings, ChartSlot, ChartUse } from '@formwork/contract/analytics/chart.ts';
import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { expect, it } from 'vitest';
import { asKind, drawableKinds } from './fits.ts';

const fields: Record<string, { measure: boolean; time: boolean }> = {
  day: { measure: false, time: true },
  line: { measure: false, time: false },
  hall: { measure: false, time: false },
  hours: { measure: true, time: false },
};
const fieldOf = (id: string) => fields[id];
const use = (field: string, more: Partial<ChartUse> = {}): ChartUse => ({ id: field, field, ...more });
const settings = (
  slots: Partial<Record<ChartSlot, ChartUse[]>>,
  kind: ChartSettings['kind'] = 'bar',
): ChartSettings => ({ ...emptyChart().settings, kind, slots });

it('keeps what fits another kind, at its place where it may', () => {
  const bars = settings({ x: [use('line')], y: [use('hours', { fn: 'sum' })], color: [use('hall')] });
  expect(asKind(bars, 'stacked', fieldOf).slots).toEqual(bars.slots);
  const pivot = asKind(bars, 'pivot', fieldOf).slots;
  expect(pivot.y).toEqual(bars.slots.y);
  expect(pivot.row?.map(({ id }) => id)).toEqual(['line', 'hall']);
  expect(asKind(bars, 'kpi', fieldOf).slots).toEqual({ y: bars.slots.y, x: [use('line')] });
});

it('takes numbers as they are where records are drawn, and sums them where groups are', () => {
  const points = asKind(settings({ y: [use('hours', { fn: 'sum' })] }), 'histogram', fieldOf);
  expect(points.slots.y).toEqual([use('hours')]);
  expect(asKind(points, 'kpi', fieldOf).slots.y).toEqual([use('hours', { fn: 'sum' })]);
});

it('knows which kinds can show all of it', () => {
  const found = drawableKinds(settings({ x: [use('line')], y: [use('hours', { fn: 'sum' })] }), fieldOf);
  expect(found.has('pie')).toBe(true);
  expect(found.has('calendar')).toBe(false);
  expect(found.has('sankey')).toBe(false);
});
