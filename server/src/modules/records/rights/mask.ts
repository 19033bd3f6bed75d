import { allHidden, hiddenByAll, rowsShown } from '@formwork/contract/records/part.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import type { Reach, Rights } from '../../forms/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { hiddenWhere, hiddenWith } from '../write/derived.ts';
import { systemStart, type FormPlan } from '../plan/plan.ts';
import type { Viewer } from './reach.ts';
import { reachSql } from './reach-sql.ts';
import type { GrantRank } from './rights.ts';

/** What is kept from a person who sees a record, by rules or by grants: ids of fields and slave tables, `table.field`. */
export type Mask = ReadonlySet<string>;

/** The column `grantOf` of a plan: the strongest grant, and what no grant of the person shows. */
export function readGrants(
  plan: FormPlan,
  text: string | null | undefined,
): { rank: GrantRank; mask: Mask | undefined } {
  if (!text) return { rank: 0, mask: undefined };
  if (!text.startsWith('[')) return { rank: Number(text) as GrantRank, mask: undefined };
  const [rank, lists] = JSON.parse(text) as [GrantRank, string[][]];
  return { rank, mask: maskOf(plan, lists) };
}

/** Every grant shows something: what all of them leave out is hidden. One that gives a part says itself what it shows. */
export function maskOf(plan: FormPlan, lists: readonly (readonly string[])[]): Mask | undefined {
  const hidden = hiddenByAll(
    lists.map((list) => (list.includes(allHidden) ? list : [...hiddenWith(plan, new Set(list))])),
    { fields: plan.own.map(({ id }) => id), tables: plan.slaves.map(({ id }) => id) },
  );
  return hidden.size > 0 ? hidden : undefined;
}

/** What grants leave out for a person, with what is hidden from them in other forms. */
export function grantedMask(rights: Rights, mask: Mask | undefined): Mask | undefined {
  return rights.beyond ? new Set([...(mask ?? []), ...rights.beyond]) : mask;
}

/** Whether the person sees a part of the record alone: nothing then of what people said and did about it. */
export function isPart(mask: Mask | undefined): boolean {
  return mask?.has(allHidden) === true;
}

/** A row of a plan's select list, with or without slave tables behind it, as the person may read it. */
export function maskedRow(plan: FormPlan, row: TextRow, mask: Mask | undefined): TextRow {
  if (!mask) return row;
  const shown = [...row];
  plan.own.forEach(({ id }, index) => {
    if (mask.has(id)) shown[systemStart + index] = null;
  });
  plan.slaves.forEach((slave, index) => {
    const place = systemStart + plan.columns.length + index;
    const text = row[place];
    if (!text) return;
    const hidden = slave.columns.map(({ id }) => mask.has(`${slave.id}.${id}`));
    const rows = rowsShown(mask, slave.id);
    if (mask.has(slave.id)) shown[place] = null;
    // the id of the row comes first
    else if (rows || hidden.includes(true))
      shown[place] = JSON.stringify(
        (JSON.parse(text) as TextRow[])
          .filter(([id]) => !rows || rows.has(id ?? ''))
          .map((texts) => texts.map((value, at) => (at > 0 && hidden[at - 1] ? null : value))),
      );
  });
  return shown;
}

/** The same for a record that was read already. */
export function maskedRecord<Stored extends { values: Values; slaves: Record<string, SlaveRow[]> }>(
  record: Stored,
  mask: Mask | undefined,
): Stored {
  if (!mask) return record;
  const without = (values: Values, prefix: string): Values =>
    Object.fromEntries(Object.entries(values).map(([id, value]) => [id, mask.has(prefix + id) ? null : value]));
  const slaves = Object.entries(record.slaves).map(([table, rows]): [string, SlaveRow[]] => [
    table,
    mask.has(table)
      ? []
      : rows
          .filter(({ id }) => rowsShown(mask, table)?.has(id) !== false)
          .map((row) => ({ ...row, values: without(row.values, `${table}.`) })),
  ]);
  return { ...record, values: without(record.values, ''), slaves: Object.fromEntries(slaves) };
}

/**
 * Columns as the person may compare and sort them: empty where the value is hidden, so that no filter, search, order or
 * count tells it. What they add to a statement is appended to `params` once.
 */
export function shownColumns(
  plan: FormPlan,
  rights: Rights,
  viewer: Viewer,
  masked: boolean,
  params: unknown[],
): (column: PlanColumn) => PlanColumn {
  const { fields } = rights;
  if (!masked && !fields) return (column) => column;
  // a parameter that no part of the statement names would be refused: each is made where it is first used
  const reachOnce = (reach: Reach) => once(() => reachSql(plan, reach, viewer, params));
  const seen = (fields?.seen ?? [])
    .filter(({ reach }) => reach !== null)
    .map(({ reach, keys }) => ({ sql: reachOnce(reach), keys }));
  const byRules = reachOnce(rights.view);
  const me = once(() => `$${params.push(viewer.id)}::uuid`);
  return (column) => {
    if (!plan.own.includes(column)) return column;
    const hiders = seen.filter(({ keys }) => keys.has(column.id));
    const showers = seen.filter((source) => !hiders.includes(source));
    const whole = hiders.length === 0 && !rights.beyond?.has(column.id);
    if (whole && !masked) return column;
    const ruled = whole
      ? column.sql
      : showers.length === 0
        ? `null::${column.type}`
        : `case when ${showers.map(({ sql }) => sql()).join(' or ')} then ${column.sql} end`;
    const made = [...hiddenWhere(plan, column.id)].filter((key) => key !== column.id).map((key) => `'${key}'`);
    const inherits =
      made.length === 0 ? '' : ` or ('${allHidden}' <> all(m.hidden) and m.hidden && array[${made.join(', ')}])`;
    const granted = rights.beyond?.has(column.id)
      ? `null::${column.type}`
      : masked
        ? `case when (select bool_and('${column.id}' = any(m.hidden) or ('${allHidden}' = any(m.hidden) and '+${column.id}' <> all(m.hidden))${inherits}) from ${plan.schema}.records_grant m where m.record_id = r.id and m.user_id = ${me()}) then null else ${column.sql} end`
        : column.sql;
    return {
      ...column,
      sql: rights.view === 'all' ? `(${ruled})` : `(case when ${byRules()} then ${ruled} else ${granted} end)`,
    };
  };
}

/** For the select list of a person who holds grants that leave something out: the lists of their grants on a row. */
export function hiddenList(plan: FormPlan, me: string): string {
  return `(select json_agg(m.hidden)::text from ${plan.schema}.records_grant m where m.record_id = r.id and m.user_id = ${me})`;
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
