import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import type { Me } from '@formwork/contract/identity/api.ts';
import { matchRoute, type RouteMatch } from '@formwork/contract/matcher.ts';
import { mayOpen, pathTo } from '@formwork/contract/routes.ts';
import type { ComponentType } from 'react';
import { parseQuery, type Query } from '../query-string.ts';
import { isCrossSpace, isPhonePath, spaceIdOf, toPhone, withSpace } from './address.ts';
import { createPageCache } from './page-cache.ts';

export type PageContent =
  | { kind: 'page'; Page: ComponentType }
  /** Nobody of this role may open it. */
  | { kind: 'refused' }
  /** No page has this address. */
  | { kind: 'missing' }
  /** Its module did not come. */
  | { kind: 'failed'; error: Error };

export interface PageInstance {
  /** Of the history entries that show this very instance. */
  key: string;
  /** Path and query. */
  url: string;
  match: RouteMatch | undefined;
  /** Path parameters, and `spaceId`. */
  params: Record<string, string>;
  isCrossSpace: boolean;
  query: Query;
  phone: boolean;
  /** The page's own title, instead of its route's. */
  title?: string | undefined;
  content: PageContent;
}

export interface RouterState {
  /** Pages that are alive, the one shown longest ago first. */
  pages: readonly PageInstance[];
  active: string | undefined;
  /** A page is on its way and may show the loading bar. */
  loading: boolean;
}

export interface RouterEnvironment {
  window: Window;
  load: (match: RouteMatch, url: URL) => Promise<ComponentType>;
  me: () => Me | null;
  /** The person's own roles keep the page from them. */
  isClosed: (pageId: string) => boolean;
  /** What they look after as no administrator. */
  lookedAfter: () => readonly DelegatedPart[];
  /** The server has refused the address this document was asked for. */
  refused: boolean;
  /** Makes another space the one of this document. */
  enterSpace: (spaceUri: string | undefined) => Promise<void>;
  isPhone: () => boolean;
  /** Base address of the page's application when it lives on another host, else empty. */
  baseAddressOf: (match: RouteMatch) => string;
  /** Whether the page at hand has something to ask before it is left, and the question; true leaves. */
  isGuarded: () => boolean;
  mayLeave: () => Promise<boolean>;
  /** The page exists in this edition. */
  exists: (match: RouteMatch) => boolean;
}

export interface Router {
  state: () => RouterState;
  subscribe: (listener: () => void) => () => void;
  /** Shows the page of the address at hand. */
  start: () => Promise<void>;
  /** Goes to a path of the product; the space is put in front. */
  go: (path: string, options?: { replace?: boolean }) => Promise<void>;
  back: () => void;
  /** Makes the page at hand anew. */
  reload: () => Promise<void>;
  /** Changes the query without making the page anew; `push` lets back undo it. */
  setQuery: (key: string, change: Record<string, string | undefined>, options?: { push?: boolean }) => void;
  setTitle: (key: string, title: string | undefined) => void;
  hrefOf: (path: string) => string;
}

interface HistoryState {
  key: string;
  /** Position of the entry, to know which way and how far back went. */
  index: number;
}

