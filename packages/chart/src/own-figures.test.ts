import { expect, test } from 'vitest';
import { chartSkin } from './look/skin.ts';
import { firstFigure, plainFigure, ranked } from './own-figures.ts';
import { samples, type Sample } from './testing/samples.ts';

const words = { none: '(none)' } as Parameters<typeof chartSkin>[0]['words'];
const skin = chartSkin({ dark: false, locale: 'en', words });

function summed({ settings, result }: Sample): Sample {
  const y = settings.slots.y!.map((use) => ({ ...use, fn: 'sum' as const }));
  return { result, settings: { ...settings, slots: { ...settings.slots, y } } };
}

test('the figure of a chart by itself: added where it may be, else the last', () => {
  const { settings, result } = summed(samples.bar);
  const all = result.rows.reduce((sum, row) => sum + Number(row[1]), 0);
  expect(firstFigure(settings, result)).toMatchObject({ value: all, unit: '件' });
  const columns = result.columns.map((column) => ({ ...column, additive: false }));
  expect(firstFigure(settings, { ...result, columns })?.value).toBe(result.rows.at(-1)![1]);
  expect(plainFigure(0.4385, 'en', { as: 'percent' })).toBe('43.85%');
});

test('groups stand by their figure, called as an axis calls them', () => {
  const { settings, result } = summed(samples.area);
  const found = ranked(settings, result, skin);
  expect(found.map(({ value }) => value)).toEqual(found.map(({ value }) => value).toSorted((a, b) => b - a));
  expect(found.map(({ name }) => name)).toContain('2026-04');
});
