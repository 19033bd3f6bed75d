import type pg from 'pg';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { clockworkOf, whenOf, type ScheduleRow } from './clockwork.ts';
import { nextTime, timesBetween, type Clockwork } from './next-time.ts';

const batchRows = 500;
/** Few enough that what is due meanwhile does not wait for them. */
const aheadRows = 100;
/** Of one schedule in one transaction. */
const mostAtOnce = 100;
/** Whoever is later than that has missed it. */
const lateMs = 60_000;
const spans = [3_600_000, 86_400_000, 7 * 86_400_000, 32 * 86_400_000, 400 * 86_400_000];

interface Taken {
  row: ScheduleRow;
  times: Date[];
  next: Date | null;
}

/** Writes down the moments that are due and sets the next ones, in one transaction. True when there may be more. */
export async function takeDue(platform: Platform, client: pg.Client, now: Date): Promise<boolean> {
  await client.query('begin');
  try {
    const { rows } = await client.query<ScheduleRow>(
      `select * from schedules.schedule where next_at <= $1 and not paused and space_id <> all($2::text[])
       order by next_at limit ${batchRows} for update skip locked`,
      [now, [...platform.hold.spaces.keys()]],
    );
    const clocks = new Map<string, Clockwork>();
    const taken: Taken[] = [];
    for (const row of rows) taken.push(momentsOf(row, now, await clockFor(platform, clocks, row)));
    const moments = taken.flatMap(({ row, times }) => times.map((due) => ({ row, due })));
    if (moments.length > 0)
      await client.query(
        `insert into schedules.due (space_id, schedule, due, run)
         select * from unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::uuid[]) on conflict do nothing`,
        [
          moments.map(({ row }) => row.space_id),
          moments.map(({ row }) => row.id),
          moments.map(({ due }) => due),
          moments.map(() => newId()),
        ],
      );
    await writeNext(
      client,
      'next_at = given.at, after_at = null',
      taken.map(({ row, next }) => ({ row, at: next })),
    );
    await client.query('commit');
    return rows.length === batchRows || taken.some(({ next }) => next !== null && next <= now);
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Works out the moment after the next while nothing is due: when ten thousand are due at once, no sums are left to do. True when there may be more. */
export async function fillAhead(platform: Platform, client: pg.Client, reached: Reached): Promise<boolean> {
  const { rows } = await client.query<ScheduleRow>(
    `select * from schedules.schedule where not paused and next_at is not null and after_at is null and at is null
       and (next_at, space_id, id) > ($1, $2, $3) order by next_at, space_id, id limit ${aheadRows}`,
    [reached.next_at, reached.space_id, reached.id],
  );
  const last = rows.at(-1);
  if (!last) return false;
  Object.assign(reached, { next_at: last.next_at, space_id: last.space_id, id: last.id });
  const clocks = new Map<string, Clockwork>();
  const ahead: { row: ScheduleRow; at: Date | null }[] = [];
  for (const row of rows)
    ahead.push({ row, at: nextTime(whenOf(row), row.next_at!, await clockFor(platform, clocks, row)) });
  await writeNext(client, 'after_at = given.at', ahead);
  return rows.length === aheadRows;
}

/** How far one look came: those that come no more stay without a moment after the next, and are passed over. */
export type Reached = Pick<ScheduleRow, 'next_at' | 'space_id' | 'id'>;
export const atBegin = (): Reached => ({
  next_at: new Date(0),
  space_id: '',
  id: '00000000-0000-0000-0000-000000000000',
});

/** The clock went back: next times that were worked out by the one that was ahead come back too. What ran already does not run again. */
export async function takeBack(platform: Platform, client: pg.Client, now: Date): Promise<void> {
  const clocks = new Map<string, Clockwork>();
  for (let last = { space_id: '', id: '00000000-0000-0000-0000-000000000000' }; ;) {
    const { rows } = await client.query<ScheduleRow>(
      `select * from schedules.schedule where not paused and at is null and next_at > $1 and (space_id, id) > ($2, $3)
       order by space_id, id limit ${batchRows}`,
      [now, last.space_id, last.id],
    );
    const back: { row: ScheduleRow; at: Date | null }[] = [];
    for (const row of rows) back.push({ row, at: nextTime(whenOf(row), now, await clockFor(platform, clocks, row)) });
    await writeNext(client, 'next_at = given.at, after_at = null', back);
    if (rows.length < batchRows) return;
    last = rows.at(-1)!;
  }
}

/** Which moments of a schedule run now, by what it says about missed ones, and when it is due next. */
function momentsOf(row: ScheduleRow, now: Date, clockwork: Clockwork): Taken {
  const when = whenOf(row);
  const first = row.next_at!;
  const after = row.after_at ?? nextTime(when, first, clockwork);
  const late = now.getTime() - first.getTime() > lateMs;
  if (after === null || after > now) {
    const missed = late && row.missed === 'skip';
    return { row, times: missed ? [] : [first], next: after };
  }
  if (row.missed === 'all') {
    const times = [first, ...timesBetween(when, first, now, clockwork, mostAtOnce - 1)];
    return { row, times, next: nextTime(when, times.at(-1)!, clockwork) };
  }
  const latest = latestBefore(now, first, (from) => timesBetween(when, from, now, clockwork, 10_000).at(-1));
  const onTime = now.getTime() - latest.getTime() <= lateMs;
  return { row, times: row.missed === 'once' || onTime ? [latest] : [], next: nextTime(when, now, clockwork) };
}

/** Looked for in longer and longer spans before now: of a week in minutes nobody goes through ten thousand. */
function latestBefore(now: Date, first: Date, find: (from: Date) => Date | undefined): Date {
  for (const span of spans) {
    const from = new Date(Math.max(now.getTime() - span, first.getTime()));
    const found = find(from);
    if (found) return found;
    if (from.getTime() === first.getTime()) break;
  }
  return first;
}

async function clockFor(platform: Platform, known: Map<string, Clockwork>, row: ScheduleRow): Promise<Clockwork> {
  const key = `${row.space_id} ${row.zone ?? ''} ${row.workdays}`;
  let clock = known.get(key);
  if (!clock) known.set(key, (clock = await clockworkOf(platform, row)));
  return clock;
}

function writeNext(
  client: pg.Client,
  change: 'next_at = given.at, after_at = null' | 'after_at = given.at',
  rows: readonly { row: ScheduleRow; at: Date | null }[],
): Promise<unknown> {
  return client.query(
    `update schedules.schedule set ${change}
     from unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::timestamptz[]) as given (space_id, id, was, at)
     where schedule.space_id = given.space_id and schedule.id = given.id and schedule.next_at = given.was`,
    [
      rows.map(({ row }) => row.space_id),
      rows.map(({ row }) => row.id),
      rows.map(({ row }) => row.next_at),
      rows.map(({ at }) => at),
    ],
  );
}
