import type { LineageGraph } from '@formwork/contract/assets/lineage.ts';

const width = 240;
const height = 120;

/** Layers by the longest way from what nothing feeds; within a layer by the middle of what feeds a node, swept eight times. */
export function placed({ nodes, edges }: Pick<LineageGraph, 'nodes' | 'edges'>): Map<string, { x: number; y: number }> {
  const into = new Map<string, Set<string>>(nodes.map(({ id }) => [id, new Set()]));
  const out = new Map<string, Set<string>>(nodes.map(({ id }) => [id, new Set()]));
  for (const { from, to } of edges) {
    if (from === to || !out.has(from) || !into.has(to)) continue;
    out.get(from)!.add(to);
    into.get(to)!.add(from);
  }
  const layerOf = layered(
    nodes.map(({ id }) => id),
    into,
    out,
  );
  const layers: string[][] = [];
  for (const { id } of nodes) (layers[layerOf.get(id)!] ??= []).push(id);
  const at = new Map<string, number>();
  const number = () => {
    for (const layer of layers)
      for (const [place, id] of (layer ?? []).entries()) at.set(id, place - (layer.length - 1) / 2);
  };
  number();
  for (let sweep = 0; sweep < 8; sweep += 1) {
    const neighbours = sweep % 2 === 0 ? into : out;
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed()) {
      const middle = new Map(
        layer.map((id) => {
          const places = [...neighbours.get(id)!].map((one) => at.get(one)!);
          return [id, places.length === 0 ? at.get(id)! : places.reduce((sum, one) => sum + one, 0) / places.length];
        }),
      );
      layer.sort((a, b) => middle.get(a)! - middle.get(b)!);
      for (const [place, id] of layer.entries()) at.set(id, place - (layer.length - 1) / 2);
    }
  }
  return new Map(nodes.map(({ id }) => [id, { x: Math.round(at.get(id)! * width), y: layerOf.get(id)! * height }]));
}

/** Nodes in circles stand where they are met first. */
function layered(
  ids: readonly string[],
  into: ReadonlyMap<string, Set<string>>,
  out: ReadonlyMap<string, Set<string>>,
): Map<string, number> {
  const layer = new Map<string, number>();
  const waiting = new Map([...into].map(([id, from]) => [id, from.size]));
  const left = new Set(ids);
  let ready = ids.filter((id) => waiting.get(id) === 0);
  while (left.size > 0) {
    if (ready.length === 0)
      ready = [[...left].reduce((best, id) => (waiting.get(id)! < waiting.get(best)! ? id : best))];
    const next: string[] = [];
    for (const id of ready) {
      if (!left.delete(id)) continue;
      const own = layer.get(id) ?? 0;
      layer.set(id, own);
      for (const to of out.get(id)!) {
        if (!left.has(to)) continue;
        layer.set(to, Math.max(layer.get(to) ?? 0, own + 1));
        waiting.set(to, waiting.get(to)! - 1);
        if (waiting.get(to) === 0) next.push(to);
      }
    }
    ready = next;
  }
  return layer;
}
