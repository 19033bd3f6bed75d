import { dimension, measure, type KindSpec } from '../drawn.ts';
import { inkOnSolid } from '../parts/colours.ts';
import { drawTree } from '../parts/trees.ts';

export const sunburst: KindSpec = {
  slots: { path: dimension(1, 4), y: measure(1) },
  engine: 'rare',
  mostRows: 2_000,
  draw: (scene) =>
    drawTree(scene, (data) => ({
      type: 'sunburst',
      data,
      radius: ['14%', '92%'],
      nodeClick: false,
      sort: null,
      label: {
        show: scene.settings.look.labels ?? true,
        color: inkOnSolid(scene),
        fontSize: 11,
        minAngle: 8,
        overflow: 'truncate',
        width: 72,
      },
      itemStyle: { borderColor: scene.skin.ink.ground, borderWidth: 1 },
    })),
};
