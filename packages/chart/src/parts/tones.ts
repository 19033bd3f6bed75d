import type { ChartTone } from '@formwork/contract/analytics/chart.ts';
import type { Scene } from '../scene.ts';

/** The tone of a figure: that of the first rule that holds. */
export function toneOf(scene: Scene, of: string, value: number | null): ChartTone | undefined {
  if (value === null) return undefined;
  return scene.settings.tones.find(
    (rule) => rule.of === of && (rule.from ?? -Infinity) <= value && value < (rule.below ?? Infinity),
  )?.tone;
}

export function toneColour({ skin }: Scene, tone: ChartTone): string {
  const { good, warn, bad } = skin.ink;
  return { good, warn, bad, calm: skin.hues.grey.solid }[tone];
}

/** What a figure's mark is filled with, where a rule speaks of it. */
export function tonedColour(scene: Scene, of: string, value: number | null): string | undefined {
  const tone = toneOf(scene, of, value);
  return tone && toneColour(scene, tone);
}
