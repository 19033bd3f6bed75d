import { z } from 'zod';
import { Text, Title } from '../text.ts';
import { ElementId, Feel, Field, newElementId } from './field.ts';
import { RowGenerator } from './row-generator.ts';
import { EmbeddedPage, LayoutButton, TabGroup } from './layout-parts.ts';

/** A slave table: its rows belong to one record of the main table and are saved with it. */
export const SlaveTable = z.object({
  id: ElementId,
  title: Title,
  help: Text.optional(),
  fields: z.array(Field).max(200),
  minRows: z.int().min(0).max(5000).optional(),
  maxRows: z.int().min(1).max(5000).optional(),
  /** Fields whose column shows its total below. */
  totals: z.array(ElementId).max(200).optional(),
  /** Rules that make many rows at once. */
  generators: z.array(RowGenerator).max(20).optional(),
});
export type SlaveTable = z.infer<typeof SlaveTable>;

const PlacedField = z.object({
  kind: z.literal('field'),
  field: ElementId,
  /** Columns it takes. */ span: z.int().min(1).max(4).optional(),
});
const PlacedTable = z.object({
  kind: z.literal('table'),
  table: ElementId,
  /** FEEL, true = not shown, and then nothing in it is required. */ hiddenIf: Feel.optional(),
});
const Remark = z.object({ kind: z.literal('remark'), id: ElementId, text: Text, hiddenIf: Feel.optional() });
const Divider = z.object({
  kind: z.literal('divider'),
  id: ElementId,
  title: Text.optional(),
  hiddenIf: Feel.optional(),
});

export const LayoutItem = z.discriminatedUnion('kind', [
  PlacedField,
  PlacedTable,
  Remark,
  Divider,
  LayoutButton,
  EmbeddedPage,
]);
export type LayoutItem = z.infer<typeof LayoutItem>;

export const Section = z.object({
  id: ElementId,
  title: Text.optional(),
  columns: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  folded: z.boolean().optional(),
  /** FEEL, true = folded, false = open; people may still open and fold it. */
  foldedIf: Feel.optional(),
  /** FEEL, true = not shown, and then nothing in it is required. */
  hiddenIf: Feel.optional(),
  /** The group of tabs it belongs to. */
  tabs: ElementId.optional(),
  items: z.array(LayoutItem).max(500),
});
export type Section = z.infer<typeof Section>;

/** One main table, its slave tables and how a record looks. The draft is edited; a release is a copy that never changes. */
export const FormDefinition = z.object({
  /** Version of this shape. */
  format: z.literal(1),
  title: Title,
  help: Text.optional(),
  fields: z.array(Field).max(500),
  tables: z.array(SlaveTable).max(30),
  layout: z.array(Section).max(100),
  tabGroups: z.array(TabGroup).max(30).optional(),
  /** The field that names a record in lists, messages and links. */
  titleField: ElementId.nullable(),
  /** Columns of a list nobody arranged yet; ids of fields, system fields included. Left out: the first eight. */
  listFields: z.array(z.string()).max(100).optional(),
});
export type FormDefinition = z.infer<typeof FormDefinition>;

export function blankDefinition(title: Text): FormDefinition {
  return {
    format: 1,
    title,
    fields: [],
    tables: [],
    layout: [{ id: newElementId(), columns: 2, items: [] }],
    titleField: null,
  };
}

/** The section of what nobody placed. */
export const restSection = 'rest';

/** The layout with everything placed: what no section names stands in a last one, so nothing gets lost. */
export function completeLayout(definition: FormDefinition): Section[] {
  const placed = new Set(
    definition.layout.flatMap(({ items }) =>
      items.map((item) => (item.kind === 'field' ? item.field : item.kind === 'table' ? item.table : item.id)),
    ),
  );
  const fields = definition.fields
    .filter(({ id }) => !placed.has(id))
    .map(({ id }): LayoutItem => ({ kind: 'field', field: id }));
  const tables = definition.tables
    .filter(({ id }) => !placed.has(id))
    .map(({ id }): LayoutItem => ({ kind: 'table', table: id }));
  const known = new Set([...definition.fields, ...definition.tables].map(({ id }) => id));
  const sections = definition.layout.map((section) => ({
    ...section,
    items: section.items.filter((item) =>
      item.kind === 'field' ? known.has(item.field) : item.kind === 'table' ? known.has(item.table) : true,
    ),
  }));
  const rest = [...fields, ...tables];
  if (rest.length === 0) return sections;
  // a layout that was saved as shown here has this section already: two of the same name would place everything twice
  const last = sections.findIndex(({ id }) => id === restSection);
  return last < 0
    ? [...sections, { id: restSection, columns: 2, items: rest }]
    : sections.with(last, { ...sections[last]!, items: [...sections[last]!.items, ...rest] });
}
