import type { ChartOption } from '../option.ts';
import type { Scene } from '../scene.ts';

/** A part of an axis at a time: by wheel and fingers, and by a bar below. `above`: what stands below it. */
export function zoomOf({ skin }: Scene, flat: boolean, above: number): ChartOption[] {
  const axis = flat ? { yAxisIndex: 0 } : { xAxisIndex: 0 };
  return [
    { type: 'inside', ...axis },
    {
      type: 'slider',
      ...axis,
      height: 18,
      bottom: 4 + above,
      borderColor: skin.ink.line,
      brushSelect: false,
      textStyle: { color: skin.ink.quiet },
      showDetail: false,
    },
  ];
}
