import { readFileSync } from 'node:fs';
import type { ChartWords } from '@formwork/chart/look/skin.ts';

type Texts = (key: string, data?: Record<string, string | number>) => string;

const dictionaries = new URL('../../../../../packages/web/src/i18n/', import.meta.url);
const known = new Map<string, Record<string, string>>();

/** The words of charts, or of their designer, in the page's own dictionary: a picture says what the page says. */
export function chartTexts(locale: string, area: 'charts' | 'analytics' = 'charts'): Texts {
  const file = `${area}.${locale}.json`;
  let texts = known.get(file);
  if (!texts) {
    texts = JSON.parse(readFileSync(new URL(file, dictionaries), 'utf8')) as Record<string, string>;
    known.set(file, texts);
  }
  const found = texts;
  return (key, data = {}) =>
    (found[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''));
}

const words = [
  'none',
  'rest',
  'total',
  'subtotal',
  'count',
  'trend',
  'forecast',
  'avg',
  'median',
  'min',
  'max',
  'start',
  'end',
] as const satisfies readonly (keyof ChartWords)[];

export function chartWords(text: Texts): ChartWords {
  return Object.fromEntries(words.map((word) => [word, text(`charts.word.${word}`)])) as unknown as ChartWords;
}
