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

/** Work by the clock that visits each space, one after the other: what fails in one is told, and keeps no other waiting. */
export function inEverySpace(
  name: string,
  cron: string,
  visit: (platform: Platform, spaceId: string) => Promise<unknown>,
): PeriodicTask {
  return {
    name,
    cron,
    async run(platform) {
      const failures: unknown[] = [];
      for (const spaceId of await everySpace(platform)) {
        try {
          await visit(platform, spaceId);
        } catch (error) {
          platform.log.error({ err: error, task: name, space: spaceId }, 'work by the clock failed in a space');
          failures.push(error);
        }
      }
      if (failures.length === 1) throw failures[0];
      if (failures.length > 1) throw new AggregateError(failures, `${name} failed in ${failures.length} spaces`);
    },
  };
}

/** Ids of all spaces, for work by the clock that visits each. */
export async function everySpace(platform: Pick<Platform, 'pool'>): Promise<string[]> {
  const { rows } = await platform.pool.query<{ id: string }>('select id from identity.space order by id');
  return rows.map((row) => row.id);
}
