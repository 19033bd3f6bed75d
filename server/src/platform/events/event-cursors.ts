import type { Subscriber } from './events.ts';
import { beforeAll, lastBefore, platformStream, readHorizon, type Ask, type Position } from './event-rows.ts';

declare module '../db/db.ts' {
  interface ControlTables {
    'platform.event_cursor': { subscriber: string; stream: string; xid: string; id: string };
  }
}

/** Where each subscriber stands in each stream. While one process leads nobody else moves them. */
export interface Cursors {
  at(subscriber: string, stream: string): Position;
  move(subscriber: string, stream: string, to: Position): void;
  /** Whether some have moved that the database does not know of. */
  changed(): boolean;
  /** Writes those that moved. A crash before it hands events out again, which subscribers bear. */
  write(): Promise<void>;
}

/** The cursors as they were left, with those of new subscribers where these are to begin. */
export async function openCursors(ask: Ask, subscribers: readonly Subscriber[]): Promise<Cursors> {
  const rows = await ask<{ subscriber: string; stream: string; xid: string; id: string }>({
    text: 'select subscriber, stream, xid::text as xid, id from platform.event_cursor',
  });
  const places = new Map<string, Map<string, Position>>();
  const moved = new Map<string, [subscriber: string, stream: string]>();
  const set = (subscriber: string, stream: string, position: Position): void => {
    const known = places.get(subscriber) ?? new Map<string, Position>();
    places.set(subscriber, known.set(stream, position));
  };
  for (const { subscriber, stream, xid, id } of rows) set(subscriber, stream, { xid: BigInt(xid), id });

  const cursors: Cursors = {
    at: (subscriber, stream) => places.get(subscriber)?.get(stream) ?? beforeAll,
    move(subscriber, stream, to) {
      set(subscriber, stream, to);
      moved.set(`${stream} ${subscriber}`, [subscriber, stream]);
    },
    changed: () => moved.size > 0,
    async write() {
      if (moved.size === 0) return;
      const all = [...moved.values()];
      moved.clear();
      const now = all.map(([subscriber, stream]) => cursors.at(subscriber, stream));
      await ask({
        text: `insert into platform.event_cursor (subscriber, stream, xid, id) select * from unnest($1::text[], $2::text[], $3::xid8[], $4::uuid[])
          on conflict (subscriber, stream) do update set xid = excluded.xid, id = excluded.id`,
        values: [
          all.map(([subscriber]) => subscriber),
          all.map(([, stream]) => stream),
          now.map(({ xid }) => String(xid)),
          now.map(({ id }) => id),
        ],
      });
    },
  };

  // in a new installation nobody is late: all hear of it from its first event on
  const added = subscribers.filter(({ name }) => !places.has(name));
  const streams = added.some(({ start }) => start === 'now') && rows.length > 0 ? await allStreams(ask) : [];
  const now = lastBefore(await readHorizon(ask));
  for (const { name, start } of added) {
    // with a cursor it is known: streams that come later it hears from their beginning
    cursors.move(name, platformStream, beforeAll);
    if (start === 'now') for (const stream of streams) cursors.move(name, stream, now);
  }
  await cursors.write();
  return cursors;
}

export async function allStreams(ask: Ask): Promise<string[]> {
  const spaces = await ask<{ id: string }>({ text: 'select id from identity.space order by id' });
  return [platformStream, ...spaces.map(({ id }) => id)];
}
