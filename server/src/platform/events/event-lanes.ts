import { setTimeout as sleep } from 'node:timers/promises';
import type { Cursors } from './event-cursors.ts';
import { isAfter, readEvents, readHorizon, type Ask, type EventRow, type Position } from './event-rows.ts';
import type { Subscriber } from './events.ts';
import { isAway, setAside, settleReplay, type Replay } from './failed-events.ts';
import type { Platform } from '../platform.ts';

const mostAtOnce = 1_000;
const mostGathered = 5_000;
/** Beyond so many waiting events a lane is given no more: it reads on by itself when it has handled them. */
const mostWaiting = 20_000;
const triesPerEvent = 5;
const longestPauseMs = 5_000;
/** Events gather for so long: a batch costs the same for one as for a hundred. A first event is handed on at once. */
const gatherMs = 20;
/** After a batch of so many, they gather longer: every subscriber that is woken is a transaction or two. */
const manyEvents = 10;
const gatherManyMs = 100;
const gatherMoreMs = 500;

/** What the lanes of all subscribers share. */
export interface Lead {
  platform: Platform;
  ask: Ask;
  cursors: Cursors;
  stopped(): boolean;
  /** A batch is done: cursors may be written. */
  handled(): void;
}

/** The events of one stream on their way to one subscriber. */
export interface Lane {
  stream: string;
  /** Wanted and not handled yet. */
  queue: EventRow[];
  /** Up to here it has been given what it wants. */
  given: Position;
  /** Reads by itself until it has caught up with the stream's reader. */
  behind: boolean;
  /** So many of the queue were in a batch that failed: they are handed one by one. */
  singly: number;
  /** How often the first of the queue has failed, and until when it waits. */
  tries: number;
  pausedUntil: number;
}

/** A subscriber at its own pace: nobody else waits for it. */
export interface Follower {
  subscriber: Subscriber;
  /** Opens the lane of a stream; `reader` is how far the stream has been read. */
  open(stream: string, reader: () => Position): Lane;
  wake(): void;
  replay(replay: Replay): void;
  isBusy(): boolean;
  /** How many wait that are known of, and since when the oldest of them. */
  waiting(): { events: number; since: Date | undefined };
  run(): Promise<void>;
}

