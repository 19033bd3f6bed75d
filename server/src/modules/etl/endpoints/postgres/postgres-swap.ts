import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { TableName } from '../../../../platform/engine/port.ts';
import { doubleQuoted, quotedTable, textQuoted } from '../names.ts';

/** A table that is filled beside the one it will stand for. */
export interface Swap {
  into: string;
  make: string;
  /** Puts it in the other's place; where readers do not let that one go, its rows are put in place of the others. */
  finish(names: string): Promise<void>;
}

/** Whoever reads meanwhile would wait behind this one: no longer than so. */
const patience = "set local lock_timeout = '3s'";

/**
 * How rows may take the place of all that is in a table by way of a new one: nothing has to be deleted row by row, nothing is left over to
 * be cleared away, keys are made once for all rows. Whoever reads sees the old rows until the end; whoever writes waits, as this takes
 * the table's lock in the transaction that is open. Undefined where anything hangs on the table that a new one would not bear, or where
 * others hold it. The rows have to be copied with `freeze`: who looks with an older state would see none of them otherwise.
 */
export async function swapOf(driver: pg.Client, table: TableName): Promise<Swap | undefined> {
  const name = quotedTable(table);
  if (!(await maySwap(driver, table))) return undefined;
  const isLocked = await tried(driver, [patience, `lock table ${name} in share row exclusive mode`]);
  const facts = isLocked ? await factsOf(driver, name) : undefined;
  if (!facts) return undefined;
  const made = { schema: table.schema, name: `formwork_${randomBytes(6).toString('hex')}` };
  const into = quotedTable(made);
  const indexName = (at: number) => `${made.name}_${at}`;
  const keys = facts.indexes.flatMap(({ unique, using, constraint }, at) => {
    const own = doubleQuoted(indexName(at));
    const create = `create ${unique ? 'unique ' : ''}index ${own} on ${into} using ${using}`;
    const add = constraint && `alter table ${into} add constraint ${own} ${constraint} using index ${own}`;
    return add ? [create, add] : [create];
  });
  const renamed = facts.indexes.map(({ name: index }, at) => {
    const own = quotedTable({ schema: table.schema, name: indexName(at) });
    return `alter index ${own} rename to ${doubleQuoted(index)}`;
  });
  return {
    into,
    make: `create table ${into} (like ${name} including all excluding indexes excluding statistics excluding identity)`,
    async finish(names) {
      for (const statement of keys) await driver.query(statement);
      if (facts.comment !== null) await driver.query(`comment on table ${into} is ${textQuoted(facts.comment)}`);
      if (facts.known) await driver.query(`analyze ${into}`);
      // rights may have been given meanwhile
      const isPlain = (await factsOf(driver, name)) !== undefined;
      const swapped = [patience, `drop table ${name}`, `alter table ${into} rename to ${doubleQuoted(table.name)}`];
      if (isPlain && (await tried(driver, [...swapped, ...renamed]))) return;
      await driver.query(`delete from ${name}`);
      await driver.query(`insert into ${name} (${names}) select ${names} from ${into}`);
      await driver.query(`drop table ${into}`);
    },
  };
}

/** Whether a new table would bear all that hangs on this one; nothing is locked. */
export async function maySwap(driver: pg.Client, table: TableName): Promise<boolean> {
  const version = await driver.query<{ number: number }>("select current_setting('server_version_num')::int as number");
  return version.rows[0]!.number >= 150_000 && (await factsOf(driver, quotedTable(table))) !== undefined;
}

/** True where all of them were done; false, and none of them, where somebody held the table too long. */
async function tried(driver: pg.Client, statements: readonly string[]): Promise<boolean> {
  await driver.query('savepoint trying');
  try {
    for (const statement of statements) await driver.query(statement);
    await driver.query('set local lock_timeout = 0; release savepoint trying');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    await driver.query('rollback to savepoint trying');
    return false;
  }
}

interface Facts {
  comment: string | null;
  /** Its rows are known to whoever plans. */
  known: boolean;
  indexes: Index[];
}

