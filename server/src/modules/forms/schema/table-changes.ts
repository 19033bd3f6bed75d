import type pg from 'pg';
import { refuse } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { fillKeys } from './key-columns.ts';
import { fill, fillChanged } from './table-fill.ts';
import { quoted, type ActualTables, type TablePlan } from './table-plan.ts';

const patienceMs = 30_000;
/** By then every process has heard of a release, and what one of them was saving with the release before is saved. */
const heardAfterMs = 1_000;

/** Tables of the form with their columns and finished indexes. */
export async function actualTables(
  owner: pg.Pool | pg.ClientBase,
  spaceId: string,
  formId: string,
): Promise<ActualTables> {
  const schema = spaceSchema(spaceId).slice(1, -1);
  const { rows } = await (owner as pg.Pool).query<{ name: string; columns: string[]; indexes: Record<string, string> }>(
    {
      text: `select c.relname as name,
             array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
             (select coalesce(json_object_agg(i.relname, pg_get_indexdef(i.oid)), '{}') from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid and x.indisvalid) as indexes
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = $1 and c.relkind = 'r' and (c.relname = $2 or left(c.relname, length($2) + 1) = $2 || '_')`,
      values: [schema, `f_${formId}`],
    },
  );
  return new Map(
    rows.map(({ name, columns, indexes }) => [
      name,
      { columns: new Set(columns), indexes: new Map(Object.entries(indexes)) },
    ]),
  );
}

/** Fills in how many values each step would put out of reach. */
export async function countRows(owner: pg.Pool, plan: TablePlan): Promise<void> {
  for (const step of plan.steps) {
    if (!step.count) continue;
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from ${step.count.table} where ${step.count.condition}`,
    );
    step.rows = rows[0]?.count ?? 0;
  }
}

/** Changes the tables while people work in them; every part can be done again after it broke off. */
export function changeTables(platform: Platform, spaceId: string, formId: string, plan: TablePlan): Promise<void> {
  return alone(platform, spaceId, formId, async (client) => {
    await alter(client, plan.statements);
    for (const backfill of plan.backfills) await fill(client, backfill);
    for (const booking of plan.bookings) await fillBookings(client, booking);
    if (plan.keys) await fillKeys({ platform, spaceId, formId, definition: plan.keys });
    for (const index of plan.indexes) await build(client, spaceId, index);
    for (const drop of plan.drops) await client.query(drop);
  });
}

/** Short statements while nothing else changes the tables of the form; which ones is worked out then. */
export function alterAlone(
  platform: Platform,
  spaceId: string,
  formId: string,
  statements: () => Promise<string[]>,
): Promise<void> {
  return alone(platform, spaceId, formId, async (client) => alter(client, await statements()));
}

async function alone(
  platform: Platform,
  spaceId: string,
  formId: string,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await platform.owner.connect();
  try {
    const lock = await client.query<{ held: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 5)) as held', [
      `${spaceId}/${formId}`,
    ]);
    if (!lock.rows[0]?.held) throw refuse('forms.release.busy');
    try {
      await work(client);
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 5))', [`${spaceId}/${formId}`]);
    }
  } finally {
    client.release();
  }
}

/** Rows which were written with the release before while values were copied (`since`) and until the new one was published (`until`). */
export async function fillAgain(
  platform: Platform,
  spaceId: string,
  formId: string,
  plan: TablePlan,
  since: Date,
  until: Date,
): Promise<void> {
  const keysAgain = async (): Promise<void> => {
    if (plan.keys) await fillKeys({ platform, spaceId, formId, definition: plan.keys, since });
  };
  for (const backfill of plan.backfills) await fillChanged(platform.owner, backfill, since, until);
  // whoever booked meanwhile under the release before and lost stays without: there is nobody to tell any more
  for (const { statement } of plan.bookings) await platform.owner.query(`${statement} on conflict do nothing`);
  await keysAgain();
  if (plan.backfills.length === 0 && !plan.keys) return;
  await new Promise((resolve) => setTimeout(resolve, heardAfterMs));
  for (const backfill of plan.backfills) await fillChanged(platform.owner, backfill, since, until);
  await keysAgain();
}

/** A waiting ALTER would block everybody behind it: give up after 50 ms and come again. */
async function alter(client: pg.ClientBase, statements: string[]): Promise<void> {
  if (statements.length === 0) return;
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      await client.query('begin');
      await client.query("set local lock_timeout = '50ms'");
      for (const statement of statements) await client.query(statement);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== '55P03') throw error;
      if (Date.now() > until) throw refuse('forms.release.busy');
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 180));
    }
  }
}

async function fillBookings(client: pg.ClientBase, { field, statement }: TablePlan['bookings'][number]): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if ((error as { code?: string }).code === '23P01') throw refuse('forms.release.slots_overlap', { field });
    throw error;
  }
}

async function build(client: pg.ClientBase, spaceId: string, index: TablePlan['indexes'][number]): Promise<void> {
  const name = `${spaceSchema(spaceId)}.${quoted(index.name)}`;
  // a build that broke off leaves an index which is not valid; dropped at once it would wait for long readers, and writers behind it
  await client.query(`drop index concurrently if exists ${name}`);
  try {
    await client.query(index.statement);
  } catch (error) {
    await client.query(`drop index concurrently if exists ${name}`);
    if ((error as { code?: string }).code === '23505' && index.unique)
      throw refuse('forms.release.values_not_unique', { field: index.unique.field });
    throw error;
  }
}
