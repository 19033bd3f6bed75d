import pg from 'pg';
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

const batchSize = 1_000;
const pollMs = 50;
/** Events gather for so long: a pass costs the same for one as for a hundred. A first event is handed on at once. */
const gatherMs = 20;
/** After a pass with so many, they gather longer. */
const manyEvents = 40;
const gatherManyMs = 100;
/** How long after a call a stream is looked at again: its last events may still wait behind an open transaction. */
const activeMs = 3_000;
const sweepMs = 10_000;
const triesPerEvent = 5;
const lockKey = 4_011_978;
/** The platform's own stream; the others are named by their space. */
const platformStream = '';
const beforeAll = { xid: '0', id: '00000000-0000-0000-0000-000000000000' };

/** The connection that holds the lock, in the role that reads all events: when it is lost, so is the lead. */
type Leader = pg.Client;


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

  async function lead(leader: Leader): Promise<void> {
    const cursors = await readCursors(leader);
    let lastSweep = 0;
    while (!stopped) {
      const began = Date.now();
      if (began - lastSweep > sweepMs) {
        await sweep();
        lastSweep = Date.now();
      }
      let most = 0;
      for (const [stream, until] of [...active]) {
        if (stopped) return;
        const read = await tail(leader, cursors, stream);
        most = Math.max(most, read);
        if (read < batchSize && until < Date.now()) active.delete(stream);
      }
      if (most >= batchSize) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, active.size > 0 ? pollMs : 1_000);
        wake = () => { clearTimeout(timer); resolve(); };
        if (stopped) wake();
      });
      const rest = began + (most >= manyEvents ? gatherManyMs : gatherMs) - Date.now();
      if (rest > 0 && !stopped) await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  /** One batch for every subscriber of a stream; how many events the longest had, a full batch where one is to be tried again. */
  async function tail(leader: Leader, cursors: Cursors, stream: string): Promise<number> {
    const groups = Map.groupBy(subscribers, (subscriber) => {
      const at = cursors.get(keyOf(subscriber.name, stream)) ?? beforeAll;
      return `${at.xid} ${at.id}`;
    });
    let most = 0;
    for (const [position, group] of groups) {
      const [xid, id] = position.split(' ') as [string, string];
      const rows = await readEvents(leader, stream, xid, id);
      if (rows.length === 0) continue;
      most = Math.max(most, rows.length);
      const done: string[] = [];
      for (const subscriber of group) {
        if (await hand(leader, cursors, subscriber, stream, rows)) done.push(subscriber.name);
        else most = batchSize;
      }
      if (done.length > 0) await moveCursors(leader, cursors, done, stream, rows.at(-1)!);
    }
    return most;
  }

  /** False when the batch stays where it is, to be tried again. */
  async function hand(leader: Leader, cursors: Cursors, subscriber: Subscriber, stream: string, rows: EventRow[]): Promise<boolean> {
    const wanted = rows.filter((row) => subscriber.types.some((prefix) => row.type.startsWith(prefix)));
    try {
      for (const [spaceId, events] of Map.groupBy(wanted, (row) => row.space_id)) {
        await subscriber.handle(platform, spaceId, events.map(eventOf));
      }
    } catch (error) {
      return handOneByOne(leader, cursors, subscriber, stream, rows, error);
    }
    failures.delete(subscriber.name);
    if (wanted.length > 0) {
      platform.metrics.eventsHandled.inc({ subscriber: subscriber.name }, wanted.length);
      platform.metrics.eventLag.set({ subscriber: subscriber.name }, (Date.now() - wanted.at(-1)!.at.getTime()) / 1000);
    }
    return true;
  }

  /** After a failed batch: the event that fails again and again is set aside, the others are not held up by it. */
  async function handOneByOne(leader: Leader, cursors: Cursors, subscriber: Subscriber, stream: string, rows: EventRow[], first: unknown): Promise<boolean> {
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
          await setAside(platform, leader, subscriber.name, row, error);
        }
      }
      await moveCursors(leader, cursors, [subscriber.name], stream, row);
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
        if (stopped || lost) continue;
        await client.query('set role formwork_dispatcher');
        // a cursor that a crash sets back hands some events out again, which subscribers bear; the disk need not be waited for
        await client.query('set synchronous_commit to off');
        await lead(client);
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
async function readEvents(leader: Leader, stream: string, xid: string, id: string): Promise<EventRow[]> {
  const [table, space] = stream === platformStream ? ['platform.event', 'space_id'] : [`${spaceSchema(stream)}.event`, `'${stream}'`];
  const { rows } = await leader.query<EventRow>(
    `select xid::text as position, id, ${space} as space_id, type, subject, actor, at, request_id, ip, data from ${table}
      where xid < pg_snapshot_xmin(pg_current_snapshot()) and (xid, id) > ($1::xid8, $2::uuid) order by xid, id limit ${batchSize}`, [xid, id]);
  return rows;
}

/** Where each subscriber is in each stream. Read once: while it leads nobody else moves them. */
type Cursors = Map<string, { xid: string; id: string }>;

async function readCursors(leader: Leader): Promise<Cursors> {
  const { rows } = await leader.query<{ subscriber: string; stream: string; xid: string; id: string }>('select subscriber, stream, xid::text as xid, id from platform.event_cursor');
  return new Map(rows.map(({ subscriber, stream, xid, id }) => [keyOf(subscriber, stream), { xid, id }]));
}

async function moveCursors(leader: Leader, cursors: Cursors, subscribers: string[], stream: string, { position: xid, id }: EventRow): Promise<void> {
  await leader.query(
    `insert into platform.event_cursor (subscriber, stream, xid, id) select unnest($1::text[]), $2, $3::xid8, $4::uuid
      on conflict (subscriber, stream) do update set xid = excluded.xid, id = excluded.id`, [subscribers, stream, xid, id]);
  for (const subscriber of subscribers) cursors.set(keyOf(subscriber, stream), { xid, id });
}

function keyOf(subscriber: string, stream: string): string {
  return `${stream} ${subscriber}`;
}

async function setAside(platform: Platform, leader: Leader, subscriber: string, row: EventRow, error: unknown): Promise<void> {
  platform.log.error({ err: error, subscriber, event: row.id, type: row.type }, 'an event was set aside after repeated failure');
  platform.metrics.eventsFailed.inc({ subscriber });
  await leader.query(
    'insert into platform.failed_event (subscriber, event_id, space_id, type, error) values ($1, $2, $3, $4, $5) on conflict (subscriber, event_id) do nothing',
    [subscriber, row.id, row.space_id, row.type, String((error as Error)?.stack ?? error)]);
}
