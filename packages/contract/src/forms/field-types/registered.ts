import { z } from 'zod';
import { isCreditCode, isIdNumber } from '../../registered-numbers.ts';
import { fail, type FieldTypeSpec, type ValueErrorCode } from './spec.ts';
import { parseText } from './text.ts';

/** Identity numbers, credit codes and postal codes have nothing to set: what is right is written in a standard. */
export const RegisteredConfig = z.object({});
export type RegisteredConfig = z.infer<typeof RegisteredConfig>;

export const identityNumber = registered(isIdNumber, 'records.value.identity_number');
export const creditCode = registered(isCreditCode, 'records.value.credit_code');
/** Six digits, of which the first two name a province (GB/T 2260 has no 9). */
export const postalCode = registered((text) => /^[0-8]\d{5}$/.test(text), 'records.value.postal_code');

function registered(
  isRight: (text: string) => boolean,
  refusal: ValueErrorCode,
): FieldTypeSpec<RegisteredConfig, string> {
  return {
    version: 1,
    config: RegisteredConfig,
    initial: {},
    kind: () => 'text',
    canBeUnique: 'column',
    parse: (value) => {
      const parsed = parseText(value, {}, 40);
      if (parsed.error || parsed.value === null) return parsed;
      const plain = parsed.value.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
      return isRight(plain) ? { value: plain } : fail(refusal);
    },
    toText: (value) => value,
  };
}
