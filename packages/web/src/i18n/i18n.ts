import type { Locale } from '@formwork/contract/identity/api.ts';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { kept } from '../kept.ts';

export type Dictionary = Record<string, string>;
export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Areas every page needs. `errors` holds error codes, which name modules rather than areas. */
const firstAreas = ['shell', 'ui', 'errors'] as const;
const storageKey = 'lang';

const files = import.meta.glob<Dictionary>('./*.json', { import: 'default' });
const arrived = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
let version = 0;

void i18next.init({
  lng: 'zh-CN',
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: {},
});

export function currentLocale(): Locale {
  return i18next.language === 'en' ? 'en' : 'zh-CN';
}

/** The kept choice; Chinese where nothing was chosen. */
export function chosenLocale(): Locale {
  return kept.read(storageKey) === 'en' ? 'en' : 'zh-CN';
}

/** Switches the language when its texts are there, and keeps the choice. */
export async function setLocale(locale: Locale): Promise<void> {
  const areas = new Set([...firstAreas, ...[...arrived.keys()].map((key) => key.split(' ')[0]!)]);
  await Promise.all([...areas].map((area) => loadTexts(area, locale)));
  await i18next.changeLanguage(locale);
  kept.write(storageKey, locale);
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
  changed();
}

/** Loads the texts of an area once a language. An area that has no file is left to its own keys. */
export function loadTexts(area: string, locale: Locale = currentLocale()): Promise<void> {
  const key = `${area} ${locale}`;
  let loading = arrived.get(key);
  if (!loading) {
    const load = files[`./${area}.${locale}.json`];
    loading = load === undefined ? Promise.resolve() : load().then((texts) => addTexts(locale, texts, false)).catch(() => void arrived.delete(key));
    arrived.set(key, loading);
  }
  return loading;
}

/** Adds texts over (or, with `over` false, under) those that are there. */
export function addTexts(locale: Locale, texts: Dictionary, over = true): void {
  // deep, because only then `over` counts
  i18next.addResourceBundle(locale, 'translation', texts, true, over);
  changed();
}

/** The text of `area.page.thing` in the current language. Where a page forgot to name an area, it comes a moment later. */
export const t: Translate = (key, values) => {
  if (i18next.exists(key, values)) return i18next.t(key, values as Record<string, string>);
  const area = key.split('.', 1)[0]!;
  if (files[`./${area}.${currentLocale()}.json`] === undefined || arrived.has(`${area} ${currentLocale()}`)) return key;
  void loadTexts(area);
  return '';
};

export function hasText(key: string): boolean {
  return i18next.exists(key);
}

/** `t` for components: they are drawn again when texts arrive or the language changes. */
export function useT(): Translate {
  const current = useSyncExternalStore(subscribe, () => version);
  return translators(current);
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale);
}

// a new function each time the texts change, so that memoised children see it
let made: { version: number; translate: Translate } | undefined;
function translators(current: number): Translate {
  if (made?.version !== current) made = { version: current, translate: (key, values) => t(key, values) };
  return made.translate;
}

export function onTextsChange(listener: () => void): () => void {
  return subscribe(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}