async function factsOf(driver: pg.Client, name: string): Promise<Facts | undefined> {
  const { rows } = await driver.query<{ oid: string; comment: string | null; known: boolean }>(plainSql, [name]);
  const [plain] = rows;
  if (!plain) return undefined;
  const indexes = await driver.query<Index>(indexesSql, [plain.oid]);
  if (!indexes.rows.every((index) => index.fits)) return undefined;
  return { comment: plain.comment, known: plain.known, indexes: indexes.rows };
}

interface Index {
  name: string;
  unique: boolean;
  using: string;
  /** What it stands behind. */
  constraint: 'primary key' | 'unique' | null;
  fits: boolean;
}

/** The table, where all that hangs on it is its own values, keys and checks. */
const plainSql = `select c.oid::text as oid, obj_description(c.oid, 'pg_class') as comment, c.reltuples >= 0 as known
  from pg_class c
  where c.oid = $1::regclass and c.relkind = 'r' and c.relpersistence = 'p' and not c.relispartition and not c.relhassubclass
    and not c.relhastriggers and not c.relhasrules and not c.relrowsecurity and c.reloptions is null and c.reltablespace = 0
    and c.relreplident = 'd' and c.relacl is null and c.reloftype = 0
    and c.relam = (select oid from pg_am where amname = 'heap')
    and not exists (select from pg_class toast where toast.oid = c.reltoastrelid and toast.reloptions is not null)
    and not exists (select from pg_default_acl l where l.defaclobjtype = 'r' and l.defaclrole = c.relowner
      and l.defaclnamespace in (0, c.relnamespace))
    and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype in ('e', 'x'))
    and not exists (select from pg_seclabel where classoid = 'pg_class'::regclass and objoid = c.oid)
    and not exists (select from pg_description said left join pg_constraint k on said.classoid = 'pg_constraint'::regclass and k.oid = said.objoid
      left join pg_index i on said.classoid = 'pg_class'::regclass and i.indexrelid = said.objoid
      where k.conrelid = c.oid or i.indrelid = c.oid)
    and c.relowner = (select oid from pg_roles where rolname = current_user)
    and has_schema_privilege(c.relnamespace, 'create')
    and not exists (select from pg_inherits where inhrelid = c.oid or inhparent = c.oid)
    and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
      and (a.attidentity <> '' or a.attacl is not null or a.attoptions is not null or coalesce(a.attstattarget, -1) <> -1))
    and not exists (select from pg_publication where puballtables)
    and not exists (select from pg_publication_namespace where pnnspid = c.relnamespace)
    and not exists (select from pg_depend d where d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and not (
      d.classid in ('pg_type'::regclass, 'pg_attrdef'::regclass)
      or d.classid = 'pg_constraint'::regclass and exists (select from pg_constraint k where k.oid = d.objid and k.conrelid = c.oid)
      or d.classid = 'pg_class'::regclass and exists (select from pg_class o where o.oid = d.objid and o.relkind in ('i', 't'))))
    and not exists (select from pg_type t join pg_depend d on d.refclassid = 'pg_type'::regclass and d.refobjid = t.oid
      where (t.oid = c.reltype or t.typelem = c.reltype) and d.deptype <> 'i')`;

/** Its indexes, as what stands behind `using`. */
const indexesSql = `select o.relname as name, i.indisunique as unique, substr(d.text, length(d.head) + 1) as using,
    case k.contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint,
    starts_with(d.text, d.head) and i.indisvalid and not i.indisexclusion and not i.indisclustered and not i.indisreplident
      and o.reltablespace = 0 and (k.oid is null or k.contype in ('p', 'u') and not k.condeferrable and m.amname = 'btree') as fits
  from pg_index i join pg_class o on o.oid = i.indexrelid join pg_am m on m.oid = o.relam
    join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    left join pg_constraint k on k.conindid = i.indexrelid and k.conrelid = i.indrelid
    cross join lateral (select pg_get_indexdef(i.indexrelid) as text,
      format('CREATE %sINDEX %I ON %I.%I USING ', case when i.indisunique then 'UNIQUE ' else '' end, o.relname, n.nspname, t.relname) as head) d
  where i.indrelid = $1::oid order by o.relname`;
