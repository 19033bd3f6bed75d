import { sql } from 'kysely';
import pg from 'pg';
import { asDispatcher, type ControlTx } from './db.ts';
import type { LoggedEvent, Subscriber } from './events.ts';
import type { Platform } from './platform.ts';
import { spaceSchema } from './space-data.ts';

declare module './db.ts' {
  interface ControlTables {
    'platform.event_cursor': { subscriber: string; stream: string; xid: string; id: string };
    'platform.failed_event': { subscriber: string; event_id: string; space_id: string; type: string; error: string };
  }
}

export interface Dispatcher {
  stop(): Promise<void>;
}

const batchSize = 500;
const pollMs = 50;
/** How long after a call a stream is looked at again: its last events may still wait behind an open transaction. */
const activeMs = 3_000;
const sweepMs = 10_000;
const triesPerEvent = 5;
const lockKey = 4_011_978;
/** The platform's own stream; the others are named by their space. */
const platformStream = '';
const beforeAll = { xid: '0', id: '00000000-0000-0000-0000-000000000000' };

/**
 * Tails the event log of the platform and of every space and hands each subscriber its events in commit order, at least
 * once, from its own cursor. One process of a database does so at a time (an advisory lock); the others stand by.
 */
export function startDispatcher(platform: Platform, url: string, subscribers: Subscriber[]): Dispatcher {
  const active = new Map<string, number>();
  const failures = new Map<string, number>();
  let stopped = false;
  let wake: () => void = () => {};

  platform.bus.on('events', (message) => {
    for (const stream of message.spaces as string[]) active.set(stream, Date.now() + activeMs);
    wake();
  });
  platform.bus.on('reconnected', () => { void sweep(); });

  async function sweep(): Promise<void> {
    const spaces = await platform.control.selectFrom('identity.space' as never).select('id' as never).execute();
    const until = Date.now() + 1;
    for (const stream of [platformStream, ...(spaces as { id: string }[]).map((space) => space.id)]) {
      active.set(stream, Math.max(active.get(stream) ?? 0, until));
    }
  }

  async function lead(): Promise<void> {
    let lastSweep = 0;
    while (!stopped) {
      if (Date.now() - lastSweep > sweepMs) {
        await sweep();
        lastSweep = Date.now();
      }
      for (const [stream, until] of [...active]) {
        if (stopped) return;
        const more = await tail(stream);
        if (!more && until < Date.now()) active.delete(stream);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, active.size > 0 ? pollMs : 1_000);
        wake = () => { clearTimeout(timer); resolve(); };
        if (stopped) wake();
      });
    }
  }

  /** One batch for every subscriber of a stream; true when some subscriber has more to read. */
  async function tail(stream: string): Promise<boolean> {
    const cursors = await readCursors(platform, stream);
    const groups = Map.groupBy(subscribers, (subscriber) => {
      const at = cursors.get(subscriber.name) ?? beforeAll;
      return `${at.xid} ${at.id}`;
    });
    let more = false;
    for (const [position, group] of groups) {
      const [xid, id] = position.split(' ') as [string, string];
      const rows = await readEvents(platform, stream, xid, id);
      if (rows.length === 0) continue;
      more ||= rows.length === batchSize;
      for (const subscriber of group) {
        if (!(await hand(subscriber, stream, rows))) more = true;
      }
    }
    return more;
  }

  /** False when the batch stays where it is, to be tried again. */
  async function hand(subscriber: Subscriber, stream: string, rows: EventRow[]): Promise<boolean> {
    const wanted = rows.filter((row) => subscriber.types.some((prefix) => row.type.startsWith(prefix)));
    try {
      for (const [spaceId, events] of Map.groupBy(wanted, (row) => row.space_id)) {
        await subscriber.handle(platform, spaceId, events.map(eventOf));
      }
    } catch (error) {
      return handOneByOne(subscriber, stream, rows, error);
    }
    failures.delete(subscriber.name);
    await moveCursor(platform, subscriber.name, stream, rows.at(-1)!);
    if (wanted.length > 0) {
      platform.metrics.eventsHandled.inc({ subscriber: subscriber.name }, wanted.length);
      platform.metrics.eventLag.set({ subscriber: subscriber.name }, (Date.now() - wanted.at(-1)!.at.getTime()) / 1000);
    }
    return true;
  }

  /** After a failed batch: the event that fails again and again is set aside, the others are not held up by it. */
  async function handOneByOne(subscriber: Subscriber, stream: string, rows: EventRow[], first: unknown): Promise<boolean> {
    platform.log.warn({ err: first, subscriber: subscriber.name, stream }, 'a batch of events failed; handing them one by one');
    for (const row of rows) {
      if (stopped) return false;
      if (subscriber.types.some((prefix) => row.type.startsWith(prefix))) {
        try {
          await subscriber.handle(platform, row.space_id, [eventOf(row)]);
        } catch (error) {
          const key = `${subscriber.name} ${row.id}`;
          const tries = (failures.get(key) ?? 0) + 1;
          if (tries < triesPerEvent) {
            failures.set(key, tries);
            await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries));
            return false;
          }
          failures.delete(key);
          await setAside(platform, subscriber.name, row, error);
        }
      }
      await moveCursor(platform, subscriber.name, stream, row);
    }
    return true;
  }

  async function stand(): Promise<void> {
    while (!stopped) {
      const client = new pg.Client({ connectionString: url, application_name: 'formwork dispatcher', keepAlive: true });
      let lost = false;
      client.on('error', () => { lost = true; });
      try {
        await client.connect();
        for (;;) {
          const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey]);
          if (rows[0]!.got || stopped || lost) break;
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
        if (!stopped && !lost) await lead();
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

interface EventRow {
  /** The writer's transaction as text; under the name of its column it would be sorted as text too. */
  position: string;
  id: string;
  space_id: string;
  type: string;
  subject: string;
  actor: string | null;
  at: Date;
  request_id: string;
  ip: string;
  data: Record<string, unknown>;
}

function eventOf(row: EventRow): LoggedEvent {
  return { id: row.id, type: row.type, subject: row.subject, actor: row.actor, at: row.at, requestId: row.request_id, ip: row.ip, data: row.data };
}

/** Behind the oldest running transaction nothing new can appear before the cursor. */
async function readEvents(platform: Platform, stream: string, xid: string, id: string): Promise<EventRow[]> {
  const table = stream === platformStream ? sql`platform.event` : sql.raw(`${spaceSchema(stream)}.event`);
  const space = stream === platformStream ? sql`space_id` : sql.lit(stream);
  const { rows } = await asDispatcher(platform.control, (tx) =>
    sql<EventRow>`
      select xid::text as position, id, ${space} as space_id, type, subject, actor, at, request_id, ip, data from ${table}
      where xid < pg_snapshot_xmin(pg_current_snapshot()) and (xid, id) > (${xid}::xid8, ${id}::uuid)
      order by xid, id limit ${sql.lit(batchSize)}`.execute(tx));
  return rows;
}

async function readCursors(platform: Platform, stream: string): Promise<Map<string, { xid: string; id: string }>> {
  const rows = await asDispatcher(platform.control, (tx) =>
    tx.selectFrom('platform.event_cursor').select(['subscriber', sql<string>`xid::text`.as('xid'), 'id']).where('stream', '=', stream).execute());
  return new Map(rows.map((row) => [row.subscriber, { xid: row.xid, id: row.id }]));
}

async function moveCursor(platform: Platform, subscriber: string, stream: string, row: EventRow): Promise<void> {
  await asDispatcher(platform.control, (tx: ControlTx) =>
    tx
      .insertInto('platform.event_cursor')
      .values({ subscriber, stream, xid: row.position, id: row.id })
      .onConflict((on) => on.columns(['subscriber', 'stream']).doUpdateSet({ xid: row.position, id: row.id }))
      .execute());
}

async function setAside(platform: Platform, subscriber: string, row: EventRow, error: unknown): Promise<void> {
  platform.log.error({ err: error, subscriber, event: row.id, type: row.type }, 'an event was set aside after repeated failure');
  platform.metrics.eventsFailed.inc({ subscriber });
  await asDispatcher(platform.control, (tx) =>
    tx
      .insertInto('platform.failed_event')
      .values({ subscriber, event_id: row.id, space_id: row.space_id, type: row.type, error: String((error as Error)?.stack ?? error) })
      .onConflict((on) => on.columns(['subscriber', 'event_id']).doNothing())
      .execute());
}
