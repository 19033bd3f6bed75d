import type { DictionaryItem } from '@formwork/contract/basedata/dictionaries.ts';
import type { TreeDrop, TreeLine } from '@formwork/ui/list/virtual-tree.tsx';

export interface Place {
  parentId: string | null;
  beforeId: string | null;
}

/** The entries to show, without what stands below a closed one. */
export function itemLines(items: readonly DictionaryItem[], closed: ReadonlySet<string>): TreeLine<DictionaryItem>[] {
  const below = Map.groupBy(items, ({ parentId }) => parentId);
  const walk = (parent: string | null, level: number): TreeLine<DictionaryItem>[] =>
    (below.get(parent) ?? []).flatMap((node, at, siblings) => {
      const expandable = below.has(node.id);
      const expanded = expandable && !closed.has(node.id);
      return [
        { id: node.id, level, node, expandable, expanded, place: at + 1, siblings: siblings.length },
        ...(expanded ? walk(node.id, level + 1) : []),
      ];
    });
  return walk(null, 1);
}

/** Where a dropped entry goes; inside another only where the dictionary is a tree. */
export function placeOf(
  items: readonly DictionaryItem[],
  { dragged, target, where }: TreeDrop,
  tree: boolean,
): Place | undefined {
  const over = items.find(({ id }) => id === target);
  if (!over) return undefined;
  if (where === 'inside' && tree) return { parentId: over.id, beforeId: null };
  if (where === 'before') return { parentId: over.parentId, beforeId: over.id };
  const siblings = siblingsOf(items, over.parentId).filter(({ id }) => id !== dragged);
  return { parentId: over.parentId, beforeId: siblings[siblings.findIndex(({ id }) => id === target) + 1]?.id ?? null };
}

/** One place up or down among its siblings; undefined at the end. */
export function stepped(items: readonly DictionaryItem[], item: DictionaryItem, by: -1 | 1): Place | undefined {
  const siblings = siblingsOf(items, item.parentId);
  const at = siblings.findIndex(({ id }) => id === item.id);
  const to = at + by;
  if (to < 0 || to >= siblings.length) return undefined;
  return { parentId: item.parentId, beforeId: siblings[by < 0 ? to : to + 1]?.id ?? null };
}

function siblingsOf(items: readonly DictionaryItem[], parentId: string | null): DictionaryItem[] {
  return items.filter((item) => item.parentId === parentId);
}
