import type { Returned } from '@formwork/contract/operations/hold.ts';
import type pg from 'pg';
import { note } from '../came-back.ts';
import { letsIn, sameness } from '../lets-in.ts';
import { controlTables, quotedList, type ControlTable } from './control-tables.ts';
import { formerSchema, keptName, liveSchema, stagedSchema, staysInSpace } from './names.ts';

export interface Exchange {
  space: string;
  /** How much higher counters of numbers go on than the greater of both. */
  numbers: number;
  /** Events which some reader had still to hear when the backup was made. */
  unheard: readonly string[];
  /** Contents that are named again. */
  keys: readonly string[];
  held: { from: string } | undefined;
}

/**
 * On a connection that stands in the space. In one transaction the space is what was staged, and what it was lies in the schema of before. Nobody reads one half of either.
 * Answers what came back with it.
 */
export async function exchange(live: pg.Client, given: Exchange): Promise<Returned[]> {
  const { space } = given;
  const [now, staged, former] = [liveSchema(space), stagedSchema(space), formerSchema(space)].map(
    (name) => `"${name}"`,
  );
  const tables = await controlTables(live);
  await live.query('begin');
  try {
    await live.query(`set local lock_timeout = '20s'`);
    const own = await tablesIn(live, liveSchema(space));
    // whoever writes still ends first; nobody begins again
    await live.query(`lock table ${own.map((name) => `${now}."${name}"`).join(', ')} in exclusive mode`);
    await dropFormer(live, space);
    await peopleOfToday(live, staged!, space);
    const leftOut = await fit(live, tables, staged!);
    const returned = [...(await rightsBack(live, tables, staged!, now!)), ...leftOut];
    await live.query(
      `update ${staged}.records_counter s set value = greatest(s.value, coalesce((select l.value from ${now}.records_counter l where (l.form_id, l.field_id, l.period) = (s.form_id, s.field_id, s.period)), 0)) + $1`,
      [given.numbers],
    );
    // their jobs are over, or another installation's
    await live.query(
      `update ${staged}.records_import set state = 'failed', error = 'platform.internal', finished_at = now() where state in ('waiting', 'running')`,
    );
    await live.query(
      `update ${staged}.records_export set state = 'failed', error = 'platform.internal', finished_at = now() where state = 'preparing'`,
    );

    for (const { name, sql, columns } of tables)
      await live.query(
        `create table ${now}.${keptName(name)} as select ${quotedList(columns)} from ${sql} where space_id = '${space}'`,
      );
    for (const { sql } of tables.toReversed()) await live.query(`delete from ${sql} where space_id = '${space}'`);
    for (const { name, sql, columns } of tables) {
      await live.query(
        `insert into ${sql} (${quotedList(columns)}) select ${quotedList(columns)} from ${staged}.${keptName(name)}`,
      );
      await live.query(`drop table ${staged}.${keptName(name)}`);
    }
    for (const name of await tablesIn(live, liveSchema(space), true))
      if (staysInSpace(name)) await live.query(`alter table ${now}."${name}" set schema ${staged}`);
    await live.query(`alter schema ${now} rename to ${former}`);
    await live.query(`alter schema ${staged} rename to ${now}`);
    await live.query(`comment on schema ${former} is '${await migrationsMark(live)}'`);
    // heard again by everybody, in the order of their ids, as if they had just been written
    if (given.unheard.length > 0) {
      await live.query(`update ${now}.event set xid = pg_current_xact_id() where id = any ($1::uuid[])`, [
        given.unheard,
      ]);
      // the trail has them already: up to its place it looks before it writes
      await live.query(
        `update ${now}.trail_position set xid = pg_current_xact_id(), id = 'ffffffff-ffff-ffff-ffff-ffffffffffff' where stream = $1`,
        [space],
      );
    }
    await live.query('delete from platform.removed_content where key = any ($1)', [given.keys]);
    await live.query('delete from platform.held_space where id = $1', [space]);
    if (given.held)
      await live.query(
        'insert into platform.held_space (id, held, restored_from, returned) values ($1, true, $2, $3)',
        [space, given.held.from, JSON.stringify(returned)],
      );
    await live.query('commit');
    return returned;
  } catch (error) {
    await live.query('rollback').catch(() => {});
    throw error;
  }
}

