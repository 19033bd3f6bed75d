import type { Locale } from '@formwork/contract/identity/api.ts';

/** Chinese unless the caller prefers English. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  return acceptLanguage !== undefined && /^en\b/i.test(acceptLanguage.trim()) ? 'en' : 'zh-CN';
}
