import type { FormDefinition, LayoutItem, Section } from '@formwork/contract/forms/definition.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';

type Layout = Pick<FormDefinition, 'layout' | 'tabGroups'>;

/**
 * The layout as if these fields and tables were not there. A condition that speaks of them is left out; a button or an
 * embedded page whose address does goes as a whole.
 */
export function layoutWithout(
  { layout, tabGroups }: Layout,
  absent: ReadonlySet<string>,
  speaks: (text: string | undefined) => boolean,
): Layout {
  const quiet = <T extends object>(part: T): T =>
    Object.fromEntries(
      Object.entries(part).filter(([name, value]) => !(conditions.has(name) && speaks(value as string | undefined))),
    ) as T;
  const stays = (item: LayoutItem): boolean => {
    if ((item.kind === 'field' || item.kind === 'table') && absent.has(layoutItemId(item))) return false;
    if (item.kind === 'embed') return !speaks(item.address);
    if (item.kind !== 'button') return true;
    if (item.action.does === 'print') return true;
    return item.action.does === 'open'
      ? !speaks(item.action.address)
      : !item.action.values.some(({ field, value }) => absent.has(field) || speaks(value));
  };
  return {
    layout: layout.map((section): Section => quiet({ ...section, items: section.items.filter(stays).map(quiet) })),
    ...(tabGroups && { tabGroups: tabGroups.map(quiet) }),
  };
}

const conditions = new Set(['hiddenIf', 'foldedIf', 'disabledIf']);
