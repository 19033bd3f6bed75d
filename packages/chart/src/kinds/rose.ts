import { anything, measure, type KindSpec } from '../drawn.ts';
import { drawPie } from '../parts/pies.ts';

/** Pieces of one angle; the radius tells their size. */
export const rose: KindSpec = {
  slots: { x: anything(1), y: measure(1) },
  engine: 'common',
  mostRows: 200,
  draw: (scene) => drawPie(scene, { wide: ['12%', '74%'], narrow: ['8%', '52%'] }, true),
};
