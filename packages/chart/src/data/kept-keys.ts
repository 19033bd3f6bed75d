import type { ChartSettings } from '@formwork/contract/analytics/chart.ts';
import { isFigure } from '@formwork/contract/analytics/definition.ts';
import { chartSkin, type ChartWords } from '../look/skin.ts';
import type { ChartResult } from '../result.ts';
import { boundIn, sceneOf } from '../scene.ts';
import { capped, keysOf, restKey } from './grid.ts';
import { keptInRows } from './table-rows.ts';

const noWords = {
  none: '',
  rest: '',
  total: '',
  subtotal: '',
  count: '',
  trend: '',
  forecast: '',
  avg: '',
  median: '',
  min: '',
  max: '',
  start: '',
  end: '',
} satisfies ChartWords;

/** The keys of a use that a chart shows by themselves, where it shows what is left over together; undefined where nothing is. */
export function keptKeys(
  result: ChartResult,
  settings: ChartSettings,
  id: string,
): (string | null)[] | undefined {
  const { scene } = sceneOf(result, settings, chartSkin({ dark: false, locale: 'en', words: noWords }));
  const bounds = Object.values(scene.slots).flat();
  const bound = bounds.find(({ use }) => use.id === id);
  if (!bound) return undefined;
  const { kind } = settings;
  if (kind === 'table' || kind === 'pivot')
    return keptInRows(
      scene,
      bounds.filter(({ use }) => !isFigure(use)),
      bounds.filter(({ use }) => isFigure(use)),
      bound,
    );
  const measure = boundIn(scene, 'y');
  const isColour = scene.slots.color?.includes(bound) === true;
  const keys = keysOf(scene, isColour && measure ? capped(bound, measure) : bound, measure).map(({ key }) => key);
  return keys.includes(restKey) ? keys.filter((key) => key !== restKey) : undefined;
}
