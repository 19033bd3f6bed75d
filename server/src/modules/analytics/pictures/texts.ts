import type { ChartWords } from '@formwork/chart/look/skin.ts';
import { pageTexts } from '../../../platform/page-texts.ts';

type Texts = (key: string, data?: Record<string, string | number>) => string;

/** The words of charts, or of their designer, in the page's own dictionary: a picture says what the page says. */
export function chartTexts(locale: string, area: 'charts' | 'analytics' = 'charts'): Texts {
  const found = pageTexts(area, locale);
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
