import type { Option } from '../forms/field-types/single-select.ts';
import type { TreeOption } from '../forms/field-types/tree-options.ts';
import type { DictionaryItem } from './dictionaries.ts';

/** The entries of a dictionary as options of a field; those below others are named with the way to them. */
export function optionsOf(items: readonly DictionaryItem[]): Option[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const wayTo = ({ parentId, ...item }: DictionaryItem): DictionaryItem['label'][] => {
    const above = parentId === null ? undefined : byId.get(parentId);
    return [...(above ? wayTo(above) : []), item.label];
  };
  return items.map((item) => {
    const way = wayTo(item);
    const isNamed = way.some(({ en }) => en !== undefined && en !== '');
    const label = {
      zh: way.map(({ zh }) => zh).join(' / '),
      ...(isNamed && { en: way.map(({ zh, en }) => en || zh).join(' / ') }),
    };
    return {
      id: item.code,
      label,
      ...(item.color && { color: item.color }),
      ...(isOff(item, byId) && { retired: true }),
    };
  });
}

/** The same as a tree: entries keep their own label and name the one above. */
export function treeOptionsOf(items: readonly DictionaryItem[]): TreeOption[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return items.map((item) => {
    const above = item.parentId === null ? undefined : byId.get(item.parentId);
    return {
      id: item.code,
      label: item.label,
      ...(item.color && { color: item.color }),
      ...(above && { parent: above.code }),
      ...(isOff(item, byId) && { retired: true }),
    };
  });
}

/** What stands below an entry out of use is not offered either. */
function isOff(item: DictionaryItem, byId: ReadonlyMap<string, DictionaryItem>): boolean {
  if (item.disabled) return true;
  const above = item.parentId === null ? undefined : byId.get(item.parentId);
  return above !== undefined && isOff(above, byId);
}
