import { sql } from 'kysely';
import type pg from 'pg';
import type { ControlTx } from '../db/db.ts';
import type { Files } from './files.ts';
import type { PeriodicTask } from '../jobs/jobs.ts';

/** A backup holds it from before its snapshot until every content of it is copied; the number only has to be ours. */
export const backupLock = 4_011_982;
/** A continuous backup goes on as long as the slot stands, also while nobody reads from it. */
export const continuousSlot = 'formwork_backup';

/**
 * Contents that are removed while a backup copies what its snapshot names stay until it is done: it may have seen their rows.
 * With a continuous backup they stay until it has them, since any moment may be asked for; it removes them then.
 */
export function removeAfterBackups(files: Files, pool: pg.Pool): Files {
  return {
    ...files,
    async remove(key) {
      if (await mustStay(pool))
        await pool.query('insert into platform.removed_content (key) values ($1) on conflict (key) do nothing', [key]);
      else await files.remove(key);
    },
  };
}

export const dropRemovedContents: PeriodicTask = {
  name: 'platform.drop_removed_contents',
  cron: '*/10 * * * *',
  async run({ pool, files }) {
    if (await mustStay(pool)) return;
    const { rows } = await pool.query<{ key: string }>('select key from platform.removed_content order by removed_at');
    for (const { key } of rows) {
      await files.remove(key);
      await pool.query('delete from platform.removed_content where key = $1', [key]);
    }
  },
};

async function mustStay(pool: pg.Pool): Promise<boolean> {
  if (await backupRuns(pool)) return true;
  const { rows } = await pool.query<Slot>(slotQuery);
  const state = stateOf(rows);
  return state === 'on' || state === 'away';
}

interface Slot {
  active: boolean;
  lost: boolean;
}
const slotQuery = `select active, coalesce(wal_status = 'lost' or restart_lsn is null, false) as lost from pg_replication_slots where slot_name = '${continuousSlot}' and slot_type = 'physical'`;
const stateOf = ([slot]: readonly Slot[]): 'on' | 'away' | 'lost' | null =>
  slot === undefined ? null : slot.lost ? 'lost' : slot.active ? 'on' : 'away';

/** What becomes of the continuous backup, where there is one. */
export async function continuousState(tx: ControlTx): Promise<'on' | 'away' | 'lost' | null> {
  const { rows } = await sql.raw<Slot>(slotQuery).execute(tx);
  return stateOf(rows);
}

export async function backupRuns(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ runs: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()) and classid = 0 and objid = ${backupLock} and objsubid = 1 and granted) as runs`,
  );
  return rows[0]!.runs;
}
