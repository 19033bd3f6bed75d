import { anything, measure, type KindSpec } from '../drawn.ts';
import { drawCartesian, measuresIn } from '../parts/cartesian.ts';

/** Bars by the left axis, lines by the right one: figures of two units over one x. */
export const combined: KindSpec = {
  slots: { x: anything(1), y: measure(1, 10), y2: measure(1, 10) },
  engine: 'common',
  mostRows: 20_000,
  draw(scene) {
    const right = measuresIn(scene, 'y2');
    const onRight = new Set(right.map(({ use }) => use.id));
    return drawCartesian(scene, {
      measures: measuresIn(scene, 'y'),
      right,
      form: ({ measure: { use } }) => (onRight.has(use.id) ? { as: 'line', axis: 1 } : { as: 'bar' }),
    });
  },
};
