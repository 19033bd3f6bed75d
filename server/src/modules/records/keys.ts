import type { SpaceTx } from '../../platform/space-data.ts';
import { directoryOf, namesIn } from '../organization/public.ts';
import { prepared } from './columns.ts';
import type { KeyPlan } from './key-plans.ts';
import type { Worker } from './links/recalculate.ts';
import type { FormPlan, StoredRecord } from './plan.ts';

/** A record as it stands, system fields included. */
type Standing = Pick<StoredRecord, 'id' | 'values' | 'slaves'>;

/** Which of the records have the value of a field to themselves: its condition is true of them. */
export async function heldBy(doer: Worker, plan: FormPlan, { column }: KeyPlan, records: readonly Pick<Standing, 'values' | 'slaves'>[]): Promise<boolean[]> {
  const context = { userId: doer.user.id, now: new Date(), nameOf: namesIn(await directoryOf(doer.platform, doer.spaceId)) };
  return records.map((record) => plan.logic.mustBeUnique(column.field, record, context));
}

/**
 * Brings the keys of records that were written just now to what they hold. A value that another record has to itself is refused by
 * the index, as with fields that are always unique; with `giveWay` nobody is there to be told, and who comes second stays without.
 */
export async function keepKeys(tx: SpaceTx, doer: Worker, plan: FormPlan, records: readonly Standing[], giveWay = false): Promise<void> {
  if (plan.keys.length === 0 || records.length === 0) return;
  const held = await Promise.all(plan.keys.map((key) => heldBy(doer, plan, key, records)));
  const rows = records.map(({ id, values }, at) => ({ id, keys: plan.keys.map(({ column }, of) => (held[of]![at] ? column.carried(values[column.id] ?? null) : null)) }));
  if (!giveWay) await write(tx, plan, rows);
  else if (!(await written(tx, plan, rows))) for (const row of rows) if (!(await written(tx, plan, [row]))) await write(tx, plan, [{ id: row.id, keys: row.keys.map(() => null) }]);
}

type Row = { id: string; keys: unknown[] };

async function write(tx: SpaceTx, plan: FormPlan, rows: readonly Row[]): Promise<void> {
  const of = (alias: string): string => plan.keys.map(({ sql }) => `${alias}.${sql}`).join(', ');
  await tx.query({
    ...prepared(`update ${plan.table} r set ${plan.keys.map(({ sql }) => `${sql} = n.${sql}`).join(', ')}
      from json_to_recordset($1::json) as n (id uuid${plan.keys.map(({ sql, column }) => `, ${sql} ${column.type}`).join('')}) where r.id = n.id and row(${of('r')}) is distinct from row(${of('n')})`),
    values: [JSON.stringify(rows.map(({ id, keys }) => ({ id, ...Object.fromEntries(plan.keys.map(({ sql }, at) => [sql.slice(1, -1), keys[at]])) })))],
  });
}

/** Whether it could be written. */
async function written(tx: SpaceTx, plan: FormPlan, rows: readonly Row[]): Promise<boolean> {
  await tx.query({ text: 'savepoint keys' });
  try {
    await write(tx, plan, rows);
    await tx.query({ text: 'release savepoint keys' });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    await tx.query({ text: 'rollback to savepoint keys' });
    return false;
  }
}