/** In a transaction. Contents that only it named go a little later, as others do that nobody names. */
export async function dropFormer(live: pg.ClientBase, space: string): Promise<void> {
  const { rows } = await live.query('select from pg_namespace where nspname = $1', [formerSchema(space)]);
  if (rows.length === 0) return;
  for (const table of ['files.file', 'files.thumbnail'])
    await live.query(
      `insert into platform.removed_content (key) select key from "${formerSchema(space)}".${keptName(table)} where key not in (select key from ${table}) on conflict (key) do nothing`,
    );
  await live.query(`drop schema "${formerSchema(space)}" cascade`);
}

/** Changes with every migration: what lay beside meanwhile is not brought up to date, and does not fit any more. */
export async function migrationsMark(live: pg.ClientBase): Promise<string> {
  const { rows } = await live.query<{ mark: string }>(
    `select 'formwork ' || md5((select string_agg(name || hash, ' ' order by name) from platform.migration) || (select string_agg(name, ' ' order by name) from platform.space_migration)) as mark`,
  );
  return rows[0]!.mark;
}

async function tablesIn(live: pg.Client, schema: string, parts = false): Promise<string[]> {
  const { rows } = await live.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p') and ($2 or not relispartition) order by relispartition, 1`,
    [schema, parts],
  );
  return rows.map(({ name }) => name);
}

/** Accounts stay: who came since is there afterwards too, and who left is not. */
async function peopleOfToday(live: pg.Client, staged: string, space: string): Promise<void> {
  const people = `${staged}.${keptName('organization.person')}`;
  await live.query(
    `delete from ${people} p where not exists (select from identity.membership m where m.space_id = '${space}' and m.account_id = p.account_id)`,
  );
  await live.query(
    `insert into ${people} select * from organization.person p where p.space_id = '${space}' and not exists (select from ${people} s where s.account_id = p.account_id)`,
  );
}

/** What a row names that is not there any more is left empty; where it must name something, the row is left out. */
async function fit(live: pg.Client, tables: readonly ControlTable[], staged: string): Promise<Returned[]> {
  const exchanged = new Set(tables.map(({ name }) => name));
  let leftOut = 0;
  const names = new Set<string>();
  for (const { name, parents } of tables)
    for (const { name: parent, columns, keys, optional } of parents) {
      const from = exchanged.has(parent) ? `${staged}.${keptName(parent)}` : parent;
      const child = `${staged}.${keptName(name)}`;
      const missing = `not exists (select from ${from} p where ${keys.map((key, at) => `p."${key}" = c."${columns[at]}"`).join(' and ')}) and ${columns.map((column) => `c."${column}" is not null`).join(' and ')}`;
      const own = columns.filter((column) => column !== 'space_id');
      const { rowCount } =
        optional && own.length > 0
          ? await live.query(
              `update ${child} c set ${own.map((column) => `"${column}" = null`).join(', ')} where ${missing}`,
            )
          : await live.query(`delete from ${child} c where ${missing}`);
      if (!optional && rowCount) {
        leftOut += rowCount;
        names.add(name);
      }
    }
  return leftOut > 0 ? [{ kind: 'leftOut', count: leftOut, names: [...names] }] : [];
}

/** What lets somebody in that is in force in what comes back and not in what is there now: it had been ended or changed since. And what kept somebody out since. */
async function rightsBack(
  live: pg.Client,
  tables: readonly ControlTable[],
  staged: string,
  now: string,
): Promise<Returned[]> {
  const found: Returned[] = [];
  for (const one of letsIn) {
    const control = tables.find(({ name }) => name === one.table);
    // accounts and what belongs to them stay as they are
    if (!control && !one.table.startsWith(':schema.')) continue;
    const [back, here] = control
      ? [
          `(select ${quotedList(control.columns)} from ${staged}.${keptName(control.name)})`,
          `(select ${quotedList(control.columns)} from ${control.sql})`,
        ]
      : [one.table.replace(':schema', staged), one.table.replace(':schema', now)];
    const key = sameness(one);
    const { rows } = await live.query<{ name: string | null }>(
      `with back as (select ${key} as key from ${back} l where ${one.inForce} except select ${key} from ${here} l where ${one.inForce})
       select ${one.name ?? 'null'} as name from ${back} l ${one.joins ?? ''} where ${one.inForce} and ${key} in (select key from back) order by 1`,
    );
    note(found, one.kind, rows);
    if (one.keepsOut === undefined) continue;
    const gone = await live.query<{ name: null }>(
      `select null as name from (select ${key} from ${here} l where ${one.keepsOut} except select ${key} from ${back} l where ${one.keepsOut}) as gone`,
    );
    note(found, 'refusal', gone.rows);
  }
  return found;
}
