import { spaceQuery } from '../../../platform/db/space-data.ts';
import { isUniqueByItself } from '../../forms/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { systemValues } from '../write/created.ts';
import type { ReadRecord } from './import-rows.ts';
import { heldBy } from '../write/steps/keys.ts';
import type { Worker } from '../relations/recalculate.ts';
import type { FormPlan } from '../plan/plan.ts';

/** What a field keeps apart in a table: SQL and type of what is kept, and what records of the batch bring. */
interface Kept {
  table: string;
  sql: string;
  type: string;
  brought: { index: number; path: string; value: unknown }[];
}

/** New records whose value must be unique and is not: in the table already, or twice in the batch. */
export async function takenRows(
  doer: Worker,
  plan: FormPlan,
  records: readonly ReadRecord[],
  refuse: (index: number, path: string, code: string) => void,
): Promise<void> {
  for (const { table, sql, type, brought } of [
    ...always(plan, records),
    ...(await inSecondColumns(doer, plan, records)),
  ]) {
    const asked = brought.filter(({ value }) => value !== null);
    if (asked.length === 0) continue;
    const { rows } = await spaceQuery<{ value: string }>(doer.platform, {
      text: `select ${type === 'numeric' ? `trim_scale(${sql})` : sql}::text as value from ${table} where ${sql} = any($1::${type}[])`,
      values: [asked.map(({ value }) => value)],
    });
    const seen = new Set(rows.map(({ value }) => value));
    for (const { index, path, value } of asked) {
      if (seen.has(String(value))) refuse(index, path, 'records.value.taken');
      seen.add(String(value));
    }
  }
}

function always(plan: FormPlan, records: readonly ReadRecord[]): Kept[] {
  return plan.own.flatMap((column) => {
    const single = column.field.type === 'relation' && column.field.config.cardinality === 'oneToOne';
    if (!isUniqueByItself(column.field) && !single) return [];
    const valueOf = ({ values }: ReadRecord): unknown =>
      single ? ((values[column.id] as string[] | null)?.[0] ?? null) : column.param(values[column.id] ?? null);
    const brought = records.map((record, index) => ({ index, path: column.id, value: valueOf(record) }));
    return [
      {
        table: plan.table,
        brought,
        ...(single ? { sql: `(${column.sql})[1]`, type: 'uuid' } : { sql: column.sql, type: column.type }),
      },
    ];
  });
}

async function inSecondColumns(doer: Worker, plan: FormPlan, records: readonly ReadRecord[]): Promise<Kept[]> {
  if (plan.keys.length === 0) return [];
  const { people } = await directoryOf(doer.platform, doer.spaceId);
  const own = systemValues({
    creator: doer.user.id,
    at: new Date().toISOString(),
    department: people.get(doer.user.id)?.departmentId ?? null,
  });
  const standing = records.map(({ values, slaves }) => ({ values: { ...values, ...own }, slaves }));
  // what repeats within a record was refused when it was read
  return Promise.all(
    plan.keyGroups.flatMap(({ table, keys }) =>
      keys
        .filter(({ within }) => !within)
        .map(async (key): Promise<Kept> => {
          const held = await heldBy(doer, plan, key, standing);
          return {
            table,
            sql: key.sql,
            type: key.type,
            brought: held.flatMap((places, index) => places.map(({ path, key: value }) => ({ index, path, value }))),
          };
        }),
    ),
  );
}
