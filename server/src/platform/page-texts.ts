import { readFileSync } from 'node:fs';

const dictionaries = new URL('../../../packages/web/src/i18n/', import.meta.url);
const known = new Map<string, Record<string, string>>();

/** The texts of an area of pages, for files and pictures that say what the page says. */
export function pageTexts(area: string, locale: string): Readonly<Record<string, string>> {
  const file = `${area}.${locale}.json`;
  let texts = known.get(file);
  if (!texts) {
    texts = JSON.parse(readFileSync(new URL(file, dictionaries), 'utf8')) as Record<string, string>;
    known.set(file, texts);
  }
  return texts;
}
