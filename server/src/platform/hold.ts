import type pg from 'pg';
import type { Bus } from './bus.ts';
import { inControl } from './db/db.ts';
import { spaceQuery, spaceSchema } from './db/space-data.ts';
import { lowestIdAt, timeOf } from './runs/run-ids.ts';
import type { Platform } from './platform.ts';

/** A space that was restored by itself, or is being restored just now: then nobody writes in it. */
export interface HeldSpace {
  restoring: boolean;
  restoredAt: Date;
  restoredFrom: Date;
}

/**
 * An installation that was restored is held: a rehearsal, or a copy beside the one that still runs, would send again what was
 * sent. People work as ever; mails, short messages, calls, timers and jobs wait for the word of an operator. So does a single space.
 */
export interface Hold {
  /** The moment which the installation shows since, and when it was restored; undefined where nothing is held. */
  readonly state: { restoredAt: Date; restoredFrom: Date } | undefined;
  /** Single spaces, by id. */
  readonly spaces: ReadonlyMap<string, HeldSpace>;
  /** Called once when it ends; at once where nothing is held. */
  whenFree(then: () => void): void;
  /** Called whenever a single space is held no longer. */
  onSpaceFree(then: (spaceId: string) => void): void;
  /** Reads what holds now; whoever ends a hold waits for it, so that the very next page of this process shows none. */
  look(): Promise<void>;
  stop(): void;
}

/** How soon a process hears that another one, or a program beside the product, let the installation go on. */
const lookMs = 1_000;
/** Said on the bus by whoever begins or ends the hold of a space, or ends that of the installation. */
export const holdChanged = 'hold';
/** The first number of the lock of a space that is restored; the second is the hash of its id. */
export const spaceRestoreLock = 4_011_983;

export async function openHold(pool: pg.Pool, bus: Pick<Bus, 'on'>): Promise<Hold> {
  let { state, spaces } = await read(pool);
  let waiting: (() => void)[] = [];
  const freed: ((spaceId: string) => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const later = (): void => {
    clearTimeout(timer);
    if (!stopped && (state || spaces.size > 0)) timer = setTimeout(() => void look(), lookMs);
  };
  function look(): Promise<void> {
    return read(pool)
      .then(
        (now) => {
          const before = spaces;
          ({ state, spaces } = now);
          for (const id of before.keys()) if (!spaces.has(id)) for (const then of freed) then(id);
        },
        () => {},
      )
      .finally(() => {
        later();
        if (state) return;
        for (const then of waiting) then();
        waiting = [];
      });
  }
  later();
  for (const kind of [holdChanged, 'reconnected']) bus.on(kind, () => !stopped && void look());
  return {
    get state() {
      return state;
    },
    get spaces() {
      return spaces;
    },
    whenFree(then) {
      if (state) waiting.push(then);
      else then();
    },
    onSpaceFree(then) {
      freed.push(then);
    },
    look,
    stop() {
      stopped = true;
      clearTimeout(timer);
      waiting = [];
    },
  };
}

/** A space whose restore was killed is not held: nothing was exchanged, and the program's lock ended with it. */
async function read(pool: pg.Pool): Promise<Pick<Hold, 'state' | 'spaces'>> {
  const { rows } = await pool.query<{ held: boolean; restoredAt: Date; restoredFrom: Date }>(
    'select held, restored_at as "restoredAt", restored_from as "restoredFrom" from platform.installation',
  );
  const { rows: spaces } = await pool.query<HeldSpace & { id: string; held: boolean }>(
    `select * from (select id, held, restored_at as "restoredAt", restored_from as "restoredFrom", restoring and exists (select from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database()) and classid = $1 and objid = (hashtext(id)::bigint & 4294967295)::oid) as restoring from platform.held_space) as known where held or restoring`,
    [spaceRestoreLock],
  );
  const [row] = rows;
  return {
    state: row?.held ? { restoredAt: row.restoredAt, restoredFrom: row.restoredFrom } : undefined,
    spaces: new Map(spaces.map(({ id, held: _held, ...space }) => [id, space])),
  };
}

/** What waits to leave, over all spaces or those given, and since when. */
export interface Waiting {
  kind: 'mail' | 'sms' | 'job';
  count: number;
  since: Date;
}

export async function whatWaits(platform: Platform, spaces: readonly string[]): Promise<Waiting[]> {
  const found: Waiting[] = [];
  for (const spaceId of spaces) {
    await inControl(platform.control, spaceId, async (tx) => {
      for (const { kind, count, since } of await tx
        .selectFrom('platform.outbox')
        .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('since')])
        .where('state', '=', 'queued')
        .groupBy('kind')
        .execute())
        found.push({ kind, count, since });
    });
    const { rows } = await spaceQuery<{ id: string }>(platform, {
      text: `select id from ${spaceSchema(spaceId)}.run where state in ('waiting', 'running') order by id`,
    });
    if (rows[0]) found.push({ kind: 'job', count: rows.length, since: new Date(timeOf(rows[0].id) ?? Date.now()) });
  }
  return found;
}

/** What was asked for before the restore and waits still: sent by the installation that the backup came from, or given up with it. */
export async function dropWaiting(platform: Platform, spaceId: string, before: Date): Promise<void> {
  await inControl(platform.control, spaceId, async (tx) => {
    await tx
      .updateTable('platform.outbox')
      .set({ state: 'failed', error: 'dropped by the operator after a restore', settled_at: new Date() })
      .where('state', '=', 'queued')
      .where('created_at', '<=', before)
      .execute();
  });
  await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.run set state = 'cancelled', leased_by = null, leased_until = null, finished = $2, version = version + 1
      where state in ('waiting', 'running') and id < $1::uuid`,
    values: [lowestIdAt(before.getTime() + 1), new Date()],
  });
}

/** Lets the installation go on: here at once, in every other process as soon as it hears of it. */
export async function endHold(platform: Platform): Promise<void> {
  await platform.pool.query('update platform.installation set held = false, let_go_at = now() where held');
  await tell(platform);
}

/** Lets a single space go on; false where it is not held. */
export async function endHoldOf(platform: Platform, spaceId: string): Promise<boolean> {
  const { rowCount } = await platform.pool.query(
    'delete from platform.held_space where id = $1 and held and not restoring',
    [spaceId],
  );
  await tell(platform);
  return rowCount === 1;
}

async function tell({ bus, hold }: Platform): Promise<void> {
  bus.publish({ kind: holdChanged });
  await hold.look();
}

/** What came back with a restore, as the program that restored it wrote it down: of the installation, and of single spaces. */
export async function whatReturned(platform: Platform): Promise<Map<string | undefined, unknown>> {
  const { rows } = await platform.pool.query<{ id: string | null; returned: unknown }>(
    'select null as id, returned from platform.installation union all select id, returned from platform.held_space',
  );
  return new Map(rows.map(({ id, returned }) => [id ?? undefined, returned]));
}
