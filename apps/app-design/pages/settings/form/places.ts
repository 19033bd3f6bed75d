import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import { completeLayout, restSection, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldsOf, type Place, type Selection } from './edits.ts';
import { isPart, type NewKind } from './parts.ts';

/** What is being dragged. */
export type Dragged = ({ add: NewKind } | { item: string } | { moved: string } | { column: string; table: string }) & {
  label: string;
};

/** Where it may be dropped. */
export type Target = Place;

/** Where something new goes that was clicked, not dragged: behind what is selected. */
export function placeAfter(definition: FormDefinition, selection: Selection, kind: NewKind): Place {
  const layout = completeLayout(definition);
  const forTable = !isPart(kind);
  if (forTable && selection.kind === 'table')
    return { table: selection.table, at: fieldsOf(definition, selection.table).length };
  if (forTable && selection.kind === 'field' && selection.table !== undefined) {
    return {
      table: selection.table,
      at: fieldsOf(definition, selection.table).findIndex(({ id }) => id === selection.field) + 1,
    };
  }
  const selected =
    selection.kind === 'field'
      ? (selection.table ?? selection.field)
      : selection.kind === 'table'
        ? selection.table
        : selection.kind === 'item'
          ? selection.item
          : undefined;
  for (const { id, items } of layout) {
    const at = items.findIndex((item) => layoutItemId(item) === selected);
    if (at >= 0) return { section: id, at: at + 1 };
  }
  const section =
    selection.kind === 'tabs'
      ? layout.findLast(({ tabs }) => tabs === selection.tabs)!
      : selection.kind === 'section'
        ? layout.find(({ id }) => id === selection.section)
        : layout.at(-1);
  return { section: section?.id ?? restSection, at: section?.items.length ?? 0 };
}
