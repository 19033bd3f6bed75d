import { z } from 'zod';
import { fail, type FieldTypeSpec } from './spec.ts';
import { parseText } from './text.ts';

export const EmailConfig = z.object({});
export type EmailConfig = z.infer<typeof EmailConfig>;

const emailPattern =
  /^[A-Za-z0-9._%+'-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/;

export function isEmail(text: string): boolean {
  return text.length <= 254 && !text.includes('..') && emailPattern.test(text);
}

export const email: FieldTypeSpec<EmailConfig, string> = {
  version: 1,
  config: EmailConfig,
  initial: {},
  kind: () => 'text',
  canBeUnique: 'column',
  parse: (value) => {
    const parsed = parseText(value, {}, 254);
    return parsed.error || parsed.value === null || isEmail(parsed.value) ? parsed : fail('records.value.email');
  },
  toText: (value) => value,
};
