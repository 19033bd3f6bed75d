import { gridOf, type GridKey } from '../data/grid.ts';
import type { Drawn } from '../drawn.ts';
import { boundIn, numberAt, type Bound, type Scene } from '../scene.ts';

export function hasNegative(scene: Scene, measures: readonly Bound[]): boolean {
  return scene.result.rows.some((row) => measures.some((bound) => (numberAt(scene, row, bound) ?? 0) < 0));
}

export interface Part extends GridKey {
  value: number;
}

/** The parts of a whole by `x`. What is negative is no part of anything, and of nothing but zeros there are no shares. */
export function partsOf(scene: Scene): { parts: Part[] } | { drawn: Drawn } {
  const measure = boundIn(scene, 'y')!;
  if (scene.result.rows.length === 0) return { drawn: { state: 'empty', code: 'no_rows' } };
  if (hasNegative(scene, [measure])) return { drawn: { state: 'refused', code: 'negative', propose: 'bar' } };
  const { xs, series } = gridOf(scene, [measure]);
  const all = xs.map((x, at) => ({ ...x, value: series[0]!.values[at] ?? null }));
  const parts = all.filter((part): part is Part => part.value !== null);
  if (parts.length === 0) return { drawn: { state: 'empty', code: 'no_figures' } };
  if (parts.every(({ value }) => value === 0)) return { drawn: { state: 'empty', code: 'all_zero' } };
  if (parts.length < all.length) scene.notes.add('without_empty');
  return { parts };
}
