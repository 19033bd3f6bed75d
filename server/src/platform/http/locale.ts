import { Locale } from '@formwork/contract/identity/api.ts';
import { Known } from '../known.ts';

/** Our languages by how much a caller wants them, as `Accept-Language` says (RFC 9110, 12.5.4); Chinese where it names none of ours. */
export function localesPreferred(acceptLanguage: string | undefined): Locale[] {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((one) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(one)?.[1]).find(Boolean);
      return { locale: ours(tag.trim()), weight: Number(weight ?? 1) };
    })
    .filter(({ locale, weight }) => locale !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ locale }) => locale!);
  return wanted.length > 0 ? [...new Set(wanted)] : ['zh-CN'];
}

const known = new Known<Locale>(200);

/** Chinese unless the caller prefers English. */
export function localeOf(acceptLanguage = ''): Locale {
  const found = known.get(acceptLanguage);
  if (found !== undefined) return found;
  const locale = localesPreferred(acceptLanguage)[0]!;
  known.set(acceptLanguage, locale);
  return locale;
}

function ours(tag: string): Locale | undefined {
  return Locale.options.find((locale) => locale.slice(0, 2) === tag.split('-')[0]);
}
