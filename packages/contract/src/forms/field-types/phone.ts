import { z } from 'zod';
import { fail, type FieldTypeSpec } from './spec.ts';
import { parseText } from './text.ts';

export const PhoneConfig = z.object({ kind: z.enum(['any', 'mobile', 'landline']).default('any') });
export type PhoneConfig = z.infer<typeof PhoneConfig>;

const mobile = /^(?:\+?86[- ]?)?1[3-9]\d{9}$/;
const landline = /^(?:\+?86[- ]?)?(?:(?:0\d{2,3}[- ]?|[(]0\d{2,3}[)][- ]?))?[2-9]\d{6,7}(?:[-x转]\d{1,6})?$/;
/** Numbers that companies are called at: 400, 800, 95xxx. */
const service = /^(?:[48]00[- ]?\d{3}[- ]?\d{4}|95\d{3,4})$/;
/** As phones group the digits of a mobile number when it is copied. */
const grouped = /^(?:(?:\+|00)?86[- ]?)?1[3-9]\d[- ]\d{4}[- ]\d{4}$/;
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
    const half = parsed.value.normalize('NFKC');
    const plain = (grouped.test(half) ? half.replace(/[- ]/g, '') : half).replace(/^0086[- ]?/, '+86');
    const rules = {
      any: [mobile, landline, service, foreign],
      mobile: [mobile, foreign],
      landline: [landline, service],
    }[config.kind];
    return rules.some((rule) => rule.test(plain)) ? { value: plain } : fail('records.value.phone');
  },
  toText: (value) => value,
};
