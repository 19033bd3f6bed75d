import type { FormDefinition, LayoutItem, Section, SlaveTable } from '@formwork/contract/forms/definition.ts';
import { completeLayout } from '@formwork/contract/forms/definition.ts';
import { newElementId, newField, type Field } from '@formwork/contract/forms/field.ts';
import { fieldTypeSpec, type FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import type { Text } from '@formwork/contract/text.ts';
import { removeTabs, withoutEmptyTabs } from './layout-edits.ts';
import { inserted, placed } from './placing.ts';

/** Every edit is a function from one definition to the next; undo keeps the one before. */

/** Where something stands: a section of the main form, or the columns of a slave table. */
export type Place = { section: string; at: number } | { table: string; at: number };

/** What is selected in the designer. */
export type Selection =
  | { kind: 'form' }
  | { kind: 'section'; section: string }
  | { kind: 'tabs'; tabs: string }
  | { kind: 'field'; field: string; table?: string | undefined }
  | { kind: 'table'; table: string }
  | { kind: 'item'; section: string; item: string };

/** The part with that id, wherever it stands: a jump from elsewhere knows no more. */
export function selectionOf(definition: FormDefinition, id: string): Selection {
  if (definition.fields.some((field) => field.id === id)) return { kind: 'field', field: id };
  for (const table of definition.tables) {
    if (table.id === id) return { kind: 'table', table: id };
    if (table.fields.some((field) => field.id === id)) return { kind: 'field', field: id, table: table.id };
  }
  for (const section of completeLayout(definition)) {
    if (section.id === id) return { kind: 'section', section: id };
    if (section.items.some((item) => layoutItemId(item) === id)) return { kind: 'item', section: section.id, item: id };
  }
  return { kind: 'form' };
}

export function addField(
  definition: FormDefinition,
  type: FieldType,
  title: Text,
  place: Place,
  id = newElementId(),
): FormDefinition {
  const made = newField(type, uniqueTitle(definition, title, 'table' in place ? place.table : undefined), id) as Field;
  const field: Field = fieldTypeSpec(type).uniqueAtFirst ? { ...made, unique: true } : made;
  if ('table' in place)
    return updateTable(definition, place.table, (table) => ({
      ...table,
      fields: inserted(table.fields, place.at, field),
    }));
  return placed({ ...definition, fields: [...definition.fields, field] }, { kind: 'field', field: id }, place);
}

export function addTable(
  definition: FormDefinition,
  title: Text,
  place: { section: string; at: number },
  id = newElementId(),
): FormDefinition {
  const table: SlaveTable = { id, title, fields: [] };
  return placed({ ...definition, tables: [...definition.tables, table] }, { kind: 'table', table: id }, place);
}

export function updateField(
  definition: FormDefinition,
  id: string,
  table: string | undefined,
  change: Partial<Field>,
): FormDefinition {
  const patch = (fields: Field[]) =>
    fields.map((field) => (field.id === id ? (withoutUndefined({ ...field, ...change }) as Field) : field));
  if (table !== undefined) return updateTable(definition, table, (own) => ({ ...own, fields: patch(own.fields) }));
  return { ...definition, fields: patch(definition.fields) };
}

export function updateTable(
  definition: FormDefinition,
  id: string,
  change: (table: SlaveTable) => SlaveTable,
): FormDefinition {
  return {
    ...definition,
    tables: definition.tables.map((table) => (table.id === id ? withoutUndefined(change(table)) : table)),
  };
}

export function updateSection(definition: FormDefinition, id: string, change: Partial<Section>): FormDefinition {
  return {
    ...definition,
    layout: completeLayout(definition).map((section) =>
      section.id === id ? withoutUndefined({ ...section, ...change }) : section,
    ),
  };
}

export function updateItem(
  definition: FormDefinition,
  section: string,
  id: string,
  change: (item: LayoutItem) => LayoutItem,
): FormDefinition {
  return {
    ...definition,
    layout: completeLayout(definition).map((own) =>
      own.id === section
        ? { ...own, items: own.items.map((item) => (layoutItemId(item) === id ? change(item) : item)) }
        : own,
    ),
  };
}

/** Removes what is selected; a section's contents go to the one before it, the last section stays. */
export function remove(definition: FormDefinition, selection: Selection): FormDefinition {
  const layout = completeLayout(definition);
  if (selection.kind === 'field') {
    if (selection.table !== undefined)
      return updateTable(definition, selection.table, (table) => ({
        ...table,
        fields: table.fields.filter(({ id }) => id !== selection.field),
        totals: table.totals?.filter((id) => id !== selection.field),
      }));
    return {
      ...definition,
      layout: withoutItem(layout, selection.field),
      fields: definition.fields.filter(({ id }) => id !== selection.field),
      titleField: definition.titleField === selection.field ? null : definition.titleField,
      listFields: definition.listFields?.filter((id) => id !== selection.field),
    };
  }
  if (selection.kind === 'table')
    return {
      ...definition,
      layout: withoutItem(layout, selection.table),
      tables: definition.tables.filter(({ id }) => id !== selection.table),
    };
  if (selection.kind === 'item') return { ...definition, layout: withoutItem(layout, selection.item) };
  if (selection.kind === 'tabs') return removeTabs(definition, selection.tabs);
  if (selection.kind === 'section' && layout.length > 1) {
    const at = layout.findIndex(({ id }) => id === selection.section);
    const heir = at === 0 ? 1 : at - 1;
    return withoutEmptyTabs({
      ...definition,
      layout: layout
        .map((section, place) =>
          place === heir ? { ...section, items: [...section.items, ...layout[at]!.items] } : section,
        )
        .filter(({ id }) => id !== selection.section),
    });
  }
  return definition;
}

/** Moves an item of the layout, within its section or to another. */
export function moveItem(definition: FormDefinition, id: string, to: { section: string; at: number }): FormDefinition {
  const layout = completeLayout(definition);
  const from = layout.find(({ items }) => items.some((item) => layoutItemId(item) === id));
  const item = from?.items.find((candidate) => layoutItemId(candidate) === id);
  if (!from || !item) return definition;
  const before = from.id === to.section && from.items.findIndex((candidate) => layoutItemId(candidate) === id) < to.at;
  return placed({ ...definition, layout: withoutItem(layout, id) }, item, {
    section: to.section,
    at: before ? to.at - 1 : to.at,
  });
}

export function moveColumn(definition: FormDefinition, table: string, id: string, at: number): FormDefinition {
  return updateTable(definition, table, (own) => {
    const field = own.fields.find((candidate) => candidate.id === id);
    if (!field) return own;
    const from = own.fields.indexOf(field);
    return {
      ...own,
      fields: inserted(
        own.fields.filter(({ id: other }) => other !== id),
        from < at ? at - 1 : at,
        field,
      ),
    };
  });
}

/** A copy beside the original, with ids of its own. */
export function duplicateField(
  definition: FormDefinition,
  id: string,
  table: string | undefined,
  copy = newElementId(),
): FormDefinition {
  const fields = table === undefined ? definition.fields : definition.tables.find((own) => own.id === table)!.fields;
  const at = fields.findIndex((field) => field.id === id);
  const field = { ...structuredClone(fields[at]!), id: copy, title: uniqueTitle(definition, fields[at]!.title, table) };
  if (table !== undefined)
    return updateTable(definition, table, (own) => ({ ...own, fields: inserted(own.fields, at + 1, field) }));
  const section = completeLayout(definition).find(({ items }) => items.some((item) => layoutItemId(item) === id))!;
  return placed(
    { ...definition, fields: [...definition.fields, field] },
    { kind: 'field', field: copy },
    { section: section.id, at: section.items.findIndex((item) => layoutItemId(item) === id) + 1 },
  );
}

export function fieldsOf(definition: FormDefinition, table: string | undefined): Field[] {
  return table === undefined ? definition.fields : (definition.tables.find(({ id }) => id === table)?.fields ?? []);
}

function withoutItem(layout: Section[], id: string): Section[] {
  return layout.map((section) => ({ ...section, items: section.items.filter((item) => layoutItemId(item) !== id) }));
}

/** Titles are what formulas show, so two of the same would be unreadable. */
export function uniqueTitle(definition: FormDefinition, title: Text, table: string | undefined): Text {
  const taken = new Set(fieldsOf(definition, table).map((field) => field.title.zh));
  if (!taken.has(title.zh)) return title;
  let n = 2;
  while (taken.has(`${title.zh}${n}`)) n++;
  return { zh: `${title.zh}${n}`, ...(title.en === undefined ? {} : { en: `${title.en} ${n}` }) };
}

/** An emptied setting is left out rather than kept as undefined: definitions are compared and sent as JSON. */
function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;
}
