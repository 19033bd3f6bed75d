import type { LineageGraph, LineageNode } from '@formwork/contract/assets/lineage.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import type { CanvasGraph } from '@formwork/ui/canvas/graph.ts';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useMemo } from 'react';
import { assetKindName, nodeTypes } from '../kind.tsx';
import { placed } from './layers.ts';

/** The graph from above to below: what is read stands over what reads it. */
export function LineagePicture({ graph, onOpen }: { graph: LineageGraph; onOpen: (asset: number) => void }) {
  const t = useT();
  const locale = useLocale();
  const drawn = useMemo(() => canvasOf(graph, t, locale), [graph, t, locale]);
  return (
    <Canvas
      label={t('assets.lineage.title')}
      kind="lineage"
      readOnly
      plainEdges
      graph={drawn}
      types={nodeTypes}
      fitFor={`${graph.start} ${graph.nodes.length} ${graph.edges.length}`}
      {...(graph.start !== null && { startAt: [graph.start] })}
      onPress={({ id: pressed }) => {
        const asset = graph.nodes.find(({ id }) => id === pressed)?.asset;
        if (typeof asset === 'number') onOpen(asset);
      }}
    />
  );
}

function canvasOf(graph: LineageGraph, t: Translate, locale: string): CanvasGraph {
  const places = placed(graph);
  const byPlace = (a: LineageNode, b: LineageNode) => {
    const [one, other] = [places.get(a.id)!, places.get(b.id)!];
    return one.y - other.y || one.x - other.x;
  };
  const more = (node: LineageNode) => node.more.up + node.more.down;
  const pairs = new Map<string, { source: string; target: string; labels: Set<string> }>();
  const named = new Map(
    graph.nodes.map((node) => [node.id, new Map(node.columns.map((one) => [one.id, textIn(one.title, locale)]))]),
  );
  for (const { from, to, kind, fromColumn, toColumn } of graph.edges) {
    if (from === to) continue;
    const pair = pairs.get(`${from} ${to}`) ?? { source: from, target: to, labels: new Set<string>() };
    const [own, other] = [named.get(from)?.get(fromColumn), named.get(to)?.get(toColumn)];
    if (own !== undefined || other !== undefined) pair.labels.add(`${own ?? '*'} → ${other ?? '*'}`);
    else if (kind !== 'value') pair.labels.add(t(`assets.edge.${kind}`));
    pairs.set(`${from} ${to}`, pair);
  }
  return {
    // the Tab key goes as the eye does
    nodes: graph.nodes
      .toSorted(byPlace)
      .map((node) => ({
        id: node.id,
        type: node.kind,
        ...places.get(node.id)!,
        title: node.hidden > 0 ? t('assets.hidden', { count: node.hidden }) : textIn(node.title, locale),
        line:
          node.hidden > 0
            ? undefined
            : [assetKindName(node.kind, t), textIn(node.place, locale)].filter(Boolean).join(' · '),
        ...(node.id === graph.start && { state: 'current' as const }),
        ...(node.unread !== null && { tone: 'warning' as const }),
        badge: more(node) > 0 ? `+${more(node)}` : undefined,
      })),
    edges: [...pairs.values()].map(({ source, target, labels }) => {
      const [one, ...others] = labels;
      return {
        id: `${source}-${target}`,
        source,
        target,
        label: one === undefined ? undefined : others.length === 0 ? one : `${one} +${others.length}`,
      };
    }),
  };
}
