import { spaceQuery, spaceSchema } from '../db/space-data.ts';
import { addToQueue, queueAgain, taskOf } from '../jobs/jobs-queue.ts';
import { everySpace } from '../jobs/jobs-retention.ts';
import type { PeriodicTask } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import { runKindsOf, month } from './run-kinds.ts';
import { lowestIdAt } from './run-ids.ts';
import { dropRunMonths, makeRunMonths } from './run-months.ts';

const dayMs = 86_400_000;
/** What waits is in the queue by then, and what is carried out has prolonged its lease. */
const lateMs = 30_000;
const atOnce = 500;
const chunk = 5_000;
const actionDays = 90;

/** Runs that lost their lease, and those that nobody put into the queue: both are put into it, and end or are tried again. */
export const sweepRuns: PeriodicTask = {
  name: 'platform.sweep_runs',
  cron: '* * * * *',
  async run(platform, only) {
    for (const spaceId of only === undefined ? await everySpace(platform) : [only]) {
      if (platform.hold.spaces.has(spaceId)) continue;
      for (const { id, kind, leased } of await strayed(platform, spaceId)) {
        if (leased) await queueAgain(platform, { spaceId, id }, kind);
        else await addToQueue(platform, [{ task: taskOf(platform, kind), row: { spaceId, id } }]);
      }
    }
  },
};

async function strayed(platform: Platform, spaceId: string): Promise<{ id: string; kind: string; leased: boolean }[]> {
  const late = new Date(Date.now() - lateMs);
  const { rows } = await spaceQuery<{ id: string; kind: string; leased: boolean }>(platform, {
    text: `select id, kind, state = 'running' as leased from ${spaceSchema(spaceId)}.run
      where state in ('waiting', 'running', 'suspended') and at < $1 and (leased_until is null or leased_until < $1) order by at limit ${atOnce}`,
    values: [late],
  });
  return rows;
}

/** At night: months to come are made, whole months that no kind keeps are dropped, the rest goes in pieces. */
export const keepRunMonths: PeriodicTask = {
  name: 'platform.run_months',
  cron: '55 2 * * *',
  async run(platform) {
    const kinds = runKindsOf(platform);
    const longest = Math.max(month.failed, ...kinds.flatMap(({ keep }) => [keep.finished, keep.failed]));
    for (const spaceId of await everySpace(platform)) {
      const owner = await platform.owner.connect();
      try {
        await makeRunMonths(owner, spaceId);
        await dropRunMonths(owner, spaceId, Date.now() - longest * dayMs);
      } finally {
        owner.release();
      }
      await forgetRuns(platform, spaceId, Date.now());
      await spaceQuery(platform, {
        text: `delete from ${spaceSchema(spaceId)}.action_done where at < $1`,
        values: [new Date(Date.now() - actionDays * dayMs)],
      });
    }
  },
};

/** What was over for as long as its kind says; of a kind that nobody knows here, for a month. */
export async function forgetRuns(platform: Platform, spaceId: string, now: number): Promise<number> {
  const schema = spaceSchema(spaceId);
  let gone = 0;
  const { rows: kinds } = await spaceQuery<{ kind: string }>(platform, {
    // one look at the index a kind
    text: `with recursive known as (
        (select kind from ${schema}.run order by kind limit 1)
        union all select (select r.kind from ${schema}.run r where r.kind > known.kind order by r.kind limit 1) from known where known.kind is not null
      ) select kind from known where kind is not null`,
  });
  const known = new Map(runKindsOf(platform).map((one) => [one.kind, one]));
  for (const { kind } of kinds) {
    const { keep = month, forget } = known.get(kind) ?? {};
    const finished = new Date(now - keep.finished * dayMs);
    const failed = new Date(now - keep.failed * dayMs);
    // who ended before began before
    const youngest = lowestIdAt(Math.max(finished.getTime(), failed.getTime()));
    for (;;) {
      const { rows } = await spaceQuery<{ id: string; memory: unknown }>(platform, {
        text: `select id, memory from ${schema}.run where kind = $1 and id < $2::uuid
            and (state in ('finished', 'cancelled') and finished < $3 or state = 'failed' and finished < $4) order by id limit ${chunk}`,
        values: [kind, youngest, finished, failed],
      });
      if (rows.length === 0) break;
      await forget?.({ platform, spaceId }, rows);
      const ids = rows.map(({ id }) => id);
      // one that was begun again in between stays
      await spaceQuery(platform, {
        text: `with gone as (delete from ${schema}.run where id = any($1::uuid[]) and finished is not null and state in ('finished', 'cancelled', 'failed') returning id)
          delete from ${schema}.run_step where run in (select id from gone)`,
        values: [ids],
      });
      gone += rows.length;
    }
  }
  return gone;
}
