import { dimension, measure, type KindSpec } from '../drawn.ts';
import { drawPoints } from '../parts/points.ts';

export const bubble: KindSpec = {
  slots: {
    x: measure(1),
    y: measure(1),
    size: measure(1),
    color: dimension(0),
    label: dimension(0),
    facet: dimension(0),
  },
  engine: 'common',
  mostRows: 5_000,
  draw: drawPoints,
};
