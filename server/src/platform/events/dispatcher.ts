import pg from 'pg';
import { allStreams, openCursors } from './event-cursors.ts';
import { writeLag } from './event-lag.ts';
import { give, openFollower, wants, type Follower, type Lane, type Lead } from './event-lanes.ts';
import {
  beforeAll,
  firstSince,
  isAfter,
  readEvents,
  readHorizon,
  type Ask,
  type EventRow,
  type Position,
} from './event-rows.ts';
import type { Subscriber } from './events.ts';
import { readReplays, replayAsked } from './failed-events.ts';
import type { Platform } from '../platform.ts';

export interface Dispatcher {
  stop(): Promise<void>;
}

const batchSize = 1_000;
const pollMs = 50;
/** Reading costs the same for one event as for a hundred: the first are read at once, then they gather. */
const gatherMs = 20;
const manyEvents = 40;
const gatherManyMs = 100;
/** How long after a call a stream is looked at again: its last events may still wait behind an open transaction. */
const activeMs = 3_000;
const sweepMs = 10_000;
const cursorMs = 1_000;
const lagMs = 5_000;
const lockKey = 4_011_978;

/** What has been read of the log of one space, or of the platform, and who gets it. */
interface Stream {
  name: string;
  read: Position;
  lanes: { follower: Follower; lane: Lane }[];
  /** Since when an event stands behind a transaction that has not ended. */
  heldSince: Date | undefined;
}

/**
 * Tails the event log of the platform and of every space and hands each subscriber its events in commit order, at least
 * once, from its own cursor and at its own pace. One process of a database does so at a time (an advisory lock); the others stand by.
 */
