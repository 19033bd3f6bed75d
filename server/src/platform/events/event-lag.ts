import type { Ask } from './event-rows.ts';

export interface Lag {
  subscriber: string;
  waiting: number;
  since: Date | undefined;
}

declare module '../db/db.ts' {
  interface ControlTables {
    'platform.event_lag': { subscriber: string; waiting: number; since: Date | null; seen_at: Date };
  }
}

/** Says of each subscriber how far behind it is, for the operator's page; those that are no more go. */
export async function writeLag(ask: Ask, lag: readonly Lag[]): Promise<void> {
  await ask({
    text: 'delete from platform.event_lag where subscriber <> all($1::text[])',
    values: [lag.map(({ subscriber }) => subscriber)],
  });
  await ask({
    text: `insert into platform.event_lag (subscriber, waiting, since, seen_at) select subscriber, waiting, since, $4 from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as given (subscriber, waiting, since)
      on conflict (subscriber) do update set waiting = excluded.waiting, since = excluded.since, seen_at = excluded.seen_at`,
    values: [
      lag.map(({ subscriber }) => subscriber),
      lag.map(({ waiting }) => waiting),
      lag.map(({ since }) => since ?? null),
      new Date(),
    ],
  });
}
