import { completeLayout, type FormDefinition, type LayoutItem, type Section } from './definition.ts';
import type { TabGroup } from './layout-parts.ts';

/** What stands below each other in a form: a section, or the sections of a group of tabs at the place of its first. */
export type LayoutBlock =
  | { kind: 'section'; section: Section }
  | { kind: 'tabs'; group: TabGroup; sections: Section[] };

export function layoutBlocks(definition: FormDefinition): LayoutBlock[] {
  const groups = new Map((definition.tabGroups ?? []).map((group) => [group.id, group]));
  const made = new Map<string, Extract<LayoutBlock, { kind: 'tabs' }>>();
  const blocks: LayoutBlock[] = [];
  for (const section of completeLayout(definition)) {
    const group = section.tabs === undefined ? undefined : groups.get(section.tabs);
    if (!group) {
      blocks.push({ kind: 'section', section });
      continue;
    }
    const block = made.get(group.id);
    if (block) block.sections.push(section);
    else {
      const first: LayoutBlock = { kind: 'tabs', group, sections: [section] };
      made.set(group.id, first);
      blocks.push(first);
    }
  }
  return blocks;
}

export function layoutItemId(item: LayoutItem): string {
  return item.kind === 'field' ? item.field : item.kind === 'table' ? item.table : item.id;
}
