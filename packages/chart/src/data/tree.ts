import { keyAt, labelOf, numberAt, type Bound, type Scene } from '../scene.ts';
import type { Cell } from '../result.ts';

export interface TreeNode {
  /** Several of one name may stand in different branches. */
  name: string;
  value: number;
  keys: Record<string, string | null>;
  children?: TreeNode[];
}

/** Rows as a tree: a level a dimension, a value the sum of what is below it. */
export function treeOf(scene: Scene, path: readonly Bound[], measure: Bound): TreeNode[] {
  const roots: Level = new Map();
  for (const row of scene.result.rows) {
    const value = numberAt(scene, row, measure);
    if (value === null) continue;
    put(scene, roots, row, path, {}, value);
  }
  return listed(roots);
}

type Level = Map<string | null, TreeNode & { inner: Level }>;

function put(
  scene: Scene,
  level: Level,
  row: readonly Cell[],
  [bound, ...deeper]: readonly Bound[],
  above: TreeNode['keys'],
  value: number,
): void {
  if (!bound) return;
  const key = keyAt(row, bound);
  // a branch may end before the deepest level
  if (key === null && Object.keys(above).length > 0) return;
  const keys = { ...above, [bound.use.id]: key };
  const node = level.get(key) ?? { name: labelOf(key, bound, scene.skin), value: 0, keys, inner: new Map() as Level };
  level.set(key, node);
  node.value += value;
  put(scene, node.inner, row, deeper, keys, value);
}

function listed(level: Level): TreeNode[] {
  return [...level.values()].map(({ inner, ...node }) => (inner.size === 0 ? node : { ...node, children: listed(inner) }));
}
