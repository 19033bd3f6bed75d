import { anything, measure, type KindSpec } from '../drawn.ts';
import { baseOption } from '../parts/axes.ts';
import { colourOf } from '../parts/colours.ts';
import { hasNegative } from '../parts/parts-of-whole.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { boundIn, keyAt, labelOf, numberAt } from '../scene.ts';

/** What flows from where to where. A flow that comes back to itself cannot be drawn so. */
export const sankey: KindSpec = {
  slots: { from: anything(1), to: anything(1), y: measure(1) },
  engine: 'rare',
  mostRows: 2_000,
  draw(scene) {
    const [from, to, value] = [boundIn(scene, 'from')!, boundIn(scene, 'to')!, boundIn(scene, 'y')!];
    if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    if (hasNegative(scene, [value])) return { state: 'refused', code: 'negative', propose: 'heat' };
    const flows = new Map<string, { source: string; target: string; value: number; keys: object }>();
    const names = new Map<string, string>();
    for (const row of scene.result.rows) {
      const figure = numberAt(scene, row, value);
      if (figure === null || figure === 0) continue;
      const [source, target] = [keyAt(row, from) ?? '', keyAt(row, to) ?? ''];
      names.set(source, labelOf(source || null, from, scene.skin));
      names.set(target, labelOf(target || null, to, scene.skin));
      const key = JSON.stringify([source, target]);
      const known = flows.get(key);
      if (known) known.value += figure;
      else flows.set(key, { source, target, value: figure, keys: { [from.use.id]: source, [to.use.id]: target } });
    }
    const links = [...flows.values()];
    if (links.length === 0) return { state: 'empty', code: 'no_figures' };
    if (hasCircle(links)) return { state: 'refused', code: 'circle', propose: 'heat' };
    const { skin } = scene;
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', ([param]) => {
          const { source, target, name } = param!.data as { source?: string; target?: string; name?: string };
          const title =
            source === undefined ? names.get(name ?? '') : `${names.get(source)} → ${names.get(target ?? '')}`;
          return {
            title: title ?? '',
            lines: [{ name: value.title, value: tipValue(scene, param!.value as number, value) }],
          };
        }),
        series: [
          {
            type: 'sankey',
            left: 8,
            right: Math.min(140, skin.width * 0.25),
            top: 8,
            bottom: 8,
            nodeWidth: 12,
            draggable: false,
            emphasis: { focus: 'adjacency' },
            data: [...names.keys()].map((name, at) => ({
              name,
              itemStyle: { color: colourOf(scene, from, name, at) },
            })),
            links,
            label: {
              color: skin.ink.text,
              fontSize: 11,
              width: 120,
              overflow: 'truncate',
              formatter: ({ name }: { name: string }) => names.get(name) ?? name,
            },
            lineStyle: { color: 'source', opacity: 0.28 },
          },
        ],
      },
    };
  },
};

/** Whether somebody is reached from themselves; ECharts throws at such flows. */
export function hasCircle(links: readonly { source: string; target: string }[]): boolean {
  const next = Map.groupBy(links, ({ source }) => source);
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (node: string): boolean => {
    if (open.has(node)) return true;
    if (done.has(node)) return false;
    open.add(node);
    const back = (next.get(node) ?? []).some(({ target }) => visit(target));
    open.delete(node);
    done.add(node);
    return back;
  };
  return [...next.keys()].some(visit);
}
