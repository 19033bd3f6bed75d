import type { ChartTone } from '@formwork/contract/analytics/chart.ts';
import { anything, measure, type KindSpec } from '../drawn.ts';
import { ownNumber, shareText, shortNumber } from '../look/numbers.ts';
import { lastFigure } from '../parts/last-figure.ts';
import { toneOf } from '../parts/tones.ts';
import { tipValue } from '../parts/tip.ts';
import { boundIn, keyAt, labelOf, numberAt } from '../scene.ts';

/** A figure, what it was before, what it should be, and how it came about. */
export interface KpiModel {
  title: string;
  text: string;
  unit: string;
  /** With all its digits. */ whole: string;
  tone: ChartTone | undefined;
  change: { direction: 'up' | 'down' | 'same'; text: string; since: string; good: boolean | undefined } | undefined;
  target: { text: string; share: number; title: string } | undefined;
  spark: readonly (number | null)[];
}

export const kpi: KindSpec = {
  slots: { y: measure(1), target: measure(0), x: anything(0) },
  engine: 'none',
  mostRows: 10_000,
  draw(scene) {
    const [value, target, x] = [boundIn(scene, 'y')!, boundIn(scene, 'target'), boundIn(scene, 'x')];
    const { skin, result, settings } = scene;
    if (result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    const spark = x ? result.rows.map((row) => numberAt(scene, row, value)) : [];
    const figure = lastFigure(scene, value);
    if (figure === null) return { state: 'empty', code: 'no_figures' };
    const places = spark.flatMap((one, at) => (one === null ? [] : [at]));
    const before = places.length > 1 ? places.at(-2)! : undefined;
    const aim = target ? lastFigure(scene, target) : null;
    const { unit = '', ...format } = value.column.format ?? {};
    return {
      state: 'kpi',
      kpi: {
        title: value.title,
        text: ownNumber(figure, skin.locale, format),
        unit,
        whole: tipValue(scene, figure, value),
        tone: toneOf(scene, value.use.id, figure),
        change:
          before === undefined
            ? undefined
            : changeOf(
                figure,
                spark[before]!,
                labelOf(keyAt(result.rows[before]!, x), x, skin),
                settings.look.better,
                skin.locale,
              ),
        target:
          aim === null || aim === 0
            ? undefined
            : { text: ownNumber(aim, skin.locale, format), share: figure / aim, title: target!.title },
        spark,
      },
    };
  },
};

/** Good or bad only where the measure says which way is good. */
function changeOf(
  now: number,
  then: number,
  since: string,
  better: 'up' | 'down' | undefined,
  locale: string,
): KpiModel['change'] {
  const direction = now > then ? 'up' : now < then ? 'down' : 'same';
  return {
    direction,
    text: then === 0 ? shortNumber(now - then, locale) : shareText(Math.abs((now - then) / then), locale),
    since,
    good: better === undefined || direction === 'same' ? undefined : direction === better,
  };
}
