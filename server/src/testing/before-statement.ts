import pg from 'pg';
import { vi } from 'vitest';

/** Does something once, right before the first statement that begins so; answers whether it came to it. Everything else goes its way untouched: copies answer streams, not promises. */
export function beforeStatement(begins: string, work: () => Promise<unknown>): { end: () => boolean } {
  const query = pg.Client.prototype.query as (...all: unknown[]) => unknown;
  let done: Promise<unknown> | undefined;
  const watched: unknown = function (this: pg.Client, ...given: unknown[]) {
    if (!String(given[0]).startsWith(begins)) return query.apply(this, given);
    done ??= work();
    return done.then(() => query.apply(this, given));
  };
  const spied = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(watched as never);
  return {
    end: () => {
      spied.mockRestore();
      return done !== undefined;
    },
  };
}
