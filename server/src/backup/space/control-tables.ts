import type pg from 'pg';
import { ownSchema } from '../tables.ts';

/** A table of the control plane whose rows of a space are exchanged with it. */
export interface ControlTable {
  /** `schema.table`. */
  name: string;
  /** Quoted, for statements. */
  sql: string;
  columns: string[];
  key: string[];
  /** What its rows name, other than the space. */
  parents: { name: string; columns: string[]; keys: string[]; optional: boolean }[];
}

/** Accounts with all that lets somebody in, the trail and what was asked of queues stay; so do uploads that are under way. */
const stayingSchemas = ['identity', 'developer', 'joining', 'review', 'profile', 'platform'];
const stayingTables = ['files.upload', 'files.upload_part', 'messages.subscription'];

/** Parents before their children. */
export async function controlTables(client: pg.ClientBase): Promise<ControlTable[]> {
  const { rows } = await client.query<ControlTable>(
    `select nspname || '.' || c.relname as name, format('%I.%I', nspname, c.relname) as sql,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select attname::text from pg_index i join pg_attribute on attrelid = c.oid and attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary order by attnum) as key,
      coalesce((select json_agg(json_build_object('name', pn.nspname || '.' || p.relname,
          'columns', array(select attname::text from unnest(k.conkey) with ordinality as u (n, at) join pg_attribute on attrelid = c.oid and attnum = n order by at),
          'keys', array(select attname::text from unnest(k.confkey) with ordinality as u (n, at) join pg_attribute on attrelid = p.oid and attnum = n order by at),
          'optional', not exists (select from unnest(k.conkey) as u (n) join pg_attribute on attrelid = c.oid and attnum = n where attname <> 'space_id' and attnotnull)))
        from pg_constraint k join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace where k.conrelid = c.oid and k.contype = 'f'), '[]') as parents
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where relkind = 'r' and not relispartition and ${ownSchema} and nspname !~ '^space_' and nspname <> all ($1) and nspname || '.' || c.relname <> all ($2)
       and exists (select from pg_attribute where attrelid = c.oid and attname = 'space_id' and not attisdropped) order by 1`,
    [stayingSchemas, stayingTables],
  );
  const sorted: ControlTable[] = [];
  const add = (table: ControlTable): void => {
    if (sorted.includes(table)) return;
    for (const { name } of table.parents) {
      const parent = rows.find((one) => one.name === name && one !== table);
      if (parent) add(parent);
    }
    sorted.push(table);
  };
  rows.forEach(add);
  return sorted;
}

export const quotedList = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ');
