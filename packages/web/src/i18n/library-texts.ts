import type { Locale } from '@formwork/contract/identity/api.ts';
import type { Locale as AntdLocale } from 'antd/es/locale/index.js';
import dayjs from 'dayjs';
import { useSyncExternalStore } from 'react';
import { currentLocale, onTextsChange } from './i18n.ts';

const sources = {
  'zh-CN': async () =>
    (await Promise.all([import('antd/es/locale/zh_CN.js'), import('dayjs/locale/zh-cn.js')]))[0].default,
  en: async () => (await import('antd/es/locale/en_US.js')).default,
} satisfies Record<Locale, () => Promise<AntdLocale>>;

const loaded = new Map<Locale, AntdLocale>();
const listeners = new Set<() => void>();
let shown: AntdLocale | undefined;

/** The texts of antd and the names of days and months in a language. */
export async function loadLibraryTexts(locale: Locale): Promise<void> {
  if (!loaded.has(locale)) loaded.set(locale, await sources[locale]());
  if (locale !== currentLocale() && shown !== undefined) return;
  dayjs.locale(locale === 'en' ? 'en' : 'zh-cn');
  shown = loaded.get(locale);
  for (const listener of listeners) listener();
}

export function useLibraryTexts(): AntdLocale {
  return useSyncExternalStore(subscribe, () => shown)!;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onTextsChange(() => void loadLibraryTexts(currentLocale()));
