import type { EntryPlace, NavEntry } from '@formwork/contract/console/navigation.ts';
import type { Drop } from '@formwork/ui/drag/drag.tsx';

export interface Placed extends EntryPlace {
  id: string;
}

export const tabList = 'tab';
export const menuList = 'menu';
/** Name of the list of a group's entries, for dragging. */
export const groupList = (groupId: string): string => `in:${groupId}`;

export function listOf({ parentId, tab }: EntryPlace): string {
  return tab ? tabList : parentId === null ? menuList : groupList(parentId);
}

/** The entries with the one moved to a place of a list; undefined where it may not stand there. */
export function moved(entries: readonly NavEntry[], id: string, list: string, index: number): NavEntry[] | undefined {
  const entry = entries.find((one) => one.id === id);
  if (!entry || (entry.target.kind === 'group' && list !== menuList)) return undefined;
  const rest = entries.filter((one) => one.id !== id);
  const place: EntryPlace = { tab: list === tabList, parentId: list.startsWith('in:') ? list.slice(3) : null };
  const siblings = rest.filter((one) => listOf(one) === list);
  const before = siblings[index];
  const at = before ? rest.indexOf(before) : rest.length;
  return rest.toSpliced(at, 0, { ...entry, ...place });
}

/** A group dropped on the entries of another takes that one's place. */
export function dropped(entries: readonly NavEntry[], { id, to, index }: Drop): NavEntry[] | undefined {
  const isGroup = entries.find((one) => one.id === id)?.target.kind === 'group';
  if (!isGroup || !to.startsWith('in:')) return moved(entries, id, to, index);
  const over = entries.filter((one) => listOf(one) === menuList).findIndex((one) => groupList(one.id) === to);
  return moved(entries, id, menuList, over);
}

/** One place up or down in its list; undefined at the end. */
export function stepped(entries: readonly NavEntry[], entry: NavEntry, by: -1 | 1): NavEntry[] | undefined {
  const list = listOf(entry);
  const siblings = entries.filter((one) => listOf(one) === list);
  const to = siblings.findIndex(({ id }) => id === entry.id) + by;
  return to < 0 || to >= siblings.length ? undefined : moved(entries, entry.id, list, to);
}
