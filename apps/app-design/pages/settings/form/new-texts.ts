import type { Text } from '@formwork/contract/text.ts';
import en from '@formwork/web/i18n/design.en.json';
import zh from '@formwork/web/i18n/design.zh-CN.json';

/** The first title of something new in a form. English stays empty, so that English readers see the Chinese title once it has one, and no name of a type. */
export function firstTitle(key: string): Text {
  return { zh: bothTexts(key).zh };
}

/** A text of the dictionary in both languages, as the first title of something new. */
export function bothTexts(key: string): Text {
  return { zh: (zh as Record<string, string>)[key] ?? key, en: (en as Record<string, string>)[key] ?? key };
}
