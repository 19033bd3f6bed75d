import type { AppName, RouteIdOf } from '@formwork/contract/routes.ts';
import type { ComponentType } from 'react';
import type { Query } from '../query-string.ts';

/** What a page's address says of what it shows. */
export interface PageAddress {
  params: Record<string, string>;
  query: Query;
}

export interface PageSource {
  /** `() => import('./pages/things/ThingPage.tsx')`; the page is its default export. */
  load: () => Promise<{ default: ComponentType }>;
  /** Areas of texts that the page needs, loaded beside it. */
  texts?: readonly string[];
  /** What it reads first, where its address says what: asked for beside its code (`listOf`, `readOf`). */
  reads?: readonly { start: (at: PageAddress) => void }[];
}

/** The pages of one application, by route id: every page that the manifest gives to it. */
export type PageList<App extends AppName> = Record<RouteIdOf<App>, PageSource>;

/** Every application's list, loaded when a page of it is asked for. */
export type PageLists = Record<AppName, () => Promise<{ pages: Partial<Record<string, PageSource>> }>>;

export const loadErrorMessage = 'Load error page module';

/** Finds and loads the module of a page; one that is not there, or does not come, is an error of one name. */
export async function loadPage(
  lists: PageLists,
  app: AppName,
  id: string,
  /** Left out where nothing is to be read ahead. */
  at?: PageAddress,
): Promise<{ Page: ComponentType; texts: readonly string[] }> {
  try {
    const source = (await lists[app]()).pages[id];
    const loading = source?.load();
    if (at) for (const read of source?.reads ?? []) read.start(at);
    const module = await loading;
    if (!source || typeof module?.default !== 'function') throw new Error(`no page module for ${id}`);
    return { Page: module.default, texts: source.texts ?? [] };
  } catch (cause) {
    throw new Error(loadErrorMessage, { cause });
  }
}
