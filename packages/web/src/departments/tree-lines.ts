import type { Department } from '@formwork/contract/organization/departments.ts';
import type { TreeDrop, TreeLine } from '@formwork/ui/list/virtual-tree.tsx';

/** Siblings are read in pages of so many. */
export const treePage = 200;

export interface TreeNode {
  id: string;
  /** How many stand right below it. */
  children: number;
}

export interface TreePage<Node = Department> {
  rows: readonly Node[];
  total: number;
}

/** Names a page: the parent, and its place among the pages of that parent. */
export interface PageRef {
  parent: string | null;
  page: number;
}
export const pageKey = ({ parent, page }: PageRef): string => `${parent ?? ''}:${page}`;

/** The lines to show, those of pages not yet read among them; their ids are the keys of their pages with a place. */
export function linesOf<Node extends TreeNode>(
  pages: ReadonlyMap<string, TreePage<Node>>,
  expanded: ReadonlySet<string>,
): TreeLine<Node>[] {
  const lines: TreeLine<Node>[] = [];
  const add = (parent: string | null, level: number) => {
    const siblings = pages.get(pageKey({ parent, page: 0 }))?.total ?? (parent === null ? 0 : 1);
    for (let at = 0; at < siblings; at += 1) {
      const key = pageKey({ parent, page: Math.floor(at / treePage) });
      const node = pages.get(key)?.rows[at % treePage];
      const open = node !== undefined && node.children > 0 && expanded.has(node.id);
      const line = {
        id: node?.id ?? `${key}:${at}`,
        level,
        expandable: (node?.children ?? 0) > 0,
        expanded: open,
        place: at + 1,
        siblings,
      };
      lines.push(node ? { ...line, node } : line);
      if (open) add(node.id, level + 1);
    }
  };
  add(null, 1);
  return lines;
}

/** The page that a line without a node waits for. */
export function awaitedPage({ id }: Pick<TreeLine<unknown>, 'id'>): PageRef {
  const [parent = '', page = '0'] = id.split(':');
  return { parent: parent === '' ? null : parent, page: Number(page) };
}

/** Where a dropped department goes, as the server is told: below a parent, before one of its children or at the end. */
export function destinationOf(
  lines: readonly TreeLine<Department>[],
  { dragged, target, where }: TreeDrop,
): { parentId: string | null; beforeId: string | null } | undefined {
  const over = lines.find(({ id }) => id === target)?.node;
  if (!over) return undefined;
  if (where === 'inside') return { parentId: over.id, beforeId: null };
  const { parentId } = over;
  if (where === 'before') return { parentId, beforeId: over.id };
  const siblings = lines.filter(({ node }) => node?.parentId === parentId && node.id !== dragged);
  return { parentId, beforeId: siblings[siblings.findIndex(({ id }) => id === target) + 1]?.id ?? null };
}
