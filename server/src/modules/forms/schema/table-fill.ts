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
  const { table, key, from, to } = backfill;
  const names = key.join(', ');
  const wanted = wantedValue(backfill);
  const open = `${condition} and ${to} is distinct from ${wanted}`;
  const place = (at: number): string => `$${params.length + 1 + at}`;
  const [fromType, toType] = await typesOf(client, table, [from, to]);
  // worked out where it is read, and written where the old value is still that one: nodes of a cluster work out nothing of
  // columns while they write. By names that no field has.
  const shape = `${key.map((_, at) => `"?k${at}" uuid`).join(', ')}, "?was" ${fromType}, "?wanted" ${toType}`;
  let last: string[] = key.map(() => '00000000-0000-0000-0000-000000000000');
  let limit = 1_000;
  for (;;) {
    const { rows } = await (client as pg.Pool).query<(string | null)[]>({
      text: `select ${key.map((name) => `${name}::text`).join(', ')}, to_jsonb(${from})::text, to_jsonb(${wanted})::text from ${table} where (${names}) > (${key.map((_, at) => `${place(at)}::uuid`).join(', ')}) and ${open} order by ${names} limit ${limit}`,
      values: [...params, ...last],
      rowMode: 'array',
    });
    const end = rows.at(-1);
    if (!end) return;
    const change = (chosen: (string | null)[][]) =>
      (client as pg.Pool).query({
        text: `update ${table} set ${to} = given."?wanted" from jsonb_to_recordset($${params.length + 1}::jsonb) as given (${shape})
          where ${key.map((name, at) => `${name} = given."?k${at}"`).join(' and ')} and ${from} is not distinct from given."?was" and ${condition}`,
        values: [...params, `[${chosen.map((row) => rowJson(row, key.length)).join(',')}]`],
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
    last = end.slice(0, key.length) as string[];
  }
}

/** The keys, then what the database itself says as JSON: numbers keep their digits. */
function rowJson(row: readonly (string | null)[], keys: number): string {
  const parts = row.slice(0, keys).map((id, at) => `"?k${at}":"${id}"`);
  return `{${[...parts, `"?was":${row[keys] ?? 'null'}`, `"?wanted":${row[keys + 1] ?? 'null'}`].join(',')}}`;
}

/** As casts name them, in the order that is asked for. */
async function typesOf(client: pg.Pool | pg.ClientBase, table: string, columns: readonly string[]): Promise<string[]> {
  const { rows } = await (client as pg.Pool).query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  return columns.map((column) => types.get(column.replaceAll('"', ''))!);
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
