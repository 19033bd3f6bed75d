import type pg from 'pg';
import { BackupFailure } from './failure.ts';

/** A table with rows of its own: of a partitioned one, each part. */
export interface Table {
  oid: number;
  schema: string;
  table: string;
  /** `schema.table`, as it stands in file names. */
  name: string;
  /** Quoted, for statements. */
  sql: string;
  columns: string[];
  /** Changes when the table is rewritten or emptied at once. */
  file: number;
  blocks: number;
  estimatedRows: number;
  /** The table that it is a part of, or itself. */
  root: string;
}

/** Belongs to whoever signed in, tried or waits just now, or is put together anew: its rows stay behind. */
export const leftBehind: ReadonlySet<string> = new Set([
  'identity.session',
  'identity.session_host',
  'identity.host_ticket',
  'identity.sign_in_ticket',
  'identity.code',
  'identity.provider_visit',
  'platform.tries',
  'platform.removed_content',
]);

/** Schemas that the product made; the queue keeps its own, and what waits in it is queued anew. Not those beside a space's own, which its restore fills and leaves. */
export const ownSchema = `nspname !~ '^pg_' and nspname !~ '^space_[a-z0-9]+_' and nspname not in ('information_schema', 'public', 'graphile_worker')`;

/** Largest first. Asked outside of the snapshot: what a table is like now. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.oid::int as oid, nspname as schema, c.relname as "table", nspname || '.' || c.relname as name, format('%I.%I', nspname, c.relname) as sql,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      pg_relation_filenode(c.oid)::bigint::float8 as file, (pg_relation_size(c.oid) / current_setting('block_size')::int)::float8 as blocks, greatest(c.reltuples, 0)::float8 as "estimatedRows",
      (select rn.nspname || '.' || r.relname from pg_class r join pg_namespace rn on rn.oid = r.relnamespace where r.oid = coalesce(pg_partition_root(c.oid), c.oid)) as root
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and ${ownSchema} order by pg_relation_size(c.oid) desc, 4`);
  return rows;
}

/** What the role for backups cannot see would be missing in it without an error: refused before anything is read. */
export async function requireReadable(client: pg.ClientBase): Promise<void> {
  const { rows: role } = await client.query<{ there: boolean; may: boolean }>(
    `select exists (select from pg_roles where rolname = 'formwork_backup') as there, coalesce((select pg_has_role(current_user, oid, 'set') from pg_roles where rolname = 'formwork_backup'), false) as may`,
  );
  if (!role[0]!.there)
    throw new BackupFailure(
      'unreadable',
      'This database has no role formwork_backup yet: start the product of this version on it once.',
    );
  if (!role[0]!.may)
    throw new BackupFailure(
      'unreadable',
      'The owner may not take on the role formwork_backup. An administrator of the server says once: grant formwork_backup to <owner> with inherit false, set true',
    );
  const { rows } = await client.query<{ name: string; why: string }>(`
    select format('%I.%I', nspname, relname) as name,
      case when not has_schema_privilege('formwork_backup', n.oid, 'usage') then 'no right to use its schema' when not has_table_privilege('formwork_backup', c.oid, 'select') then 'no right to read it' else 'row security without the policy backup_reads' end as why
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind in ('r', 'p') and ${ownSchema} and not (
      has_schema_privilege('formwork_backup', n.oid, 'usage') and has_table_privilege('formwork_backup', c.oid, 'select')
      and (not relrowsecurity or (exists (select from pg_policy where polrelid = c.oid and polpermissive and polcmd in ('r', '*') and 'formwork_backup'::regrole = any (polroles) and pg_get_expr(polqual, polrelid) = 'true')
        and not exists (select from pg_policy where polrelid = c.oid and not polpermissive and polcmd in ('r', '*')))))
    order by 1`);
  if (rows.length > 0)
    throw new BackupFailure(
      'unreadable',
      `These tables cannot be read whole:\n${rows.map(({ name, why }) => `  ${name}: ${why}`).join('\n')}`,
    );
}
