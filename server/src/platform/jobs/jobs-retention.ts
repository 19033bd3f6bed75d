import { sql } from 'kysely';
import { inControl } from '../db/db.ts';
import type { PeriodicTask } from './jobs.ts';
import type { Platform } from '../platform.ts';

const keepDays = 30;

/** Settled messages are of no use after a month; the audit trail still tells of them. */
export const forgetOldRows: PeriodicTask = {
  name: 'platform.forget_old_rows',
  cron: '40 2 * * *',
  async run(platform) {
    await platform.control
      .deleteFrom('platform.tries')
      .where('ends_at', '<', sql<Date>`now()`)
      .execute();
    const before = new Date(Date.now() - keepDays * 86_400_000);
    for (const spaceId of await everySpace(platform)) {
      await inControl(platform.control, spaceId, async (tx) => {
        await tx.deleteFrom('platform.outbox').where('settled_at', '<', before).execute();
      });
    }
  },
};

/** Work by the clock that visits each space, one after the other. */
export function inEverySpace(
  name: string,
  cron: string,
  visit: (platform: Platform, spaceId: string) => Promise<unknown>,
): PeriodicTask {
  return {
    name,
    cron,
    async run(platform) {
      for (const spaceId of await everySpace(platform)) await visit(platform, spaceId);
    },
  };
}

/** Ids of all spaces, for work by the clock that visits each. */
export async function everySpace(platform: Pick<Platform, 'pool'>): Promise<string[]> {
  const { rows } = await platform.pool.query<{ id: string }>('select id from identity.space order by id');
  return rows.map((row) => row.id);
}
