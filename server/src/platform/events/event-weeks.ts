import { sql } from 'kysely';
import type pg from 'pg';
import { asDispatcher } from '../db/db.ts';
import { partsOf, whenUnlocked } from '../db/partitions.ts';
import { eventTable, platformStream } from './event-rows.ts';
import type { Subscriber } from './events.ts';
import type { PeriodicTask } from '../jobs/jobs.ts';
import { everySpace } from '../jobs/jobs-retention.ts';
import type { Platform } from '../platform.ts';

const dayMs = 86_400_000;
/** This week and so many more; where nobody makes more for so long, the rest takes what comes. */
const weeksAhead = 3;

/** Makes the weeks of a stream's event table that are not there yet, as the owner. */
export async function makeEventWeeks(owner: pg.ClientBase, stream: string, now = Date.now()): Promise<void> {
  const table = eventTable(stream);
  const parts = await partsOf(owner, table);
  for (let week = 0; week <= weeksAhead; week += 1) {
    const from = mondayOf(now + week * 7 * dayMs);
    const to = new Date(from.getTime() + 7 * dayMs);
    // the part before the first whole week reaches into this one
    if (
      parts.some(
        (part) => part.until !== null && (part.name === nameOf(from) || (part.name === before && part.until >= to)),
      )
    )
      continue;
    const part = `${table.slice(0, table.lastIndexOf('.'))}.${nameOf(from)}`;
    await whenUnlocked(owner, async () => {
      await owner.query(`create table ${part} (like ${table} including all)`);
      // a week that was late: what came meanwhile lies in the rest
      await owner.query(
        `with late as (delete from ${table}_rest where at >= '${from.toISOString()}' and at < '${to.toISOString()}' returning *) insert into ${part} select * from late`,
      );
      await owner.query(
        `alter table ${table} attach partition ${part} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
      );
    });
  }
}

/** Each night the weeks to come are made, and those are dropped that lie `eventDays` behind the slowest subscriber. */
export function keepEventWeeks(subscribers: readonly Subscriber[]): PeriodicTask {
  return {
    name: 'platform.event_weeks',
    cron: '50 2 * * *',
    async run(platform) {
      for (const stream of [platformStream, ...(await everySpace(platform))]) {
        const owner = await platform.owner.connect();
        try {
          await makeEventWeeks(owner, stream);
          await dropPassedWeeks(platform, owner, stream, subscribers);
        } finally {
          owner.release();
        }
      }
    },
  };
}

async function dropPassedWeeks(
  platform: Platform,
  owner: pg.ClientBase,
  stream: string,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const slowest = await slowestOf(platform, stream, subscribers);
  if (!slowest) return;
  const table = eventTable(stream);
  const until = new Date(slowest.reached.getTime() - platform.config.eventDays * dayMs);
  const { xid, id } = slowest;
  for (const part of await partsOf(owner, table)) {
    if (part.until === null || part.until > until) continue;
    // a transaction that was open for long is late in its week
    const { rowCount } = await owner.query(
      `select 1 from ${part.table} where (xid, id) > ($1::xid8, $2::uuid) limit 1`,
      [xid, id],
    );
    if (rowCount === 0) await whenUnlocked(owner, () => owner.query(`drop table ${part.table}`));
  }
  await owner.query(`delete from ${table}_rest where at < $1 and (xid, id) <= ($2::xid8, $3::uuid)`, [until, xid, id]);
}

/** Where the last of the subscribers stands, and up to when it has heard all; undefined where one has not begun. */
async function slowestOf(
  platform: Platform,
  stream: string,
  subscribers: readonly Subscriber[],
): Promise<{ xid: string; id: string; reached: Date } | undefined> {
  return asDispatcher(platform.control, async (tx) => {
    const cursors = await tx
      .selectFrom('platform.event_cursor')
      .select(['xid', 'id'])
      .where('stream', '=', stream)
      .where(
        'subscriber',
        'in',
        subscribers.map(({ name }) => name),
      )
      .orderBy('xid')
      .orderBy('id')
      .execute();
    const [slowest] = cursors;
    if (!slowest || cursors.length < subscribers.length) return undefined;
    const {
      rows: [next],
    } = await sql<{
      at: Date;
    }>`select at from ${sql.raw(eventTable(stream))} where (xid, id) > (${slowest.xid}::xid8, ${slowest.id}::uuid) order by xid, id limit 1`.execute(
      tx,
    );
    return { ...slowest, reached: next?.at ?? new Date() };
  });
}

const before = 'event_before';

function mondayOf(time: number): Date {
  const day = new Date(Math.floor(time / dayMs) * dayMs);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * dayMs);
}

function nameOf(monday: Date): string {
  return `event_w${monday.toISOString().slice(0, 10).replaceAll('-', '')}`;
}
