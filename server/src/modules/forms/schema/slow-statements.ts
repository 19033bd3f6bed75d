import type { DataModel } from '@formwork/contract/forms/data-model.ts';
import type pg from 'pg';
import { spaceSchema } from '../../../platform/db/space-data.ts';

const shown = 20;

/** Statements on the tables of a form by the time they take, from pg_stat_statements; values are not in them. Where the database has it not, that is said. */
export async function slowStatements(owner: pg.Pool, spaceId: string, formId: string): Promise<DataModel['slow']> {
  const absent = { state: 'absent' as const, since: null, queries: [] };
  const { rows: where } = await owner.query<{ schema: string }>(
    `select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_stat_statements'`,
  );
  const schema = where[0]?.schema;
  if (schema === undefined) return absent;
  try {
    const { rows } = await owner.query<{
      text: string;
      calls: number;
      mean: number;
      max: number;
      total: number;
      rows: number;
    }>({
      text: `select query as text, sum(calls)::bigint as calls, sum(total_exec_time) / greatest(sum(calls), 1) as mean, max(max_exec_time) as max, sum(total_exec_time) as total, sum(rows)::bigint as rows
             from ${schema}.pg_stat_statements
             where dbid = (select oid from pg_database where datname = current_database()) and query ~ $1 and position($2 in query) > 0
               and query !~* '^\\s*(create|alter|drop|grant|explain|vacuum|analyze)'
             group by query order by mean desc limit ${shown}`,
      values: [`f_${formId}($|[^a-z0-9])`, spaceSchema(spaceId).slice(1, -1)],
    });
    const { rows: info } = await owner.query<{ since: Date | null }>(
      `select stats_reset as since from ${schema}.pg_stat_statements_info`,
    );
    return {
      state: 'measured',
      since: info[0]?.since?.toISOString() ?? null,
      queries: rows.map(({ text, calls, mean, max, total, rows: count }) => ({
        text,
        calls,
        meanMs: rounded(mean),
        maxMs: rounded(max),
        totalMs: rounded(total),
        rows: count,
      })),
    };
  } catch (error) {
    // installed and not loaded, or not for this role
    if (['55000', '42501'].includes((error as { code?: string }).code ?? '')) return absent;
    throw error;
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
