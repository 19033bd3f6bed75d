import type { Text } from '@formwork/contract/text.ts';

/** A title of two fields; an empty English side is left out. */
export function titleOf(zh: string, en: string): Text {
  return { zh: zh.trim(), ...(en.trim() === '' ? {} : { en: en.trim() }) };
}
