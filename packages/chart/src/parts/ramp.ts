import { shortNumber } from '../look/numbers.ts';
import type { ChartOption } from '../option.ts';
import type { Bound, Scene } from '../scene.ts';
import { tonedColour } from './tones.ts';

/** The scale of colours of heat maps and regions: one hue from faint to full; two where figures go both ways. */
export function rampFor(scene: Scene, values: readonly number[], bound: Bound | undefined): ChartOption {
  const { skin } = scene;
  const [low, high] = bounds(values);
  const both = low < 0 && high > 0;
  const most = Math.max(-low, high);
  const faint = skin.hues.blue.fill;
  return {
    type: 'continuous',
    min: both ? -most : low,
    max: both ? most : high === low ? low + 1 : high,
    calculable: false,
    orient: 'horizontal',
    left: 'center',
    bottom: 0,
    itemWidth: 10,
    itemHeight: 120,
    textStyle: { color: skin.ink.quiet, fontSize: 11 },
    text: [high, low].map((value) => shortNumber(value, skin.locale, { as: bound?.column.format?.as })),
    inRange: {
      color: both
        ? [skin.hues.orange.solid, skin.ink.lineSoft, skin.hues.blue.solid]
        : [faint, skin.hues.blue.solid, skin.dark ? '#dbe8ff' : '#0a2a66'],
    },
    outOfRange: { opacity: 0.15 },
  };
}

/** A cell that a rule colours stands outside the scale. */
export function tonedCell(scene: Scene, bound: Bound | undefined, value: number | null): ChartOption {
  const color = bound && tonedColour(scene, bound.use.id, value);
  return color ? { visualMap: false, itemStyle: { color } } : {};
}

/** Spreading a hundred thousand values into Math.min overflows the stack. */
function bounds(values: readonly number[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return values.length === 0 ? [0, 1] : [low, high];
}
