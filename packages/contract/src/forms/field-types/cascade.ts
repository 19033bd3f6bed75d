import { z } from 'zod';
import { FromDictionary, notOption } from './single-select.ts';
import { fail, type FieldTypeSpec } from './spec.ts';
import { isLeaf, treeIdOf, TreeOptions, wayText, wayTo } from './tree-options.ts';

export const CascadeConfig = z.object({
  options: TreeOptions,
  dictionary: FromDictionary,
  /** May end before the last level. */
  anyLevel: z.boolean().optional(),
});
export type CascadeConfig = z.infer<typeof CascadeConfig>;

/** One node of a tree, chosen level by level. The value is the way to it: so a filter by what is above finds what is below. */
export const cascade: FieldTypeSpec<CascadeConfig, string[]> = {
  version: 1,
  config: CascadeConfig,
  initial: { options: [] },
  kind: () => 'options',
  canBeUnique: 'words',
  parse: (value, { options, anyLevel }) => {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    const way = typeof last === 'string' ? wayTo(last, options).map(({ id }) => id) : [];
    const chosen = way.at(-1);
    if (chosen === undefined) return notOption(options);
    return anyLevel || isLeaf(chosen, options) ? { value: way } : fail('records.value.not_last_level');
  },
  fromText: (text, { options }) => treeIdOf(text, options) ?? text,
  toText: (value, { options }, { locale }) => wayText(value.at(-1) ?? '', options, locale),
};
