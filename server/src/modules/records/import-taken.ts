import { spaceQuery } from '../../platform/space-data.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PlanColumn } from './columns.ts';
import type { ReadRecord } from './import-rows.ts';
import type { FormPlan } from './plan.ts';

/** New records whose value must be unique and is not: in the table already, or twice in the batch. */
export async function takenRows(platform: Platform, plan: FormPlan, records: readonly ReadRecord[], refuse: (index: number, column: PlanColumn, code: string) => void): Promise<void> {
  for (const column of plan.own) {
    const single = column.field.type === 'relation' && column.field.config.cardinality === 'oneToOne';
    if (!column.field.unique && !single) continue;
    const [sql, type] = single ? [`(${column.sql})[1]`, 'uuid'] : [column.sql, column.type];
    const values = records.map((record): unknown => (single ? ((record.values[column.id] as string[] | null)?.[0] ?? null) : column.param((record.values[column.id] ?? null))));
    const { rows } = await spaceQuery<{ value: string }>(platform, {
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
