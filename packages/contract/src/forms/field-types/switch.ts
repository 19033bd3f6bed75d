import { z } from 'zod';
import { Text, textIn } from '../../text.ts';
import { flagFromText } from '../values/flags.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const SwitchConfig = z.object({ on: Text.optional(), off: Text.optional() });
export type SwitchConfig = z.infer<typeof SwitchConfig>;

export const switchType: FieldTypeSpec<SwitchConfig, boolean> = {
  version: 1,
  config: SwitchConfig,
  initial: {},
  kind: () => 'boolean',
  canBeUnique: 'words',
  parse: (value) => {
    if (value === true || value === 1 || value === '1' || value === 'true') return { value: true };
    if (value === false || value === 0 || value === '0' || value === 'false') return { value: false };
    return fail('records.value.not_flag');
  },
  fromText: (text, config) => {
    const word = text.trim();
    if (word === config.on?.zh || word === config.on?.en) return true;
    if (word === config.off?.zh || word === config.off?.en) return false;
    return flagFromText(word) ?? text;
  },
  toText: (value, config, options) => {
    const chinese = options.locale === 'zh-CN';
    return value
      ? textIn(config.on, options.locale) || (chinese ? '是' : 'Yes')
      : textIn(config.off, options.locale) || (chinese ? '否' : 'No');
  },
};
