import { z } from 'zod';
import { fail, type FieldTypeSpec } from './spec.ts';
import { FromDictionary, notOption, optionIdOf, optionLabel, Options, optionsIn } from './single-select.ts';

export const MultiSelectConfig = z.object({
  options: Options,
  dictionary: FromDictionary,
  max: z.int().min(1).max(500).optional(),
  shape: z.enum(['dropdown', 'checkboxes']).optional(),
});
export type MultiSelectConfig = z.infer<typeof MultiSelectConfig>;

export const multiSelect: FieldTypeSpec<MultiSelectConfig, string[]> = {
  version: 1,
  config: MultiSelectConfig,
  initial: { options: [] },
  kind: () => 'options',
  canBeUnique: 'words',
  parse: (value, config) => {
    if (!Array.isArray(value)) return notOption(config.options);
    const chosen = [...new Set(value as unknown[])];
    for (const id of chosen) {
      if (!config.options.some((option) => option.id === id)) return notOption(config.options);
    }
    if (config.max !== undefined && chosen.length > config.max)
      return fail('records.value.above_limit', { max: config.max });
    return { value: chosen.length ? (chosen as string[]) : null };
  },
  fromText: (text, config) => optionsIn(text, (label) => optionIdOf(label, config.options)),
  toText: (value, config, options) =>
    value.map((id) => optionLabel(id, config.options, options.locale)).join(options.locale === 'zh-CN' ? '、' : ', '),
};
