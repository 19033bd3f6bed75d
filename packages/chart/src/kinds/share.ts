import { anything, dimension, measure, type KindSpec } from '../drawn.ts';
import { drawCartesian, leading } from '../parts/cartesian.ts';
import { hasNegative } from '../parts/parts-of-whole.ts';

/** Stacks of one height: each series' part of the whole at its place. */
export const share: KindSpec = {
  slots: { x: anything(1), y: measure(1, 20), color: dimension(0) },
  engine: 'common',
  mostRows: 20_000,
  draw(scene) {
    const measures = leading(scene);
    if (hasNegative(scene, measures)) return { state: 'refused', code: 'negative', propose: 'bar' };
    return drawCartesian(scene, {
      measures,
      shares: true,
      flat: scene.settings.look.flat ?? false,
      form: () => ({ as: 'bar', stack: 'all' }),
    });
  },
};
