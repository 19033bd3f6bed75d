import type { Values } from '@formwork/contract/forms/values/value.ts';
import { spaceQuery } from '../../platform/space-data.ts';
import { directoryOf } from '../organization/public.ts';
import type { PlanColumn } from './columns.ts';
import { systemValues } from './created.ts';
import type { ReadRecord } from './import-rows.ts';
import { heldBy } from './keys.ts';
import type { Worker } from './links/recalculate.ts';
import type { FormPlan } from './plan.ts';

/** What a field keeps apart: SQL and type of what is kept, and what a record brings; null is never taken. */
interface Kept {
  column: PlanColumn;
  sql: string;
  type: string;
  values: unknown[];
}

/** New records whose value must be unique and is not: in the table already, or twice in the batch. */
export async function takenRows(doer: Worker, plan: FormPlan, records: readonly ReadRecord[], refuse: (index: number, column: PlanColumn, code: string) => void): Promise<void> {
  for (const { column, sql, type, values } of [...always(plan, records), ...(await underConditions(doer, plan, records))]) {
    const { rows } = await spaceQuery<{ value: string }>(doer.platform, {
      text: `select ${sql}::text as value from ${plan.table} where ${sql} = any($1::${type}[])`,
      values: [values.filter((value) => value !== null)],
    });
    const seen = new Set(rows.map(({ value }) => value));
    values.forEach((value, index) => {
      if (value === null) return;
      if (seen.has(String(value))) refuse(index, column, 'records.value.taken');
      seen.add(String(value));
    });
  }
}

function always(plan: FormPlan, records: readonly ReadRecord[]): Kept[] {
  return plan.own.flatMap((column) => {
    const single = column.field.type === 'relation' && column.field.config.cardinality === 'oneToOne';
    if (!column.field.unique && !single) return [];
    const values = records.map((record): unknown => (single ? ((record.values[column.id] as string[] | null)?.[0] ?? null) : paramOf(column, record.values)));
    return [single ? { column, sql: `(${column.sql})[1]`, type: 'uuid', values } : { column, sql: column.sql, type: column.type, values }];
  });
}

async function underConditions(doer: Worker, plan: FormPlan, records: readonly ReadRecord[]): Promise<Kept[]> {
  if (plan.keys.length === 0) return [];
  const { people } = await directoryOf(doer.platform, doer.spaceId);
  const own = systemValues({ creator: doer.user.id, at: new Date().toISOString(), department: people.get(doer.user.id)?.departmentId ?? null });
  const standing = records.map(({ values, slaves }) => ({ values: { ...values, ...own }, slaves }));
  return Promise.all(plan.keys.map(async (key): Promise<Kept> => {
    const held = await heldBy(doer, plan, key, standing);
    return { column: key.column, sql: key.sql, type: key.column.type, values: records.map(({ values }, index) => (held[index] ? paramOf(key.column, values) : null)) };
  }));
}

const paramOf = (column: PlanColumn, values: Values): unknown => column.param(values[column.id] ?? null);
