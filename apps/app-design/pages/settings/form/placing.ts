import { completeLayout, type FormDefinition, type LayoutItem } from '@formwork/contract/forms/definition.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';

/** Puts an item at its place, and takes it away from where it stood. */
export function placed(
  definition: FormDefinition,
  item: LayoutItem,
  { section, at }: { section: string; at: number },
): FormDefinition {
  const known = new Set(definition.layout.map(({ id }) => id));
  const layout = completeLayout(definition)
    .map((own) => ({ ...own, items: own.items.filter((other) => layoutItemId(other) !== layoutItemId(item)) }))
    // what no section named stood in a section made up for it; with its only item placed it is not needed
    .filter((own) => known.has(own.id) || own.items.length > 0);
  // a form may have no section at all: its first thing makes one
  if (!layout.some(({ id }) => id === section))
    return { ...definition, layout: [...layout, { id: section, columns: 2, items: [item] }] };
  return {
    ...definition,
    layout: layout.map((own) => (own.id === section ? { ...own, items: inserted(own.items, at, item) } : own)),
  };
}

export function inserted<T>(list: readonly T[], at: number, item: T): T[] {
  return [...list.slice(0, at), item, ...list.slice(at)];
}