export function createRouter(environment: RouterEnvironment): Router {
  const { window } = environment;
  const { history, location } = window;
  const cache = createPageCache<PageInstance>();
  const listeners = new Set<() => void>();
  let state: RouterState = { pages: [], active: undefined, loading: false };
  let index = 0;
  let turn = 0;
  let returning = false;
  let agreed = false;

  function update(change: Partial<RouterState>): void {
    state = { ...state, ...change, pages: cache.pages() };
    for (const listener of listeners) listener();
  }

  function spaceUri(): string | undefined {
    const me = environment.me();
    return matchRoute(location.pathname)?.spaceUri ?? (me ? `space-${me.entId}` : undefined);
  }

  function hrefOf(path: string): string {
    const href = withSpace(path, spaceUri());
    return environment.isPhone() ? toPhone(href) : href;
  }

  async function contentOf(match: RouteMatch | undefined, url: URL): Promise<PageContent> {
    if (!match || !environment.exists(match)) return { kind: 'missing' };
    if (
      !mayOpen(match.route, environment.me()?.role, environment.lookedAfter()) ||
      environment.isClosed(match.route.id)
    )
      return { kind: 'refused' };
    try {
      return { kind: 'page', Page: await environment.load(match, url) };
    } catch (error) {
      // shown to the person and raised for whoever collects errors
      globalThis.reportError?.(error);
      return { kind: 'failed', error: error as Error };
    }
  }

  /** Makes a page of an address, or leaves the address to a full load. */
  async function open(url: URL, key: string, wanted: number, remember: () => void, refused = false): Promise<void> {
    const match = matchRoute(url.pathname);
    if (match && match.route.owner.length > 0 && !environment.me() && !refused) return location.assign(signInPath(url));
    const base = match ? environment.baseAddressOf(match) : '';
    if (base !== '' && new URL(base, location.href).origin !== location.origin)
      return location.assign(base + pathOf(url));
    update({ loading: !isPhonePath(url.pathname) });
    const enters = match !== undefined && environment.me() !== null && (match.spaceUri ?? home()) !== currentSpace();
    if (enters) {
      try {
        await environment.enterSpace(match.spaceUri);
      } catch {
        // the server says better than we could why not
        return location.assign(pathOf(url));
      }
    }
    const content: PageContent = refused ? { kind: 'refused' } : await contentOf(match, url);
    if (wanted !== turn) return;
    if (enters) cache.clear();
    remember();
    show({
      key,
      url: pathOf(url),
      match,
      params: paramsOf(match),
      query: parseQuery(url.search),
      content,
      isCrossSpace: isCrossSpace(match?.spaceUri, environment.me()?.entId),
      phone: isPhonePath(url.pathname),
    });
  }

  function show(page: PageInstance): void {
    cache.show(page);
    update({ active: page.key, loading: false });
  }

  function home(): string | undefined {
    const me = environment.me();
    return me ? `space-${me.entId}` : undefined;
  }

  function currentSpace(): string | undefined {
    const me = environment.me();
    return me ? `space-${me.space.id}` : undefined;
  }

  async function go(path: string, { replace = false }: { replace?: boolean } = {}): Promise<void> {
    const url = new URL(hrefOf(path), location.href);
    const match = url.origin === location.origin ? matchRoute(url.pathname) : undefined;
    if (!match || match.route.layout === 'index') return location.assign(url);
    if (environment.isGuarded() && !(await environment.mayLeave())) return;
    const key = newKey();
    const old = state.active;
    // as in a browser: a link to where one is adds nothing to the history
    const inPlace = replace || pathOf(url) === pathOf(location);
    await open(url, key, ++turn, () => {
      if (!inPlace) index += 1;
      else if (old !== undefined) cache.remove(old);
      history[inPlace ? 'replaceState' : 'pushState'](
        { key, index } satisfies HistoryState,
        '',
        pathOf(url) + url.hash,
      );
    });
  }

  async function travelled(told: HistoryState | null): Promise<void> {
    if (returning) {
      returning = false;
      return;
    }
    if (told === null && state.active !== undefined && cache.get(state.active)?.url === pathOf(location)) {
      // a jump to an anchor inside the page
      index += 1;
      history.replaceState({ key: state.active, index } satisfies HistoryState, '');
      return;
    }
    const steps = (told?.index ?? 0) - index;
    const sameInstance = told !== null && told.key === state.active;
    if (!sameInstance && !agreed && steps !== 0 && environment.isGuarded()) {
      // the browser has moved already: step back, ask, and move again when the person agrees
      returning = true;
      history.go(-steps);
      agreed = await environment.mayLeave();
      if (agreed) history.go(steps);
      return;
    }
    agreed = false;
    index = told?.index ?? 0;
    const url = new URL(location.href);
    const known = told ? cache.get(told.key) : undefined;
    turn += 1;
    if (known)
      return show(known.url === pathOf(url) ? known : { ...known, url: pathOf(url), query: parseQuery(url.search) });
    const key = told?.key ?? newKey();
    const wanted = new URL(hrefOf(pathOf(url)), url);
    await open(wanted, key, turn, () =>
      history.replaceState({ key, index } satisfies HistoryState, '', pathOf(wanted) + url.hash),
    );
  }

  window.addEventListener('popstate', (event) => void travelled(event.state as HistoryState | null));

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      // scrolling is restored by page, not by the browser
      history.scrollRestoration = 'manual';
      const told = history.state as HistoryState | null;
      index = told?.index ?? 0;
      const url = new URL(hrefOf(pathOf(location)) + location.hash, location.href);
      const key = newKey();
      await open(
        url,
        key,
        ++turn,
        () => history.replaceState({ key, index } satisfies HistoryState, '', pathOf(url) + url.hash),
        environment.refused,
      );
    },
    go,
    back: () => history.back(),
    async reload() {
      const old = state.active;
      const url = new URL(location.href);
      const key = newKey();
      await open(url, key, ++turn, () => {
        if (old !== undefined) cache.remove(old);
        history.replaceState({ key, index } satisfies HistoryState, '');
      });
    },
    setQuery(key, change, { push = false } = {}) {
      const page = cache.get(key);
      if (!page || state.active !== key) return;
      const url = new URL(page.url, location.href);
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined) url.searchParams.delete(name);
        else url.searchParams.set(name, value);
      }
      if (pathOf(url) === page.url) return;
      if (push) index += 1;
      history[push ? 'pushState' : 'replaceState']({ key, index } satisfies HistoryState, '', pathOf(url));
      cache.update(key, { url: pathOf(url), query: parseQuery(url.search) });
      update({});
    },
    setTitle(key, title) {
      const page = cache.get(key);
      if (!page || page.title === title) return;
      cache.update(key, { title });
      update({});
    },
    hrefOf,
  };
}

/** Where visitors are sent; they come back to the path they asked for. */
export function signInPath(url: { pathname: string; search: string }, why?: string): string {
  return pathTo('login', {}, { redirect: pathOf(url), why });
}

export function paramsOf(match: RouteMatch | undefined): Record<string, string> {
  const spaceId = spaceIdOf(match?.spaceUri);
  return { ...(spaceId === undefined ? {} : { spaceId }), ...match?.params };
}

function pathOf(url: { pathname: string; search: string }): string {
  return url.pathname + url.search;
}

let lastKey = 0;
function newKey(): string {
  // history outlives the document: keys of two documents may not meet
  return `${Date.now().toString(36)}-${(lastKey += 1)}`;
}
