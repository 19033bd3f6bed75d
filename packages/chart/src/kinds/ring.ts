import { anything, measure, type KindSpec } from '../drawn.ts';
import { drawPie } from '../parts/pies.ts';

/** Parts of a whole as pieces of a ring. */
export const ring: KindSpec = {
  slots: { x: anything(1), y: measure(1) },
  engine: 'common',
  mostRows: 200,
  draw: (scene) => drawPie(scene, { wide: ['44%', '70%'], narrow: ['26%', '46%'] }, false),
};
