import type pg from 'pg';
import type { Backfill } from './table-plan.ts';

/** Whoever writes a row of a batch waits for its end: batches shrink where they take longer than this, and grow where they are quick. */
const batchMs = 200;
const mostRows = 5_000;
/** What began with a clock a little behind. */
const clocksMs = 5_000;

/** Fills the new column of every row, by the order of the key, so that each row is looked at once. */
export function fill(client: pg.ClientBase, backfill: Backfill): Promise<void> {
  return walk(client, backfill, 'true', []);
}

/**
 * Makes right what was written with the release before since the copy began. What was written after the new release was
 * published holds its values in the new column already and stays, but for new records of somebody who had not heard of it yet.
 */
export function fillChanged(owner: pg.Pool, backfill: Backfill, since: Date, until: Date): Promise<void> {
  const { main, from, to } = backfill;
  const ofRecords = (condition: string): string =>
    main === undefined ? `(${condition})` : `record_id in (select id from ${main} where ${condition})`;
  const before = ofRecords('modified_at >= $1::timestamptz and modified_at < $2::timestamptz');
  const unaware = `(${ofRecords('modified_at >= $1::timestamptz and version = 1')} and ${from} is not null and ${to} is null)`;
  return walk(owner, backfill, `(${before} or ${unaware})`, [
    new Date(since.getTime() - clocksMs).toISOString(),
    until.toISOString(),
  ]);
}

async function walk(
  client: pg.Pool | pg.ClientBase,
  backfill: Backfill,
  condition: string,
  params: readonly unknown[],
): Promise<void> {
  const { table, key, to } = backfill;
  const names = key.join(', ');
  const wanted = wantedValue(backfill);
  const open = `${condition} and ${to} is distinct from ${wanted}`;
  const place = (at: number): string => `$${params.length + 1 + at}`;
  let last: string[] = key.map(() => '00000000-0000-0000-0000-000000000000');
  let limit = 1_000;
  for (;;) {
    const { rows } = await (client as pg.Pool).query<string[]>({
      text: `select ${key.map((name) => `${name}::text`).join(', ')} from ${table} where (${names}) > (${key.map((_, at) => `${place(at)}::uuid`).join(', ')}) and ${open} order by ${names} limit ${limit}`,
      values: [...params, ...last],
      rowMode: 'array',
    });
    const end = rows.at(-1);
    if (!end) return;
    const change = (chosen: string[][]) =>
      (client as pg.Pool).query({
        text: `update ${table} set ${to} = ${wanted} where (${names}) in (select * from unnest(${key.map((_, at) => `${place(at)}::uuid[]`).join(', ')})) and ${open}`,
        values: [...params, ...key.map((_, at) => chosen.map((row) => row[at]))],
      });
    const began = performance.now();
    try {
      await change(rows);
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error;
      // the new column is unique already: who came second under the release before, which did not ask, stays without
      for (const row of rows)
        await change([row]).catch((other: { code?: string }) => {
          if (other.code !== '23505') throw other;
        });
    }
    const taken = performance.now() - began;
    if (taken > batchMs) limit = Math.max(100, Math.floor(limit / 2));
    else if (taken < batchMs / 3) limit = Math.min(mostRows, limit * 2);
    last = end;
  }
}

/**
 * The old value in the new column. A field that takes an earlier type again finds its values of then: they stay where the
 * old value says the same, also where it could not say it (a text that was no number), and give way to what was changed since.
 */
function wantedValue({ from, to, expression, back }: Backfill): string {
  const carried = `case when ${from} is not null then ${expression} end`;
  return back === null
    ? `coalesce(${carried}, ${to})`
    : `case when ${to} is not null and (${back}) is not distinct from ${from} then ${to} else ${carried} end`;
}
