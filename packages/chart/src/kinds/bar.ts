import { anything, dimension, measure, type KindSpec } from '../drawn.ts';
import { drawCartesian, leading } from '../parts/cartesian.ts';

export const bar: KindSpec = {
  slots: { x: anything(1), y: measure(1, 20), color: dimension(0), facet: dimension(0) },
  engine: 'common',
  mostRows: 20_000,
  draw: (scene) =>
    drawCartesian(scene, {
      measures: leading(scene),
      flat: scene.settings.look.flat ?? false,
      form: () => ({ as: 'bar' }),
    }),
};
