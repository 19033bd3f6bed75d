import type pg from 'pg';
import { partsOf, whenUnlocked } from '../db/partitions.ts';
import { spaceSchema } from '../db/space-data.ts';
import { lowestIdAt } from './run-ids.ts';

/** This month and so many more. */
const monthsAhead = 2;
const tables = [
  { table: 'run', key: 'id' },
  { table: 'run_step', key: 'run' },
] as const;

/** Makes the months of a space's runs that are not there yet, as the owner. */
export async function makeRunMonths(owner: pg.ClientBase, spaceId: string, now = Date.now()): Promise<void> {
  const schema = spaceSchema(spaceId);
  for (const { table, key } of tables) {
    const there = new Set((await partsOf(owner, `${schema}.${table}`)).map(({ name }) => name));
    for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
      const month = monthOf(now, ahead);
      const name = `${table}_m${month.name}`;
      if (there.has(name)) continue;
      const part = `${schema}.${name}`;
      await whenUnlocked(owner, async () => {
        await owner.query(`create table ${part} (like ${schema}.${table} including all)`);
        // a month that was late: what came meanwhile lies in the rest
        await owner.query(
          `with late as (delete from ${schema}.${table}_rest where ${key} >= '${month.from}' and ${key} < '${month.to}' returning *) insert into ${part} select * from late`,
        );
        await owner.query(
          `alter table ${schema}.${table} attach partition ${part} for values from ('${month.from}') to ('${month.to}')`,
        );
      });
    }
  }
}

/** Drops the months that ended before then and hold no run that is yet to end. */
export async function dropRunMonths(owner: pg.ClientBase, spaceId: string, before: number): Promise<string[]> {
  const schema = spaceSchema(spaceId);
  const dropped: string[] = [];
  for (const { name } of await partsOf(owner, `${schema}.run`)) {
    const month = /^run_m(\d{4})(\d\d)$/.exec(name);
    if (!month || Date.UTC(Number(month[1]), Number(month[2])) > before) continue;
    const { rowCount } = await owner.query(
      `select 1 from ${schema}.${name} where state not in ('finished', 'failed', 'cancelled') limit 1`,
    );
    if (rowCount !== 0) continue;
    await whenUnlocked(owner, () =>
      owner.query(`drop table if exists ${schema}.${name}, ${schema}.${name.replace('run_', 'run_step_')}`),
    );
    dropped.push(name);
  }
  return dropped;
}

function monthOf(now: number, ahead: number): { name: string; from: string; to: string } {
  const today = new Date(now);
  const first = (months: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months);
  return {
    name: new Date(first(ahead)).toISOString().slice(0, 7).replace('-', ''),
    from: lowestIdAt(first(ahead)),
    to: lowestIdAt(first(ahead + 1)),
  };
}
