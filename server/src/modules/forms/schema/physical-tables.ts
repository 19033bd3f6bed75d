import type { ModelColumn, ModelIndex, ModelTable } from '@formwork/contract/forms/data-model.ts';
import type pg from 'pg';
import { askPool, catalogRows } from '../../../platform/db/nodes.ts';
import { spaceSchema } from '../../../platform/db/space-data.ts';

/** A table with what the database knows of it. */
export interface PhysicalTable extends Omit<ModelTable, 'kind' | 'title' | 'columns'> {
  columns: Omit<ModelColumn, 'origin' | 'field'>[];
}

/** Up to so many rows are counted; of more the database's own estimate will do. */
const mostCounted = 50_000;

/** Every table of a form: its own, those of slave tables and of time slots, retired ones too. */
export async function physicalTables(owner: pg.Pool, spaceId: string, formId: string): Promise<PhysicalTable[]> {
  const schema = spaceSchema(spaceId).slice(1, -1);
  const rows = await catalogRows<Row>(
    askPool(owner),
    [schema],
    (
      nameIn,
    ) => `select ${nameIn('c.relname')} as name, greatest(s.n_live_tup, c.reltuples::bigint, 0) as estimate, s.n_dead_tup as dead, pg_table_size(c.oid) as data, pg_indexes_size(c.oid) as indexes,
             s.seq_scan, coalesce(s.idx_scan, 0) as idx_scan, s.n_tup_ins, s.n_tup_upd, s.n_tup_del,
             greatest(s.last_vacuum, s.last_autovacuum) as cleaned, greatest(s.last_analyze, s.last_autoanalyze) as analysed,
             (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull, 'empty', p.null_frac, 'distinct', p.n_distinct) order by a.attnum)
                from pg_attribute a left join pg_stats p on p.schemaname = n.nspname and p.tablename = c.relname and p.attname = a.attname
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
             (select coalesce(json_agg(json_build_object('name', ${nameIn('i.relname')}, 'method', m.amname, 'on', regexp_replace(pg_get_indexdef(i.oid), '^.* USING [a-z]+ ', ''), 'unique', x.indisunique, 'primary', x.indisprimary,
                 'valid', x.indisvalid, 'bytes', pg_relation_size(i.oid), 'uses', coalesce(u.idx_scan, 0)) order by x.indisprimary desc, i.relname), '[]')
                from pg_index x join pg_class i on i.oid = x.indexrelid join pg_am m on m.oid = i.relam left join pg_stat_user_indexes u on u.indexrelid = i.oid where x.indrelid = c.oid) as index_list
           from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_user_tables s on s.relid = c.oid
           where n.nspname = any($1) and c.relkind = 'r' and (${nameIn('c.relname')} = $2 or starts_with(${nameIn('c.relname')}, $2 || '_')) order by c.relname`,
    [`f_${formId}`],
  );
  return Promise.all(
    rows.map(async (row): Promise<PhysicalTable> => {
      const estimated = row.estimate > mostCounted;
      const count = estimated
        ? row.estimate
        : (
            await owner.query<{ count: number }>(
              `select count(*)::int as count from ${spaceSchema(spaceId)}."${row.name}"`,
            )
          ).rows[0]!.count;
      return {
        name: row.name,
        rows: count,
        estimated,
        deadRows: row.dead ?? 0,
        bytes: { data: row.data, indexes: row.indexes },
        reads: { whole: row.seq_scan ?? 0, byIndex: row.idx_scan },
        writes: { inserted: row.n_tup_ins ?? 0, updated: row.n_tup_upd ?? 0, deleted: row.n_tup_del ?? 0 },
        cleanedAt: instantOf(row.cleaned),
        analysedAt: instantOf(row.analysed),
        // fewer than none stands for a part of the rows
        columns: row.columns.map(({ distinct, ...column }) => ({
          ...column,
          distinct: distinct === null ? null : Math.round(distinct < 0 ? -distinct * count : distinct),
        })),
        indexes: row.index_list,
      };
    }),
  );
}

const instantOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());

/** What all tables of a form hold; rows are those of the main one. */
export function sizesOf(
  tables: readonly Pick<PhysicalTable, 'name' | 'rows' | 'bytes'>[],
  main: string,
): { rows: number; bytes: number } {
  return {
    rows: tables.find(({ name }) => name === main)?.rows ?? 0,
    bytes: tables.reduce((sum, { bytes }) => sum + bytes.data + bytes.indexes, 0),
  };
}

interface Row {
  name: string;
  estimate: number;
  dead: number | null;
  data: number;
  indexes: number;
  seq_scan: number | null;
  idx_scan: number;
  n_tup_ins: number | null;
  n_tup_upd: number | null;
  n_tup_del: number | null;
  cleaned: string | null;
  analysed: string | null;
  columns: PhysicalTable['columns'];
  index_list: ModelIndex[];
}
