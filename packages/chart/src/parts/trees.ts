import { treeOf, type TreeNode } from '../data/tree.ts';
import type { Drawn } from '../drawn.ts';
import { shareText } from '../look/numbers.ts';
import type { ChartOption } from '../option.ts';
import { boundIn, type Bound, type Scene } from '../scene.ts';
import { baseOption } from './axes.ts';
import { colourOf } from './colours.ts';
import { hasNegative } from './parts-of-whole.ts';
import { tipOption, tipValue } from './tip.ts';
import { tonedColour } from './tones.ts';

/** What treemap and sunburst share: areas cannot be negative, and of nothing there are no areas. */
export function drawTree(scene: Scene, series: (data: ChartOption[], path: readonly Bound[]) => ChartOption): Drawn {
  const measure = boundIn(scene, 'y')!;
  const path = scene.slots.path ?? [];
  if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
  if (hasNegative(scene, [measure])) return { state: 'refused', code: 'negative', propose: 'bar' };
  const roots = treeOf(scene, path, measure);
  if (roots.length === 0) return { state: 'empty', code: 'no_figures' };
  const sum = roots.reduce((total, { value }) => total + value, 0);
  if (sum === 0) return { state: 'empty', code: 'all_zero' };
  const toned = (value: number) =>
    scene.settings.kind === 'treemap' ? tonedColour(scene, measure.use.id, value) : undefined;
  const data = roots.map((root, at) =>
    coloured(root, colourOf(scene, path[0], root.keys[path[0]!.use.id] ?? null, at), 1, toned),
  );
  return {
    state: 'option',
    option: {
      ...baseOption(scene),
      ...tipOption(scene, 'item', ([param]) => {
        const node = param!.data as Partial<TreeNode> | null;
        const isSum = measure.column.additive === true;
        const figure = node ? (node.figure ?? null) : isSum ? sum : null;
        const text = figure === null ? '—' : tipValue(scene, figure, measure);
        return {
          title: node?.name ?? '',
          lines: [
            {
              name: measure.title,
              // averages of parts are no part of an average
              value: isSum && figure !== null ? `${text} (${shareText(figure / sum, scene.skin.locale)})` : text,
            },
          ],
        };
      }),
      series: [series(data, path)],
    },
  };
}

type Toned = (value: number) => string | undefined;

/** A branch has one colour, paler on each level; a rule colours what is not divided further. */
function coloured({ children, ...node }: TreeNode, color: string, opacity: number, toned: Toned): ChartOption {
  const own = children ? undefined : toned(node.value);
  return {
    ...node,
    itemStyle: own ? { color: own } : { color, opacity },
    ...(children && { children: children.map((child) => coloured(child, color, opacity * 0.8, toned)) }),
  };
}
