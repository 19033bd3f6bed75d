import type { AppName, RouteIdOf } from '@formwork/contract/routes.ts';
import type { ComponentType } from 'react';

export interface PageSource {
  /** `() => import('./pages/things/ThingPage.tsx')`; the page is its default export. */
  load: () => Promise<{ default: ComponentType }>;
  /** Areas of texts that the page needs, loaded beside it. */
  texts?: readonly string[];
}

/** The pages of one application, by route id: every page that the manifest gives to it. */
export type PageList<App extends AppName> = Record<RouteIdOf<App>, PageSource>;

/** Every application's list, loaded when a page of it is asked for. */
export type PageLists = Record<AppName, () => Promise<{ pages: Partial<Record<string, PageSource>> }>>;

export const loadErrorMessage = 'Load error page module';

/** Finds and loads the module of a page; one that is not there, or does not come, is an error of one name. */
export async function loadPage(lists: PageLists, app: AppName, id: string): Promise<{ Page: ComponentType; texts: readonly string[] }> {
  try {
    const source = (await lists[app]()).pages[id];
    const module = await source?.load();
    if (!source || typeof module?.default !== 'function') throw new Error(`no page module for ${id}`);
    return { Page: module.default, texts: source.texts ?? [] };
  } catch (cause) {
    throw new Error(loadErrorMessage, { cause });
  }
}
