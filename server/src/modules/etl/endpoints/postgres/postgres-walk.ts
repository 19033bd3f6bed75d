import type pg from 'pg';
import type { TableName } from '../../../../platform/engine/port.ts';
import { quotedTable } from '../names.ts';

/**
 * Whether a statement goes through all rows of a table once, on its own line: the database then says how many there were, and nobody has
 * to count them. Row rights are a filter like any other: what they leave out would be counted with the rest.
 */
export async function walksTable(driver: pg.Client, sql: string, table: TableName): Promise<boolean> {
  const plan = await driver.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (format json, verbose, costs off) ${sql}`,
  );
  const [{ Plan }] = plan.rows[0]!['QUERY PLAN'] as [{ Plan: PlanNode }];
  const leaf = leafOf(Plan);
  if (leaf?.['Node Type'] !== 'Seq Scan') return false;
  const { rows } = await driver.query<{ is: boolean }>(
    `select c.relkind = 'r' and not c.relrowsecurity and not c.relhassubclass
        and c.relam = (select oid from pg_am where amname = 'heap') and n.nspname = $2 and c.relname = $3 and current_setting('track_counts')::bool as is
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = $1::regclass`,
    [quotedTable(table), leaf.Schema, leaf['Relation Name']],
  );
  return rows[0]!.is;
}

/** How many rows of a table this line has gone through, by what it has not handed on yet: it tells within one transaction only. */
export async function walkedSoFar(driver: pg.Client, table: TableName): Promise<number> {
  const { rows } = await driver.query<{ rows: string | null }>(
    'select pg_stat_get_xact_tuples_returned($1::regclass)::text as rows',
    [quotedTable(table)],
  );
  return Number(rows[0]!.rows ?? 0);
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Schema?: string;
  'One-Time Filter'?: string;
  Plans?: PlanNode[];
}

/** Where the rows come from; undefined where they come from several places, or whoever asks for them may stop before their end. */
function leafOf(node: PlanNode): PlanNode | undefined {
  const { Plans: below = [] } = node;
  if (below.length === 0) return node;
  const passes = node['Node Type'] === 'Subquery Scan' || (node['Node Type'] === 'Result' && !node['One-Time Filter']);
  return passes && below.length === 1 ? leafOf(below[0]!) : undefined;
}
