import { dimension, measure, type KindSpec } from '../drawn.ts';
import { inkOnSolid } from '../parts/colours.ts';
import { drawTree } from '../parts/trees.ts';

export const treemap: KindSpec = {
  slots: { path: dimension(1, 6), y: measure(1) },
  engine: 'rare',
  mostRows: 5_000,
  draw: (scene) =>
    drawTree(scene, (data, path) => ({
      type: 'treemap',
      data,
      left: 4,
      right: 4,
      top: 4,
      bottom: 4,
      roam: false,
      nodeClick: false,
      breadcrumb: { show: false },
      label: { show: scene.settings.look.labels ?? true, color: inkOnSolid(scene), fontSize: 12, overflow: 'truncate' },
      // above its own: on the ground between branches
      upperLabel: {
        show: path.length > 1 && (scene.settings.look.labels ?? true),
        height: 20,
        color: scene.skin.ink.text,
        fontSize: 11,
      },
      itemStyle: { borderColor: scene.skin.ink.ground, borderWidth: 1, gapWidth: 1 },
      levels: [{}, { itemStyle: { borderWidth: 0, gapWidth: 2 } }],
    })),
};
