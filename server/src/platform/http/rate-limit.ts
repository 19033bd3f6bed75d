import { sql } from 'kysely';
import { refuse } from '../errors.ts';
import type { Platform } from '../platform.ts';

/** So many tries within so many seconds. */
export interface Limit {
  /** Begins the keys of its counters: `search`, `identity.code.target`. */
  name: string;
  most: number;
  seconds: number;
  /** From the last allowed try on; what is left of the period when left out. */
  waitSeconds?: number;
}

declare module '../db/db.ts' {
  interface ControlTables {
    'platform.tries': { key: string; tries: number; ends_at: Date };
  }
}

type Db = Pick<Platform, 'control'>;

/** Counts a try of somebody, on all processes together; one too many is refused with the seconds to wait. */
export async function takeTry(platform: Db, limit: Limit, who: string): Promise<void> {
  const { tries, secondsLeft } = await countTry(platform, limit, who);
  if (tries > limit.most) throw refuse('platform.too_many_requests', { secondsLeft });
}

/** Counts a failure; the seconds to wait when it was the last one allowed. Outside of any transaction: a refusal rolls back what it belongs to, never this. */
export async function countFailure(platform: Db, limit: Limit, who: string): Promise<number | undefined> {
  const { tries, secondsLeft } = await countTry(platform, limit, who);
  return tries >= limit.most ? secondsLeft : undefined;
}

/** A try that was counted before it was looked at: which one it is, and how long its counter holds. */
export interface CountedTry {
  tries: number;
  secondsLeft: number;
}

/** Counts a try before it is looked at, so that of many at once no more than `most` are; undone by `takeBack` where it was no failure. */
export function countBefore(platform: Db, limit: Limit, who: string): Promise<CountedTry> {
  return countTry(platform, limit, who);
}

/** The try that was counted before was no failure. What others have tried meanwhile stays counted. */
export async function takeBack({ control }: Db, limit: Limit, who: string): Promise<void> {
  await control
    .updateTable('platform.tries')
    .set({ tries: sql<number>`tries - 1` })
    .where('key', '=', keyOf(limit, who))
    .where('tries', '>', 0)
    .execute();
}

/** The seconds which somebody still waits, or undefined. */
export async function waitOf({ control }: Db, limit: Limit, who: string): Promise<number | undefined> {
  const row = await control
    .selectFrom('platform.tries')
    .select(secondsLeftSql)
    .where('key', '=', keyOf(limit, who))
    .where('tries', '>=', limit.most)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.secondsLeft;
}

/** Everybody who waits now, with the seconds left; the first thousand. */
export async function everyWait({ control }: Db, limit: Limit): Promise<Map<string, number>> {
  const start = keyOf(limit, '');
  const rows = await control
    .selectFrom('platform.tries')
    .select(['key', secondsLeftSql])
    .where('key', '>=', start)
    .where('key', '<', `${start}\u{10FFFF}`)
    .where('tries', '>=', limit.most)
    .where('ends_at', '>', sql<Date>`now()`)
    .limit(1_000)
    .execute();
  return new Map(rows.map(({ key, secondsLeft }) => [key.slice(start.length), secondsLeft]));
}

/** Begins anew after a success; a wait that has begun stays, and its seconds are answered. */
export async function forgetFailures(platform: Db, limit: Limit, who: string): Promise<number | undefined> {
  const { numDeletedRows } = await platform.control
    .deleteFrom('platform.tries')
    .where('key', '=', keyOf(limit, who))
    .where((eb) => eb.or([eb('tries', '<', limit.most), eb('ends_at', '<=', sql<Date>`now()`)]))
    .executeTakeFirst();
  return numDeletedRows > 0n ? undefined : waitOf(platform, limit, who);
}

/** Ends a wait too: somebody in charge says so. */
export async function endWait({ control }: Db, limit: Pick<Limit, 'name'>, who: string): Promise<void> {
  await control.deleteFrom('platform.tries').where('key', '=', keyOf(limit, who)).execute();
}

const secondsLeftSql = sql<number>`ceil(extract(epoch from tries.ends_at - now()))::int`.as('secondsLeft');

async function countTry({ control }: Db, limit: Limit, who: string): Promise<CountedTry> {
  const { most, seconds, waitSeconds } = limit;
  const period = (wait: number) => sql<Date>`now() + make_interval(secs => ${wait})`;
  return control
    .insertInto('platform.tries')
    .values({ key: keyOf(limit, who), tries: 1, ends_at: period(most === 1 ? (waitSeconds ?? seconds) : seconds) })
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        tries: sql<number>`case when tries.ends_at <= now() then 1 else tries.tries + 1 end`,
        ends_at: sql<Date>`case
        when tries.ends_at <= now() then ${period(most === 1 ? (waitSeconds ?? seconds) : seconds)}
        when tries.tries + 1 = ${most} and ${waitSeconds !== undefined} then ${period(waitSeconds ?? seconds)}
        else tries.ends_at end`,
      }),
    )
    .returning(['tries', secondsLeftSql])
    .executeTakeFirstOrThrow();
}

function keyOf({ name }: Pick<Limit, 'name'>, who: string): string {
  return `${name}:${who}`;
}
