import type { Condition } from '@formwork/contract/condition/condition.ts';
import type pg from 'pg';
import type { Platform } from '../../../platform/platform.ts';
import type { Statement } from '../../../platform/db/space-data.ts';
import { asked, type TextRow } from '../../../platform/db/text-query.ts';
import { openByButtons } from '../rights/button-limits.ts';
import { matching } from '../read/count.ts';
import { rowMask } from '../read/list.ts';
import { hiddenList } from '../rights/mask.ts';
import type { FormPlan } from '../plan/plan.ts';
import { factsOfRow, type Eyes } from '../rights/reach.ts';
import { reachSql } from '../rights/reach-sql.ts';
import { orderSql, sortPlan } from '../read/sort.ts';

export interface Wanted {
  filter: Condition | undefined;
  sort: string | undefined;
  ids: readonly string[] | undefined;
}

const rowsAtOnce = 2_000;

/** Records that the person sees and may export, with what is hidden from them left out: one walk through all of them, on a snapshot. */
export interface ExportRows {
  count(): Promise<number>;
  /** In the order of the list. With the slave tables, or without them, which costs less. */
  read(withSlaves: boolean): AsyncGenerator<TextRow[]>;
  end(): Promise<void>;
}

/** Holds a connection until `end`. The transaction only reads: it has no id of its own, so the event log goes on meanwhile. */
export async function openExportRows(
  platform: Platform,
  plan: FormPlan,
  eyes: Eyes,
  wanted: Wanted,
): Promise<ExportRows> {
  const statements = statementsOf(plan, eyes, wanted);
  const mask = rowMask(plan, eyes);
  const client = await platform.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    // all rows are wanted, not the first ones; and a long export is no runaway statement
    await client.query('set local cursor_tuple_fraction = 1; set local statement_timeout = 0');
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
  // conditions of buttons are no SQL: they are asked of each row, before anything of it is hidden
  const limited = eyes.rights.limits?.export !== undefined;
  const open = (rows: TextRow[]): TextRow[] =>
    limited ? rows.filter((row) => openByButtons(eyes.rights, 'export', factsOfRow(plan, row), eyes.viewer.id)) : rows;
  async function* read(withSlaves: boolean): AsyncGenerator<TextRow[]> {
    await client.query({
      text: `declare exported no scroll cursor for ${withSlaves ? statements.withSlaves : statements.rows}`,
      values: statements.values,
    });
    for (;;) {
      const rows = await asked({ text: `fetch ${rowsAtOnce} from exported` }, (query, done) => {
        (client.query as unknown as (query: unknown, done: unknown) => void).call(client, query, done);
      });
      const shown = open(rows);
      if (shown.length > 0) yield mask(shown);
      if (rows.length < rowsAtOnce) break;
    }
    await client.query('close exported');
  }
  return {
    read,
    async count() {
      if (!limited)
        return Number((await client.query<{ count: string }>(statements.count as pg.QueryConfig)).rows[0]?.count ?? 0);
      let found = 0;
      for await (const rows of read(false)) found += rows.length;
      return found;
    },
    async end() {
      await client.query('rollback').catch((error: Error) => {
        broken = error;
      });
      client.release(broken);
    },
  };
}

function statementsOf(
  plan: FormPlan,
  eyes: Eyes,
  { filter, sort, ids }: Wanted,
): { rows: string; withSlaves: string; values: unknown[]; count: Statement } {
  const { rights, viewer, held } = eyes;
  const { from: seen, params: values, columnOf } = matching(plan, eyes, filter);
  const more: string[] = [];
  if (ids) more.push(`r.id = any($${values.push(ids)}::uuid[])`);
  // a grant lets a record be seen; only rules let it leave
  if (rights.export !== 'all') more.push(`(${reachSql(plan, rights.export, viewer, values)})`);
  const from =
    more.length === 0 ? seen : `${seen} ${seen === `from ${plan.table} r` ? 'where' : 'and'} ${more.join(' and ')}`;
  const counted = [...values];
  const { keys, descending } = sortPlan(plan, sort);
  const order = [
    ...keys.map(
      ({ column, descending: down }) => `${orderSql(columnOf(column.id) ?? column)}${down ? ' desc' : ''} nulls last`,
    ),
    `r.id${descending ? ' desc' : ''}`,
  ].join(', ');
  const lists = held === 'masked' ? `, ${hiddenList(plan, `$${values.push(viewer.id)}::uuid`)}` : '';
  const slaves = plan.slaves.map(({ select }) => `, ${select}`).join('');
  return {
    rows: `select ${plan.selectList}${lists} ${from} order by ${order}`,
    withSlaves: `select ${plan.selectList}${slaves}${lists} ${from} order by ${order}`,
    values,
    count: { text: `select count(*) ${from}`, values: counted },
  };
}
