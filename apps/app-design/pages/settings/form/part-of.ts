import { completeLayout, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import type { Selection } from './edits.ts';

/** Where a part of the layout is found in the designer, and what it is called there. */
export function partOf(
  definition: FormDefinition,
  part: string,
  locale: string,
  t: Translate,
): { name: string; selection: Selection } {
  for (const section of completeLayout(definition)) {
    if (section.id === part)
      return {
        name: textIn(section.title, locale) || t('design.form.section'),
        selection: { kind: 'section', section: part },
      };
    const item = section.items.find((own) => layoutItemId(own) === part);
    if (item?.kind === 'table')
      return {
        name: textIn(definition.tables.find(({ id }) => id === part)?.title, locale),
        selection: { kind: 'table', table: part },
      };
    if (item)
      return {
        name: 'title' in item && item.title ? textIn(item.title, locale) : t(`design.form.${item.kind}`),
        selection: { kind: 'item', section: section.id, item: part },
      };
  }
  return definition.tabGroups?.some(({ id }) => id === part)
    ? { name: t('design.form.tabs'), selection: { kind: 'tabs', tabs: part } }
    : { name: '', selection: { kind: 'form' } };
}
