import { anything, measure, type KindSpec } from '../drawn.ts';
import { drawPie } from '../parts/pies.ts';

/** Parts of a whole as pieces. */
export const pie: KindSpec = {
  slots: { x: anything(1), y: measure(1) },
  engine: 'common',
  mostRows: 200,
  draw: (scene) => drawPie(scene, { wide: ['0%', '70%'], narrow: ['0%', '46%'] }, false),
};
