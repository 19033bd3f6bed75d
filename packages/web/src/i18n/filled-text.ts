import type { Locale } from '@formwork/contract/identity/api.ts';

export type Dictionary = Record<string, string>;
export type TextValues = Record<string, unknown>;

/** The text of a key with its `{{values}}`; with a `count` the form that the language has for that many. Undefined where there is none. */
export function filledText(
  texts: Dictionary,
  locale: Locale,
  key: string,
  values: TextValues = {},
): string | undefined {
  const text = formOf(texts, locale, key, values.count);
  return text?.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    name in values ? textOf(values[name]) : whole,
  );
}

function formOf(texts: Dictionary, locale: Locale, key: string, count: unknown): string | undefined {
  if (typeof count !== 'number') return texts[key];
  return texts[`${key}_${plurals[locale].select(count)}`] ?? texts[key];
}

const plurals: Record<Locale, Intl.PluralRules> = {
  'zh-CN': new Intl.PluralRules('zh-CN'),
  en: new Intl.PluralRules('en'),
};

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
