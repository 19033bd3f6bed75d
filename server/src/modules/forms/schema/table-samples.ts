import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../../platform/platform.ts';
import { askPool, catalogRows } from '../../../platform/db/nodes.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';

const keepDays = 1_100;

/** Once a day: how large the tables of each form are. */
export const sampleTables = inEverySpace('forms.sample_tables', '40 1 * * *', sampleSpace);

/** One statement a space; rows are the database's own estimate, which costs nothing however many there are. */
export async function sampleSpace(platform: Platform, spaceId: string): Promise<void> {
  const schema = spaceSchema(spaceId);
  const rows = await catalogRows<{ form: string; rows: number; bytes: number }>(
    askPool(platform.owner),
    [schema.slice(1, -1)],
    (
      nameIn,
    ) => `select substring(${nameIn('c.relname')} from '^f_([a-z0-9]+)') as form, coalesce(sum(greatest(s.n_live_tup, c.reltuples::bigint, 0)) filter (where ${nameIn('c.relname')} ~ '^f_[a-z0-9]+$'), 0)::bigint as rows, sum(pg_total_relation_size(c.oid))::bigint as bytes
           from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_user_tables s on s.relid = c.oid
           where n.nspname = any($1) and c.relkind = 'r' and ${nameIn('c.relname')} ~ '^f_[a-z0-9]+' group by 1`,
  );
  await spaceQuery(platform, {
    text: `insert into ${schema}.forms_table_sample (form_id, day, rows, bytes) select form, current_date, rows, bytes from json_to_recordset($1) as one (form text, rows bigint, bytes bigint)
           on conflict (form_id, day) do update set rows = excluded.rows, bytes = excluded.bytes`,
    values: [JSON.stringify(rows)],
  });
  await spaceQuery(platform, {
    text: `delete from ${schema}.forms_table_sample where day < current_date - ${keepDays}`,
  });
}
