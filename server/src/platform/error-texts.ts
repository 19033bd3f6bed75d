import { readFileSync } from 'node:fs';
import type { Locale } from '@formwork/contract/identity/api.ts';

const dictionaries = new URL('../../../packages/web/src/i18n/', import.meta.url);
const known = new Map<Locale, Record<string, string>>();

/** The text of a refusal where no page can say it: in files that people download. */
export function errorText(locale: Locale, code: string, data: Record<string, unknown> = {}): string {
  let texts = known.get(locale);
  if (!texts)
    known.set(
      locale,
      (texts = JSON.parse(readFileSync(new URL(`errors.${locale}.json`, dictionaries), 'utf8')) as Record<
        string,
        string
      >),
    );
  const text = texts[code] ?? texts['platform.internal'] ?? code;
  const told = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    typeof data[name] === 'string' || typeof data[name] === 'number' ? String(data[name]) : '',
  );
  // it may be one of several
  if (!code.startsWith('connections.test.') || typeof data.connection !== 'string') return told;
  return locale === 'en' ? `${data.connection}: ${told}` : `${data.connection}：${told}`;
}
