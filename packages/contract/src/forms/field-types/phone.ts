import { z } from 'zod';
import { fail, type FieldTypeSpec } from './spec.ts';
import { parseText } from './text.ts';

export const PhoneConfig = z.object({ kind: z.enum(['any', 'mobile', 'landline']).default('any') });
export type PhoneConfig = z.infer<typeof PhoneConfig>;

const mobile = /^(?:\+?86[- ]?)?1[3-9]\d{9}$/;
const landline = /^(?:\+?86[- ]?)?(?:0\d{2,3}[- ]?)?[2-9]\d{6,7}(?:[-x转]\d{1,6})?$/;
const foreign = /^\+(?!86)\d{1,3}[- ]?\d(?:[- ]?\d){4,13}$/;

export function isMobile(text: string): boolean {
  return mobile.test(text);
}

export const phone: FieldTypeSpec<PhoneConfig, string> = {
  version: 1,
  config: PhoneConfig,
  initial: { kind: 'any' },
  kind: () => 'text',
  canBeUnique: 'column',
  parse: (value, config) => {
    const parsed = parseText(value, {}, 40);
    if (parsed.error || parsed.value === null) return parsed;
    const rules = { any: [mobile, landline, foreign], mobile: [mobile, foreign], landline: [landline] }[config.kind];
    return rules.some((rule) => rule.test(parsed.value ?? '')) ? parsed : fail('records.value.phone');
  },
  toText: (value) => value,
};