export function startDispatcher(platform: Platform, url: string, subscribers: Subscriber[]): Dispatcher {
  const active = new Map<string, number>();
  let stopped = false;
  let replaysAsked = true;
  let wake: () => void = () => {};

  platform.bus.on('events', (message) => {
    for (const stream of message.spaces as string[]) active.set(stream, Date.now() + activeMs);
    wake();
  });
  platform.bus.on(replayAsked, () => {
    replaysAsked = true;
    wake();
  });
  let sweepDue = true;
  platform.bus.on('reconnected', () => {
    sweepDue = true;
    wake();
  });

  async function sweep(ask: Ask): Promise<void> {
    const until = Date.now() + 1;
    for (const stream of await allStreams(ask)) active.set(stream, Math.max(active.get(stream) ?? 0, until));
    replaysAsked = true;
  }

  async function lead(ask: Ask): Promise<void> {
    const cursors = await openCursors(ask, subscribers);
    const streams = new Map<string, Stream>();
    const wantedBy = new Map<string, readonly Follower[]>();
    let over = false;
    let lastSweep = 0;
    let lastWrite = 0;
    let lastLag = 0;
    const shared: Lead = {
      platform,
      ask,
      cursors,
      stopped: () => stopped || over,
      handled: () => {
        if (isIdle()) wake();
      },
    };
    const followers = subscribers.map((subscriber) => openFollower(shared, subscriber));
    const isIdle = (): boolean => !followers.some((follower) => follower.isBusy());

    const openStream = (name: string): Stream => {
      // whoever is behind the furthest reads by itself until it has caught up
      const furthest = subscribers
        .map((subscriber) => cursors.at(subscriber.name, name))
        .reduce((a, b) => (isAfter(a, b) ? a : b), beforeAll);
      const stream: Stream = { name, read: furthest, lanes: [], heldSince: undefined };
      stream.lanes = followers.map((follower) => ({ follower, lane: follower.open(name, () => stream.read) }));
      streams.set(name, stream);
      for (const { follower, lane } of stream.lanes) if (lane.behind) follower.wake();
      return stream;
    };

    const share = (stream: Stream, rows: readonly EventRow[]): void => {
      const { xid, id } = rows.at(-1)!;
      stream.read = { xid, id };
      const wanted = new Map<Follower, EventRow[]>();
      for (const row of rows) {
        let by = wantedBy.get(row.type);
        if (!by) wantedBy.set(row.type, (by = followers.filter(({ subscriber }) => wants(subscriber, row.type))));
        for (const follower of by) {
          const own = wanted.get(follower);
          if (own) own.push(row);
          else wanted.set(follower, [row]);
        }
      }
      for (const { follower, lane } of stream.lanes) {
        if (give(lane, wanted.get(follower) ?? [], stream.read) && lane.queue.length === 0)
          cursors.move(follower.subscriber.name, stream.name, lane.given);
        else follower.wake();
      }
    };

    /** The next batch of each stream that somebody wrote to; how many events the longest had. */
    async function read(): Promise<number> {
      let most = 0;
      if (active.size === 0) return most;
      const horizon = await readHorizon(ask);
      for (const [name, until] of [...active]) {
        if (stopped) return 0;
        const stream = streams.get(name) ?? openStream(name);
        const rows = await readEvents(ask, name, stream.read, horizon, batchSize);
        // it stays among those to be read
        if (!rows) continue;
        if (rows.length > 0) share(stream, rows);
        most = Math.max(most, rows.length);
        if (rows.length < batchSize && until < Date.now()) active.delete(name);
      }
      return most;
    }

    async function readOn(): Promise<void> {
      while (!shared.stopped()) {
        const began = Date.now();
        if (sweepDue || began - lastSweep > sweepMs) {
          sweepDue = false;
          await sweep(ask);
          lastSweep = Date.now();
        }
        if (replaysAsked) {
          replaysAsked = false;
          for (const replay of await readReplays(ask))
            followers.find(({ subscriber }) => subscriber.name === replay.subscriber)?.replay(replay);
        }
        const most = await read();
        const idle = most === 0 && isIdle();
        if (cursors.changed() && (idle || Date.now() - lastWrite > cursorMs)) {
          await cursors.write();
          lastWrite = Date.now();
        }
        await tellLag();
        if (most >= batchSize) continue;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, active.size > 0 ? pollMs : 1_000);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          if (stopped || over) wake();
        });
        const rest = began + (most >= manyEvents ? gatherManyMs : gatherMs) - Date.now();
        if (rest > 0 && !shared.stopped()) await new Promise((resolve) => setTimeout(resolve, rest));
      }
    }

    /** For /metrics each time, for the operator's page now and then. */
    async function tellLag(): Promise<void> {
      const due = Date.now() - lastLag > lagMs;
      if (due) {
        for (const stream of streams.values())
          stream.heldSince = active.has(stream.name) ? await firstSince(ask, stream.name, stream.read) : undefined;
      }
      const held = [...streams.values()].reduce<Date | undefined>(
        (oldest, { heldSince }) => (heldSince && (!oldest || heldSince < oldest) ? heldSince : oldest),
        undefined,
      );
      const lag = followers.map(({ subscriber, waiting }) => {
        const { events, since } = waiting();
        return {
          subscriber: subscriber.name,
          waiting: events,
          since: since && held ? (since < held ? since : held) : (since ?? held),
        };
      });
      for (const { subscriber, waiting, since } of lag) {
        platform.metrics.eventLag.set({ subscriber }, since ? Math.max(0, (Date.now() - since.getTime()) / 1000) : 0);
        platform.metrics.eventsWaiting.set({ subscriber }, waiting);
      }
      if (!due) return;
      await writeLag(ask, lag);
      lastLag = Date.now();
    }

    /** When one of them ends by an error, so does the lead; what is being handled is waited for. */
    const parts = [readOn(), ...followers.map((follower) => follower.run())].map((part) =>
      part.finally(() => {
        over = true;
        wake();
        for (const follower of followers) follower.wake();
      }),
    );
    try {
      await Promise.all(parts);
    } finally {
      await Promise.allSettled(parts);
      platform.metrics.eventLag.reset();
      platform.metrics.eventsWaiting.reset();
      // without the connection they are where they were, and some events come again
      await cursors.write().catch(() => {});
    }
  }

  async function stand(): Promise<void> {
    while (!stopped) {
      const client = new pg.Client({ connectionString: url, application_name: 'formwork dispatcher', keepAlive: true });
      let lost = false;
      client.on('error', () => {
        lost = true;
      });
      try {
        await client.connect();
        for (;;) {
          const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey]);
          if (rows[0]!.got || stopped || lost) break;
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
        if (stopped || lost) continue;
        await client.query('set role formwork_dispatcher');
        // a cursor that a crash sets back hands some events out again, which subscribers bear; the disk need not be waited for
        await client.query('set synchronous_commit to off');
        // times are read as texts
        await client.query(`set time zone 'UTC'; set datestyle to 'ISO, YMD'`);
        await lead(oneByOne(client));
      } catch (error) {
        if (!stopped) platform.log.error({ err: error }, 'the dispatcher stumbled and starts again');
        await new Promise((resolve) => setTimeout(resolve, 500));
      } finally {
        await client.end().catch(() => {});
      }
    }
  }

  const running = stand();
  return {
    async stop() {
      stopped = true;
      wake();
      await running;
    },
  };
}

/** Reader and lanes share the connection that holds the lock, in the role that reads all events: when it is lost, so is the lead. */
function oneByOne(client: pg.Client): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (query) => {
    const answer = last.then(() => client.query(query as pg.QueryConfig));
    last = answer.catch(() => {});
    return answer.then(({ rows }) => rows as never);
  };
}
