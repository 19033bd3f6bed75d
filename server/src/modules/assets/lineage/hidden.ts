/** Edges between nodes that are shown, and hidden ones put together so far that nothing is told but that something is there. */
export interface Veiled<Edge> {
  edges: Edge[];
  /** Those that lie between what is shown: made-up ids, and how many each stands for. */
  groups: { id: string; count: number; into: number[]; out: number[] }[];
  hidden: number;
}

/**
 * Hidden neighbours become one; those with the same shown neighbours too. Where hidden ones are an end, with nothing shown behind
 * them, they are left out of the picture and only counted.
 */
export function veil<Edge extends { from: number; to: number }>(
  nodes: readonly number[],
  edges: readonly Edge[],
  shows: (node: number) => boolean,
): Veiled<Edge> {
  const hidden = new Set(nodes.filter((node) => !shows(node)));
  const parent = new Map<number, number>([...hidden].map((node) => [node, node]));
  const rootOf = (node: number): number => {
    let at = node;
    while (parent.get(at) !== at) {
      parent.set(at, parent.get(parent.get(at)!)!);
      at = parent.get(at)!;
    }
    return at;
  };
  for (const { from, to } of edges) if (hidden.has(from) && hidden.has(to)) parent.set(rootOf(from), rootOf(to));
  const ends = new Map<number, { count: number; into: Set<number>; out: Set<number> }>();
  for (const node of hidden) {
    const root = rootOf(node);
    const group = ends.get(root) ?? { count: 0, into: new Set(), out: new Set() };
    group.count += 1;
    ends.set(root, group);
  }
  for (const { from, to } of edges) {
    if (!hidden.has(from) && hidden.has(to)) ends.get(rootOf(to))!.into.add(from);
    if (hidden.has(from) && !hidden.has(to)) ends.get(rootOf(from))!.out.add(to);
  }
  const groups = new Map<string, { count: number; into: number[]; out: number[] }>();
  for (const { count, into, out } of ends.values()) {
    if (into.size === 0 || out.size === 0) continue;
    const sides = { into: [...into].toSorted((a, b) => a - b), out: [...out].toSorted((a, b) => a - b) };
    const key = JSON.stringify(sides);
    groups.set(key, { count: count + (groups.get(key)?.count ?? 0), ...sides });
  }
  return {
    edges: edges.filter(({ from, to }) => !hidden.has(from) && !hidden.has(to)),
    groups: [...groups.values()].map((group, at) => ({ id: `h${at + 1}`, ...group })),
    hidden: hidden.size,
  };
}
