import { anything, dimension, measure, type KindSpec } from '../drawn.ts';
import { drawCartesian, leading } from '../parts/cartesian.ts';

export const line: KindSpec = {
  slots: { x: anything(1), y: measure(1, 20), color: dimension(0), facet: dimension(0) },
  engine: 'common',
  mostRows: 2_000_000,
  draw: (scene) => drawCartesian(scene, { measures: leading(scene), form: () => ({ as: 'line' }) }),
};
