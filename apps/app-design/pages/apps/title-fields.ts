import type { Text } from '@formwork/contract/text.ts';

/** A title from the two inputs of a dialog; a blank English side is left out. */
export function titleFrom(zh: string, en: string | undefined): Text {
  const english = en?.trim() ?? '';
  return english === '' ? { zh: zh.trim() } : { zh: zh.trim(), en: english };
}
