import {
  completeLayout,
  type FormDefinition,
  type LayoutItem,
  type Section,
  type SlaveTable,
} from '@formwork/contract/forms/definition.ts';
import { newElementId, type Field } from '@formwork/contract/forms/field.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import { toShown } from '@formwork/feel/names.ts';
import { fieldsOf, uniqueTitle, updateTable, type Place, type Selection } from './edits.ts';
import { inserted, placed } from './placing.ts';

/** Parts of a form on their way to another place, or another form. */
export interface Clip {
  /** Whole sections, or things that go into one. */
  sections: Section[];
  items: LayoutItem[];
  fields: Field[];
  tables: SlaveTable[];
}

export function copied(definition: FormDefinition, selection: Selection): Clip | undefined {
  const layout = completeLayout(definition);
  if (selection.kind === 'field' && selection.table !== undefined) {
    const field = fieldsOf(definition, selection.table).find(({ id }) => id === selection.field);
    return field && { sections: [], items: [{ kind: 'field', field: field.id }], fields: [field], tables: [] };
  }
  const sections =
    selection.kind === 'section'
      ? layout.filter(({ id }) => id === selection.section)
      : selection.kind === 'tabs'
        ? layout.filter(({ tabs }) => tabs === selection.tabs)
        : [];
  const id =
    selection.kind === 'field'
      ? selection.field
      : selection.kind === 'table'
        ? selection.table
        : selection.kind === 'item'
          ? selection.item
          : undefined;
  const items = layout.flatMap((section) => section.items).filter((item) => layoutItemId(item) === id);
  const ids = new Set([...items, ...sections.flatMap((section) => section.items)].map(layoutItemId));
  if (sections.length === 0 && items.length === 0) return undefined;
  return {
    sections: sections.map(({ tabs: _, ...section }) => section),
    items,
    fields: definition.fields.filter((field) => ids.has(field.id)),
    tables: definition.tables.filter((table) => ids.has(table.id)),
  };
}

/**
 * The form with what was copied, and what to select. Ids that are taken here are made anew, and expressions among the
 * copied parts follow; expressions that speak of something left behind keep its id and are told as problems.
 */
export function pasted(
  definition: FormDefinition,
  clip: Clip,
  place: Place,
): { definition: FormDefinition; selection: Selection } {
  const { sections, items, fields, tables } = withFreshIds(clip, takenIds(definition));
  if ('table' in place) {
    // a row holds fields alone
    const columns = [...fields, ...tables.flatMap((table) => table.fields)];
    if (columns.length === 0) return { definition, selection: { kind: 'table', table: place.table } };
    const next = columns.reduce(
      (now, field, at) =>
        updateTable(now, place.table, (table) => ({
          ...table,
          fields: inserted(table.fields, place.at + at, titled(now, field, place.table)),
        })),
      definition,
    );
    return { definition: next, selection: { kind: 'field', field: columns[0]!.id, table: place.table } };
  }
  const all = [...definition.fields];
  // each title beside those before it
  for (const field of fields) all.push(titled({ ...definition, fields: all }, field, undefined));
  let next: FormDefinition = { ...definition, fields: all, tables: [...definition.tables, ...tables] };
  items.forEach((item, at) => {
    next = placed(next, item, { section: place.section, at: place.at + at });
  });
  if (sections.length > 0) {
    const layout = definition.layout.length > 0 ? definition.layout : completeLayout(definition);
    const at = layout.findIndex(({ id }) => id === place.section) + 1 || layout.length;
    const tabs = layout[at - 1]?.tabs;
    next = {
      ...next,
      layout: layout.toSpliced(
        at,
        0,
        ...sections.map((section) => (tabs === undefined ? section : { ...section, tabs })),
      ),
    };
    return { definition: next, selection: { kind: 'section', section: sections[0]!.id } };
  }
  const [first] = items;
  return {
    definition: next,
    selection:
      first?.kind === 'field'
        ? { kind: 'field', field: first.field }
        : first?.kind === 'table'
          ? { kind: 'table', table: first.table }
          : { kind: 'item', section: place.section, item: first!.id },
  };
}

function titled(definition: FormDefinition, field: Field, table: string | undefined): Field {
  return { ...field, title: uniqueTitle(definition, field.title, table) };
}

function takenIds(definition: FormDefinition): Set<string> {
  return new Set([
    ...definition.fields.map(({ id }) => id),
    ...definition.tables.flatMap((table) => [table.id, ...table.fields.map(({ id }) => id)]),
    ...definition.layout.flatMap((section) => [section.id, ...section.items.map(layoutItemId)]),
    ...(definition.tabGroups ?? []).map(({ id }) => id),
  ]);
}

function withFreshIds(clip: Clip, taken: ReadonlySet<string>): Clip {
  const own = [
    ...clip.sections.map(({ id }) => id),
    ...[...clip.items, ...clip.sections.flatMap(({ items }) => items)].map(layoutItemId),
    ...clip.fields.map(({ id }) => id),
    ...clip.tables.flatMap((table) => [table.id, ...table.fields.map(({ id }) => id)]),
  ];
  const fresh = new Map([...new Set(own)].filter((id) => taken.has(id)).map((id) => [id, newElementId()]));
  if (fresh.size === 0) return structuredClone(clip);
  const names = [...fresh].map(([id, title]) => ({ id, title, ...inRows(clip, id, fresh) }));
  const moved = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string')
      return references.has(key) ? (fresh.get(value) ?? value) : expressions.has(key) ? toShown(value, names) : value;
    if (Array.isArray(value)) return value.map((inner) => moved(inner, key));
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, moved(inner, name)]));
    return value;
  };
  return moved(clip) as Clip;
}

/** In expressions a slave table is a list whose rows have fields. */
function inRows(clip: Clip, id: string, fresh: ReadonlyMap<string, string>) {
  const table = clip.tables.find((one) => one.id === id);
  return table && { fields: table.fields.map((field) => ({ id: field.id, title: fresh.get(field.id) ?? field.id })) };
}

const references = new Set(['id', 'field', 'table', 'totals', 'to']);
const expressions = new Set([
  'requiredIf',
  'readOnlyIf',
  'hiddenIf',
  'validIf',
  'uniqueIf',
  'optionsFormula',
  'defaultFormula',
  'expression',
  'foldedIf',
  'disabledIf',
  'address',
  'value',
]);
