import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Locale = 'zh-CN' | 'en';
/** The words of the product for a key of its dictionaries. */
export type Texts = (key: string, values?: Record<string, string | number>) => string;

const folder = path.resolve(import.meta.dirname, '../../packages/web/src/i18n');
const known = new Map<Locale, Record<string, string>>();

/** What people read in a language: tests find buttons and fields by it, and hold no texts of their own. */
export function textsOf(locale: Locale): Texts {
  const dictionary = dictionaryOf(locale);
  return (key, values = {}) => {
    const text = dictionary[`${key}_${values.count === 1 ? 'one' : 'other'}`] ?? dictionary[key];
    if (text === undefined) throw new Error(`No dictionary has a text for ${key} in ${locale}`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}

function dictionaryOf(locale: Locale): Record<string, string> {
  let dictionary = known.get(locale);
  if (!dictionary) {
    const files = readdirSync(folder).filter((name) => name.endsWith(`.${locale}.json`));
    dictionary = Object.assign(
      {},
      ...files.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Record<string, string>),
    ) as Record<string, string>;
    known.set(locale, dictionary);
  }
  return dictionary;
}
