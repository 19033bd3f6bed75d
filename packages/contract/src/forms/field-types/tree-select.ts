import { z } from 'zod';
import { textIn } from '../../text.ts';
import { FromDictionary, notOption, optionLabel, optionsIn } from './single-select.ts';
import { fail, type FieldTypeSpec } from './spec.ts';
import { isLeaf, treeIdOf, treeOf, TreeOptions, wayText, type TreeOption } from './tree-options.ts';

export const TreeSelectConfig = z.object({
  options: TreeOptions,
  dictionary: FromDictionary,
  multiple: z.boolean().default(false),
  max: z.int().min(1).max(500).optional(),
  /** Only what has nothing below it. */
  leavesOnly: z.boolean().optional(),
});
export type TreeSelectConfig = z.infer<typeof TreeSelectConfig>;

/** Nodes of a tree: a list of ids, also where only one may be chosen. */
export const treeSelect: FieldTypeSpec<TreeSelectConfig, string[]> = {
  version: 1,
  config: TreeSelectConfig,
  initial: { options: [], multiple: false },
  kind: () => 'options',
  canBeUnique: 'words',
  parse: (value, { options, multiple, max = 500, leavesOnly }) => {
    const chosen = [...new Set<unknown>(Array.isArray(value) ? value : [value])];
    for (const id of chosen) {
      if (typeof id !== 'string' || !treeOf(options).byId.has(id)) return notOption(options);
      if (leavesOnly && !isLeaf(id, options)) return fail('records.value.not_last_level');
    }
    if (!multiple && chosen.length > 1) return fail('records.value.not_multiple');
    if (chosen.length > max) return fail('records.value.above_limit', { max });
    return { value: chosen.length > 0 ? (chosen as string[]) : null };
  },
  fromText: (text, { options }) => optionsIn(text, (label) => treeIdOf(label, options)),
  toText: (value, { options }, { locale }) =>
    value.map((id) => labelOf(id, options, locale)).join(locale === 'zh-CN' ? '、' : ', '),
};

/** The way to it where another has the same label: what is written can be read back. */
function labelOf(id: string, options: readonly TreeOption[], locale: string): string {
  const label = optionLabel(id, options, locale);
  return options.filter((option) => textIn(option.label, locale) === label).length > 1
    ? wayText(id, options, locale)
    : label;
}
