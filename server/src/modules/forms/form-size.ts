import { askPool, catalogRows } from '../../platform/db/nodes.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { tableName } from './schema/column-types.ts';

export interface FormSize {
  /** As the database reckons; null before it has looked. */
  rows: number | null;
  /** With indexes and slave tables. */
  bytes: number;
  /** When the record that came first was made. */
  oldest: Date | null;
  /** The one that came last. */
  newest: Date | null;
}

/** What the records of a form take up; undefined where it has no table yet. Who may know is asked elsewhere. */
export async function sizeOfForm(platform: Platform, spaceId: string, formId: string): Promise<FormSize | undefined> {
  const schema = spaceSchema(spaceId);
  const table = tableName(formId);
  const rows = await catalogRows<{ name: string; rows: number; bytes: number }>(
    askPool(platform.pool),
    [schema.slice(1, -1)],
    (
      nameIn,
    ) => `select ${nameIn('c.relname')} as name, c.reltuples::float8 as rows, pg_total_relation_size(c.oid) as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind in ('r', 'p') and (${nameIn('c.relname')} = $2 or starts_with(${nameIn('c.relname')}, $2 || '_'))`,
    [table],
  );
  const main = rows.find(({ name }) => name === table);
  if (!main) return undefined;
  // ids rise with the time
  const {
    rows: [ends],
  } = await spaceQuery<{ oldest: Date | null; newest: Date | null }>(platform, {
    text: `select (select created_at from ${schema}.${table} order by id limit 1) as oldest, (select created_at from ${schema}.${table} order by id desc limit 1) as newest`,
  });
  return {
    rows: main.rows < 0 ? null : main.rows,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    oldest: ends!.oldest,
    newest: ends!.newest,
  };
}
