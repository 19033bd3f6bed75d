import {
  completeLayout,
  type FormDefinition,
  type LayoutItem,
  type Section,
} from '@formwork/contract/forms/definition.ts';
import { newElementId } from '@formwork/contract/forms/field.ts';
import type { TabGroup } from '@formwork/contract/forms/layout-parts.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { PartKind } from './parts.ts';
import { placed } from './placing.ts';

/** Edits of sections, tabs and what stands in them beside fields. */

export type NewItem = Exclude<PartKind, 'section' | 'tabs' | 'table'>;

export function addItem(
  definition: FormDefinition,
  kind: NewItem,
  text: Text,
  place: { section: string; at: number },
  id = newElementId(),
): FormDefinition {
  return placed(definition, newItem(kind, text, id), place);
}

function newItem(kind: NewItem, text: Text, id: string): LayoutItem {
  switch (kind) {
    case 'remark':
      return { kind, id, text };
    case 'divider':
      return { kind, id, title: text };
    case 'button':
      return { kind, id, title: text, action: { does: 'open', address: '' } };
    case 'embed':
      return { kind, id, title: text, address: '', height: 360 };
  }
}

/** A new section behind the one that is named, in the same tabs; without one at the end. */
export function addSection(
  definition: FormDefinition,
  title: Text,
  after?: string,
  id = newElementId(),
): FormDefinition {
  const layout = completeLayout(definition);
  const at = after === undefined ? layout.length : layout.findIndex((section) => section.id === after) + 1;
  const tabs = after === undefined ? undefined : layout[at - 1]?.tabs;
  return {
    ...definition,
    layout: layout.toSpliced(at, 0, { id, title, columns: 2, items: [], ...(tabs !== undefined && { tabs }) }),
  };
}

/** Two sections as tabs, behind the block in which the named section stands. */
export function addTabs(definition: FormDefinition, title: Text, after: string, id = newElementId()): FormDefinition {
  const layout = completeLayout(definition);
  const named = layout.find((section) => section.id === after);
  const at =
    named?.tabs === undefined
      ? layout.findIndex((section) => section.id === after)
      : layout.findLastIndex((section) => section.tabs === named.tabs);
  const section = (number: number): Section => ({
    id: newElementId(),
    title: { zh: `${title.zh}${number}`, ...(title.en !== undefined && { en: `${title.en} ${number}` }) },
    columns: 2,
    items: [],
    tabs: id,
  });
  return {
    ...definition,
    layout: layout.toSpliced(at + 1, 0, section(1), section(2)),
    tabGroups: [...(definition.tabGroups ?? []), { id, style: 'tabs' }],
  };
}

export function updateTabs(definition: FormDefinition, id: string, change: Partial<TabGroup>): FormDefinition {
  return {
    ...definition,
    tabGroups: (definition.tabGroups ?? []).map((group) =>
      group.id === id ? withoutBlank({ ...group, ...change }) : group,
    ),
  };
}

/** The tabs go, their sections stay below each other. */
export function removeTabs(definition: FormDefinition, id: string): FormDefinition {
  return withoutEmptyTabs({
    ...definition,
    layout: completeLayout(definition).map((section) => (section.tabs === id ? withoutTabs(section) : section)),
  });
}

/** Puts a section into a group of tabs, behind its last one, or out of its group. */
export function putInTabs(definition: FormDefinition, id: string, tabs: string | undefined): FormDefinition {
  const layout = completeLayout(definition);
  const section = layout.find((own) => own.id === id);
  if (!section || section.tabs === tabs) return definition;
  const rest = layout.filter((own) => own !== section);
  const neighbour = rest.findLastIndex((own) => own.tabs === (tabs ?? section.tabs));
  const at = neighbour < 0 ? layout.indexOf(section) : neighbour + 1;
  return withoutEmptyTabs({
    ...definition,
    layout: rest.toSpliced(at, 0, tabs === undefined ? withoutTabs(section) : { ...section, tabs }),
  });
}

/** A section takes the place of another one, and joins its tabs. */
export function moveSection(definition: FormDefinition, id: string, onto: string): FormDefinition {
  const layout = completeLayout(definition);
  const from = layout.findIndex((section) => section.id === id);
  const to = layout.findIndex((section) => section.id === onto);
  if (from < 0 || to < 0 || from === to) return definition;
  const { tabs } = layout[to]!;
  const moved = tabs === undefined ? withoutTabs(layout[from]!) : { ...layout[from]!, tabs };
  return withoutEmptyTabs({ ...definition, layout: layout.toSpliced(from, 1).toSpliced(to, 0, moved) });
}

/** One place up or down; at the border of a group of tabs a section goes in or out. */
export function shiftSection(definition: FormDefinition, id: string, by: -1 | 1): FormDefinition {
  const layout = completeLayout(definition);
  const at = layout.findIndex((section) => section.id === id);
  const next = layout[at + by];
  const section = layout[at];
  if (!section) return definition;
  if (section.tabs !== undefined && section.tabs !== next?.tabs)
    return withoutEmptyTabs({ ...definition, layout: layout.with(at, withoutTabs(section)) });
  if (!next) return definition;
  if (next.tabs !== undefined && next.tabs !== section.tabs)
    return { ...definition, layout: layout.with(at, { ...section, tabs: next.tabs }) };
  return { ...definition, layout: layout.with(at, next).with(at + by, section) };
}

/** A group nobody belongs to any more is none. */
export function withoutEmptyTabs(definition: FormDefinition): FormDefinition {
  const used = new Set(definition.layout.map(({ tabs }) => tabs));
  const groups = definition.tabGroups?.filter(({ id }) => used.has(id));
  if (!definition.tabGroups || groups?.length === definition.tabGroups.length) return definition;
  const { tabGroups: _, ...rest } = definition;
  return groups?.length ? { ...rest, tabGroups: groups } : rest;
}

function withoutTabs({ tabs: _, ...section }: Section): Section {
  return section;
}

function withoutBlank<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;
}
