import { createContext, useContext, useEffect, useMemo } from 'react';
import { textOf } from '../query-string.ts';
import type { PageInstance, Router } from './router.ts';

export const RouterContext = createContext<Router | undefined>(undefined);
export const PageContext = createContext<PageInstance | undefined>(undefined);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('no router above');
  return router;
}

/** The page one stands in: its parameters, its query, whether its space is a foreign one. Hidden pages keep their own. */
export function usePage(): PageInstance {
  const page = useContext(PageContext);
  if (!page) throw new Error('not inside a page');
  return page;
}

export function useParams(): Record<string, string> {
  return usePage().params;
}

/** A value of the page's query and how to change it; what must survive a reload lives there. */
export function useQueryText(
  name: string,
): [value: string | undefined, set: (value: string | undefined, options?: { push?: boolean }) => void] {
  const router = useRouter();
  const page = usePage();
  return [textOf(page.query[name]), (value, options) => router.setQuery(page.key, { [name]: value }, options)];
}

/** Several values of the query at once. */
export function useSetQuery(): (change: Record<string, string | undefined>, options?: { push?: boolean }) => void {
  const router = useRouter();
  const { key } = usePage();
  return useMemo(() => (change, options) => router.setQuery(key, change, options), [router, key]);
}

/** A title of the page's own, e.g. the record's. */
export function usePageTitle(title: string | undefined): void {
  const router = useRouter();
  const { key } = usePage();
  useEffect(() => router.setTitle(key, title), [router, key, title]);
}
