import type { ChartTone, ToneRule } from '@formwork/contract/analytics/chart.ts';
import type { Bound, Scene } from '../scene.ts';

/** The tone of a figure: that of the first rule that holds. */
export function toneOf(scene: Scene, of: string, value: number | null): ChartTone | undefined {
  if (value === null) return undefined;
  return scene.settings.tones.find((rule) => rule.of === of && holds(rule, value))?.tone;
}

function holds({ from = -Infinity, below = Infinity }: ToneRule, value: number): boolean {
  return from <= value && value < below;
}

export function toneColour({ skin }: Scene, tone: ChartTone): string {
  const { good, warn, bad } = skin.ink;
  return { good, warn, bad, calm: skin.hues.grey.solid }[tone];
}

/** Of a mark that stands for several figures: the first rule that holds for one of them. */
export function tonedByAny(scene: Scene, figures: readonly [Bound | undefined, number | null][]): string | undefined {
  const tone = scene.settings.tones.find((rule) =>
    figures.some(([bound, value]) => bound?.use.id === rule.of && value !== null && holds(rule, value)),
  )?.tone;
  return tone && toneColour(scene, tone);
}

/** What a figure's mark is filled with, where a rule speaks of it. */
export function tonedColour(scene: Scene, of: string, value: number | null): string | undefined {
  const tone = toneOf(scene, of, value);
  return tone && toneColour(scene, tone);
}
