import { keyAt, labelOf, numberAt, type Bound, type Scene } from '../scene.ts';
import type { Cell } from '../result.ts';

export interface TreeNode {
  /** Several of one name may stand in different branches. */
  name: string;
  /** How large it is drawn: of a branch the sum of what is below it. */
  value: number;
  /** What is said of it: of a branch what came along for it where figures cannot be added; null where nothing did. */
  figure: number | null;
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
  return listed(roots, figureIn(scene, path, measure));
}

type FigureOf = (node: TreeNode) => number | null;

function figureIn({ result }: Scene, path: readonly Bound[], measure: Bound): FigureOf {
  if (measure.column.additive) return ({ value }) => value;
  const given = new Map(
    result.totals?.map(({ rows, cells }) => {
      const keys = path.slice(0, rows).map((bound) => keyAt(cells, bound));
      return [JSON.stringify(keys), cells[measure.at] ?? null] as const;
    }),
  );
  return ({ keys }) => {
    const cell = given.get(JSON.stringify(path.slice(0, Object.keys(keys).length).map(({ use }) => keys[use.id] ?? null)));
    return cell === undefined || cell === null ? null : Number(cell);
  };
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
  const node = level.get(key) ?? { name: labelOf(key, bound, scene.skin), value: 0, figure: null, keys, inner: new Map() as Level };
  level.set(key, node);
  node.value += value;
  put(scene, node.inner, row, deeper, keys, value);
}

function listed(level: Level, figureOf: FigureOf): TreeNode[] {
  return [...level.values()].map(({ inner, ...node }) =>
    inner.size === 0
      ? { ...node, figure: node.value }
      : { ...node, figure: figureOf(node), children: listed(inner, figureOf) },
  );
}
