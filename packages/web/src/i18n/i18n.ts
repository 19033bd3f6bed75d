import type { Locale } from '@formwork/contract/identity/api.ts';
import { useSyncExternalStore } from 'react';
import { setCookie } from '../cookies.ts';
import { kept } from '@formwork/ui/kept.ts';
import { filledText, type Dictionary } from './filled-text.ts';

export type { Dictionary };
export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Areas every page needs. */
const firstAreas = ['shell', 'ui'] as const;
/** Holds the texts of error codes, which name modules rather than areas. It comes when the first code is to be said. */
const errorArea = 'errors';
const storageKey = 'lang';

const files = import.meta.glob<Dictionary>('./*.json', { import: 'default' });
const arrived = new Map<string, Promise<void>>();
const onTheirWay = new Set<string>();
const listeners = new Set<() => void>();
let version = 0;

const texts: Record<Locale, Dictionary> = { 'zh-CN': {}, en: {} };
let chosen: Locale = chosenLocale();

export function currentLocale(): Locale {
  return chosen;
}

/** The kept choice; Chinese where nothing was chosen. */
export function chosenLocale(): Locale {
  return kept.read(storageKey) === 'en' ? 'en' : 'zh-CN';
}

/** Switches the language when its texts are there, and keeps the choice. */
export async function setLocale(locale: Locale): Promise<void> {
  const areas = new Set([...firstAreas, ...[...arrived.keys()].map((key) => key.split(' ')[0]!)]);
  await Promise.all([...areas].map((area) => loadTexts(area, locale)));
  chosen = locale;
  kept.write(storageKey, locale);
  keepForServer(locale);
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
  changed();
}

/** So that the server names the files of the right texts in the next page. */
function keepForServer(locale: Locale): void {
  if (typeof document !== 'undefined') setCookie(storageKey, locale);
}

/** Loads the texts of an area once a language. An area that has no file is left to its own keys. */
export function loadTexts(area: string, locale: Locale = currentLocale()): Promise<void> {
  const key = `${area} ${locale}`;
  let loading = arrived.get(key);
  if (!loading) {
    const load = files[`./${area}.${locale}.json`];
    loading =
      load === undefined
        ? Promise.resolve()
        : load()
            .then((arriving) => {
              onTheirWay.delete(key);
              addTexts(locale, arriving, false);
            })
            .catch(() => {
              onTheirWay.delete(key);
              arrived.delete(key);
            });
    if (load !== undefined) onTheirWay.add(key);
    arrived.set(key, loading);
  }
  return loading;
}

/** Adds texts over (or, with `over` false, under) those that are there. */
export function addTexts(locale: Locale, added: Dictionary, over = true): void {
  texts[locale] = over ? { ...texts[locale], ...added } : { ...added, ...texts[locale] };
  changed();
}

/** The text of `area.page.thing` in the current language. Where a page forgot to name an area, and of error codes, it comes a moment later. */
export const t: Translate = (key, values) => {
  const text = filledText(texts[chosen], chosen, key, values);
  if (text !== undefined) return text;
  const area = areaOf(key);
  void loadTexts(area);
  // no key is shown while its text is on its way
  return onTheirWay.has(`${area} ${chosen}`) ? '' : key;
};

function areaOf(key: string): string {
  const area = key.split('.', 1)[0]!;
  return files[`./${area}.${chosen}.json`] === undefined ? errorArea : area;
}

/** Whether there is a text; of a code it may come a moment later, and whoever is drawn by `useT` is drawn again. */
export function hasText(key: string): boolean {
  if (texts[chosen][key] !== undefined) return true;
  if (codePattern.test(key) && areaOf(key) === errorArea) void loadTexts(errorArea);
  return false;
}

const codePattern = /^[a-z_]+\.[a-z_.]+$/;

/** Sees to it that a code that is about to be told has its text, as far as that can be had. */
export async function loadErrorText(code: string): Promise<void> {
  if (code !== '' && !hasText(code)) await loadTexts(errorArea);
}

const readVersion = (): number => version;

/** `t` for components: they are drawn again when texts arrive or the language changes. */
export function useT(): Translate {
  const current = useSyncExternalStore(subscribe, readVersion, readVersion);
  return translators(current);
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale, currentLocale);
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
