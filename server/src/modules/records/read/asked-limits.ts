import { comparisonsIn, rowsIn, type Condition } from '@formwork/contract/condition/condition.ts';
import { formActions, type FormAction } from '@formwork/contract/forms/permission.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Doer, SpaceTx } from '../../../platform/db/space-data.ts';
import type { KeptLimit } from '../write/steps/column-limits.ts';
import { compileCondition } from './condition-sql.ts';
import type { FormPlan } from '../plan/plan.ts';
import { viewerOf, type Eyes } from '../rights/reach.ts';
import { belowSql, everyRow } from './rows-sources.ts';

/** Whether a filter asks slave rows, related records or what stands above: one record's own values do not answer it. */
export function asksMore(filter: Condition | undefined): filter is Condition {
  return (
    filter !== undefined &&
    (rowsIn(filter).length > 0 || comparisonsIn(filter).some(({ operator }) => operator === 'below'))
  );
}

export interface AskedLimit {
  rule: KeptLimit;
  /** Where the board shows a record `r`; values are appended. */
  shown: (params: unknown[]) => string;
}

/** Whether the form of today can be asked the filter: a later release may have taken away what it speaks of. */
export async function canBeAsked(doer: Doer, plan: FormPlan, filter: Condition): Promise<boolean> {
  try {
    (await shownBy(doer, plan, filter))([]);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The filters of such limits as they are put to the database. */
export async function askedOf(doer: Doer, plan: FormPlan, rules: readonly KeptLimit[]): Promise<AskedLimit[]> {
  return Promise.all(
    rules.map(async (rule): Promise<AskedLimit> => ({ rule, shown: await shownBy(doer, plan, rule.filter!) })),
  );
}

/** A limit counts what is there, whoever may see it. */
async function shownBy(doer: Doer, plan: FormPlan, filter: Condition): Promise<AskedLimit['shown']> {
  const eyes: Eyes = { rights: everything, viewer: await viewerOf(doer), held: 'none' };
  const rowsOf = await everyRow(doer, plan, eyes, filter);
  return (params) =>
    compileCondition(filter, params, {
      ...eyes.viewer,
      me: eyes.viewer.id,
      now: new Date(),
      timeZone: plan.timeZone,
      columnOf: (field) => plan.byId.get(field),
      belowOf: belowSql(plan, eyes),
      rowsOf,
    }).sql;
}

/** In which column with a limit each of the records stands, by its id. */
export async function columnsHeld(
  tx: SpaceTx,
  plan: FormPlan,
  { rule: { column, limits }, shown }: AskedLimit,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const params: unknown[] = [ids, Object.keys(limits)];
  const where = shown(params);
  const { rows } = await tx.query<{ id: string; option: string }>({
    text: `select r.id, ${column.sql} as option from ${plan.table} r where r.id = any($1::uuid[]) and ${column.sql} = any($2) and ${where} order by r.id`,
    values: params,
  });
  return new Map(rows.map(({ id, option }) => [id, option]));
}

/** How many others stand in a column; no more are looked for than matter. */
export async function othersIn(
  tx: SpaceTx,
  plan: FormPlan,
  { rule: { column }, shown }: AskedLimit,
  option: string,
  most: number,
  ids: readonly string[],
): Promise<number> {
  const params: unknown[] = [option, ids];
  const where = shown(params);
  const { rows } = await tx.query<{ count: string }>({
    text: `select count(*) from (select 1 from ${plan.table} r where ${column.sql} = $1 and r.id <> all($2::uuid[]) and ${where} limit ${Math.trunc(most)}) s`,
    values: params,
  });
  return Number(rows[0]?.count ?? 0);
}

const everything = Object.fromEntries(formActions.map((action) => [action, 'all'])) as Record<FormAction, 'all'>;