export function openFollower(lead: Lead, subscriber: Subscriber): Follower {
  const { platform, ask, cursors } = lead;
  const lanes = new Map<string, { lane: Lane; reader: () => Position }>();
  const replays: Replay[] = [];
  const labels = { subscriber: subscriber.name };
  let busy = false;
  let wake: () => void = () => {};

  const isReady = (lane: Lane): boolean => (lane.queue.length > 0 || lane.behind) && lane.pausedUntil <= Date.now();
  const moveTo = (lane: Lane, to: Position): void =>
    cursors.move(subscriber.name, lane.stream, { xid: to.xid, id: to.id });
  const handled = (lane: Lane, rows: readonly EventRow[]): void => {
    lane.queue.splice(0, rows.length);
    lane.singly = Math.max(0, lane.singly - rows.length);
    lane.tries = 0;
    moveTo(lane, lane.queue.length === 0 ? lane.given : rows.at(-1)!);
  };

  /** A batch of a lane; how many it was. */
  async function hand(lane: Lane, reader: () => Position): Promise<number> {
    if (lane.queue.length === 0) await catchUp(lane, reader);
    let alone = 0;
    while (lane.singly > 0 && !lead.stopped()) {
      if (!(await handOne(lane))) return alone;
      alone += 1;
    }
    if (alone > 0) return alone;
    const rows = lane.queue.slice(0, subscriber.gathers ? mostGathered : mostAtOnce);
    if (rows.length === 0) return 0;
    try {
      for (const [spaceId, events] of Map.groupBy(rows, (row) => row.spaceId))
        await subscriber.handle(platform, spaceId, events);
    } catch (error) {
      platform.log.warn(
        { err: error, subscriber: subscriber.name, stream: lane.stream },
        'a batch of events failed; handing them one by one',
      );
      lane.singly = rows.length;
      return 0;
    }
    platform.metrics.eventsHandled.inc(labels, rows.length);
    handled(lane, rows);
    return rows.length;
  }

  /** The event that fails again and again is set aside, those behind it are not held up for ever. */
  async function handOne(lane: Lane): Promise<boolean> {
    const row = lane.queue[0]!;
    try {
      await subscriber.handle(platform, row.spaceId, [row]);
      platform.metrics.eventsHandled.inc(labels);
    } catch (error) {
      lane.tries += 1;
      // while the database or what stands behind it is away no event is at fault
      if (lane.tries < triesPerEvent || isAway(error)) {
        lane.pausedUntil = Date.now() + Math.min(100 * 2 ** lane.tries, longestPauseMs);
        return false;
      }
      await setAside(platform, ask, subscriber.name, row, lane.tries, error);
    }
    handled(lane, [row]);
    return true;
  }

  async function catchUp(lane: Lane, reader: () => Position): Promise<void> {
    const target = reader();
    const rows = await readEvents(ask, lane.stream, lane.given, await readHorizon(ask), mostAtOnce);
    if (!rows) return;
    const last = rows.at(-1);
    if (last) lane.given = { xid: last.xid, id: last.id };
    // all that the reader has read lies behind the horizon: with less than asked for it is among these rows
    if (rows.length < mostAtOnce && isAfter(target, lane.given)) lane.given = target;
    lane.queue = rows.filter((row) => wants(subscriber, row.type));
    lane.behind = isAfter(reader(), lane.given);
    if (lane.queue.length === 0) moveTo(lane, lane.given);
  }

  async function repeat({ event, tries }: Replay): Promise<void> {
    try {
      await subscriber.handle(platform, event.spaceId, [event]);
      await settleReplay(ask, subscriber.name, event.id);
    } catch (error) {
      await setAside(platform, ask, subscriber.name, event, tries + 1, error);
    }
  }

  return {
    subscriber,
    open(stream, reader) {
      const given = cursors.at(subscriber.name, stream);
      const lane: Lane = {
        stream,
        queue: [],
        given,
        behind: isAfter(reader(), given),
        singly: 0,
        tries: 0,
        pausedUntil: 0,
      };
      lanes.set(stream, { lane, reader });
      return lane;
    },
    wake: () => wake(),
    replay(replay) {
      if (!replays.some(({ event }) => event.id === replay.event.id)) replays.push(replay);
      wake();
    },
    isBusy: () => busy || [...lanes.values()].some(({ lane }) => lane.queue.length > 0 || lane.behind),
    waiting() {
      let events = 0;
      let since: Date | undefined;
      for (const { lane } of lanes.values()) {
        events += lane.queue.length;
        const at = lane.queue[0]?.at;
        if (at && (!since || at < since)) since = at;
      }
      return { events, since };
    },
    async run() {
      while (!lead.stopped()) {
        const began = Date.now();
        let most = 0;
        busy = true;
        while (replays.length > 0 && !lead.stopped()) {
          await repeat(replays[0]!);
          replays.shift();
        }
        for (const { lane, reader } of lanes.values()) {
          if (lead.stopped()) break;
          if (isReady(lane)) most = Math.max(most, await hand(lane, reader));
        }
        busy = false;
        lead.handled();
        const rest = most === 0 ? 0 : began + gatheringMs(subscriber, most, Date.now() - began) - Date.now();
        if (rest > 0 && !lead.stopped()) await sleep(rest);
        if (lead.stopped() || replays.length > 0) continue;
        const next =
          Math.min(
            ...[...lanes.values()]
              .filter(({ lane }) => lane.queue.length > 0 || lane.behind)
              .map(({ lane }) => lane.pausedUntil),
          ) - Date.now();
        if (next > 0) {
          await new Promise<void>((resolve) => {
            const timer = Number.isFinite(next) ? setTimeout(resolve, next) : undefined;
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
      }
    },
  };
}

/**
 * From the beginning of a batch to the next one. Where people wait for what comes of it, a batch that had gathered for long would
 * make the next one as long, for ever: they gather for twice the time that it took.
 */
function gatheringMs({ gathers, awaited }: Subscriber, count: number, took: number): number {
  if (count < manyEvents) return gatherMs;
  if (awaited) return Math.min(Math.max(2 * took, gatherMs), gatherManyMs);
  return gathers ? gatherMoreMs : gatherManyMs;
}

/** Gives a lane what the stream's reader has read up to `read`, as far as it has not read that itself. */
export function give(lane: Lane, wanted: readonly EventRow[], read: Position): boolean {
  if (lane.behind) return false;
  if (lane.queue.length + wanted.length > mostWaiting) {
    lane.behind = true;
    return false;
  }
  for (const row of wanted) if (isAfter(row, lane.given)) lane.queue.push(row);
  if (isAfter(read, lane.given)) lane.given = read;
  return true;
}

export function wants({ types }: Subscriber, type: string): boolean {
  return types.some((prefix) => type.startsWith(prefix));
}
