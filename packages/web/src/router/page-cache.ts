/** Visited pages that stay alive; the one that was shown longest ago goes first. */
export interface PageCache<Page extends { key: string }> {
  get(key: string): Page | undefined;
  /** Adds a page or brings it to the front; returns what had to go. */
  show(page: Page): Page[];
  update(key: string, change: Partial<Page>): void;
  remove(key: string): void;
  clear(): void;
  /** Oldest first. The same array until something changes. */
  pages(): readonly Page[];
}

export const cachedPages = 10;

export function createPageCache<Page extends { key: string }>(limit = cachedPages): PageCache<Page> {
  let order: readonly Page[] = [];
  return {
    get: (key) => order.find((page) => page.key === key),
    show(page) {
      const all = [...order.filter((other) => other.key !== page.key), page];
      const gone = all.slice(0, Math.max(0, all.length - limit));
      order = all.slice(gone.length);
      return gone;
    },
    update(key, change) {
      order = order.map((page) => (page.key === key ? { ...page, ...change } : page));
    },
    remove(key) {
      order = order.filter((page) => page.key !== key);
    },
    clear() {
      order = [];
    },
    pages: () => order,
  };
}
