import {
  completeLayout,
  type FormDefinition,
  type LayoutItem,
  type Section,
} from '@formwork/contract/forms/definition.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import type { ButtonAction } from '@formwork/contract/forms/layout-parts.ts';
import { textIn } from '@formwork/contract/text.ts';
import { tabsName } from './definition-settings.ts';
import {
  fieldTitle,
  flag,
  formula,
  text,
  titleAmong,
  written,
  type Around,
  type Said,
  type Setting,
  type Settings,
} from './setting.ts';

type Item<Kind extends LayoutItem['kind']> = Omit<Extract<LayoutItem, { kind: Kind }>, 'kind'>;

const hiddenIf = formula('design.field.hidden_if');
const title = text('design.field.title');

export const sectionSettings: Settings<Omit<Section, 'id'>> = {
  title,
  columns: written('design.form.columns'),
  folded: flag('design.form.folded'),
  foldedIf: formula('design.form.folded_if'),
  hiddenIf,
  tabs: { label: 'design.form.in_tabs', say: tabsText },
  items: { label: 'design.version.contents', say: (items, around) => items.map((item) => itemName(item, around)) },
};

/** What stands in a section; its id is no setting. */
export const itemSettings: { [Kind in LayoutItem['kind']]: Settings<Item<Kind>> } = {
  field: { field: null, span: { label: 'design.form.span', say: (span = 1) => String(span) } },
  table: { table: null, hiddenIf },
  remark: { id: null, text: text('design.form.remark_text'), hiddenIf },
  divider: { id: null, title, hiddenIf },
  button: {
    id: null,
    title,
    primary: flag('design.form.primary'),
    action: { label: 'design.form.action', say: actionText },
    disabledIf: formula('design.form.disabled_if'),
    hiddenIf,
  },
  embed: { id: null, title, address: formula('design.form.address'), height: written('design.form.height'), hiddenIf },
};

/** A part of the layout by its name, with all that can be set of it. */
export interface LayoutPart {
  id: string;
  name: string;
  owner: object;
  settings: Readonly<Record<string, Setting<unknown, object> | null>>;
}

export function layoutParts(around: Around): LayoutPart[] {
  return completeLayout(around.definition).flatMap((section, at) => [
    {
      id: section.id,
      name: sectionName(section, at, around),
      owner: section,
      settings: sectionSettings as LayoutPart['settings'],
    },
    ...section.items.map((item): LayoutPart => ({
      id: layoutItemId(item),
      name: itemName(item, around),
      owner: item,
      settings: itemSettings[item.kind] as LayoutPart['settings'],
    })),
  ]);
}

export function sectionNames(around: Around): string[] {
  return completeLayout(around.definition).map((section, at) => sectionName(section, at, around));
}

function sectionName(section: Section, at: number, { t, locale }: Around): string {
  return textIn(section.title, locale) || `${t('design.form.section')} ${at + 1}`;
}

function itemName(item: LayoutItem, around: Around): string {
  const { t, locale, definition } = around;
  if (item.kind === 'field') return fieldTitle(item.field, around);
  if (item.kind === 'table') return titleAmong(item.table, definition.tables, around);
  const own = textIn(item.kind === 'remark' ? item.text : item.title, locale);
  return own === ''
    ? t(`design.form.${item.kind}`)
    : `${t(`design.form.${item.kind}`)} “${own.length > 30 ? `${own.slice(0, 30)}…` : own}”`;
}

function tabsText(id: string | undefined, around: Around): string {
  const groups: FormDefinition['tabGroups'] = around.definition.tabGroups ?? [];
  const at = groups.findIndex((group) => group.id === id);
  return id === undefined ? '' : at < 0 ? around.t('design.version.gone') : tabsName(groups[at]!.style, at, around);
}

function actionText(action: ButtonAction, around: Around): Said {
  const { t } = around;
  const does = t(`design.form.does_${action.does}`);
  if (action.does === 'open')
    return [does, around.formula(action.address), action.newWindow ? t('design.form.new_window') : ''].filter(
      (line) => line !== '',
    );
  if (action.does === 'print')
    return [does, action.template === null ? t('design.form.template_none') : around.template(action.template)];
  return [does, ...action.values.map(({ field, value }) => `${fieldTitle(field, around)} = ${around.formula(value)}`)];
}
