import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { LogicContext } from '@formwork/contract/records/logic.ts';
import { invalid } from '../../../../platform/errors.ts';
import type { SpaceTx } from '../../../../platform/db/space-data.ts';
import { directoryOf, namesIn } from '../../../organization/public.ts';
import { prepared } from '../../plan/columns.ts';
import { rowsOf, type KeyGroup, type KeyPlan } from './key-plans.ts';
import type { Worker } from '../../relations/recalculate.ts';
import type { FormPlan, StoredRecord } from '../../plan/plan.ts';

/** A record as it stands, system fields included. */
type Standing = Pick<StoredRecord, 'id' | 'values' | 'slaves'>;

/** What becomes of values that others have to themselves: refused; or nobody is there to be told, and who comes second stays without; or the index is not built yet. */
export type Doubles = 'refuse' | 'giveWay' | 'leave';

/** A place where a field is unique, by its path in the record, with what its second column is to hold; null where it is not unique or empty. */
export interface Held {
  path: string;
  key: unknown;
}

/** What each record holds to itself by a field: in one place, or in the rows of a slave table. */
export async function heldBy(
  doer: Worker,
  plan: FormPlan,
  key: KeyPlan,
  records: readonly Pick<Standing, 'values' | 'slaves'>[],
): Promise<Held[][]> {
  const context = await contextOf(doer, plan);
  return records.map((record) =>
    rowsOf(key.slave, record).map(({ values, row, path }) => ({
      path: path + key.column.id,
      key: keyOf(plan, key, record, values, row, context),
    })),
  );
}

/**
 * Brings the second columns of records that were written just now to what they hold. A value that another has to itself is
 * refused by the index, as with fields that are unique by their own column; of rows it is said beforehand which ones.
 */
export async function keepKeys(
  tx: SpaceTx,
  doer: Worker,
  plan: FormPlan,
  records: readonly Standing[],
  doubles: Doubles = 'refuse',
): Promise<void> {
  if (plan.keys.length === 0 || records.length === 0) return;
  const context = await contextOf(doer, plan);
  for (const group of plan.keyGroups) {
    const byRecord = records.map((record) => rowsIn(plan, group, record, context));
    const rows = byRecord.flat();
    if (rows.length === 0) continue;
    if (doubles === 'refuse' && group.slave !== undefined) await refuseTaken(tx, group, rows);
    if (doubles !== 'giveWay') await write(tx, group, rows);
    else if (!(await written(tx, group, rows)))
      for (const some of byRecord)
        if (!(await written(tx, group, some)))
          await write(
            tx,
            group,
            some.map((row) => ({ ...row, keys: row.keys.map(() => null) })),
          );
  }
}

interface Row {
  recordId: string;
  /** Of the row of a slave table, else of the record. */
  id: string;
  /** Of its values in the record, with a dot at the end. */
  path: string;
  keys: unknown[];
}

async function contextOf({ platform, spaceId, user }: Worker, { timeZone }: FormPlan): Promise<LogicContext> {
  return { userId: user.id, now: new Date(), timeZone, nameOf: namesIn(await directoryOf(platform, spaceId)) };
}

function rowsIn(plan: FormPlan, { slave, keys }: KeyGroup, record: Standing, context: LogicContext): Row[] {
  return rowsOf(slave, record).map(({ values, row, path }, at) => ({
    recordId: record.id,
    id: slave === undefined ? record.id : (record.slaves[slave]?.[at]?.id ?? ''),
    path,
    keys: keys.map((key) => keyOf(plan, key, record, values, row, context)),
  }));
}

function keyOf(
  plan: FormPlan,
  { column, held }: KeyPlan,
  record: Pick<Standing, 'values' | 'slaves'>,
  values: Values,
  row: Values | undefined,
  context: LogicContext,
): unknown {
  return plan.logic.mustBeUnique(column.field, record, row, context) ? held(values[column.id]) : null;
}

/** An index names no row: what rows of other records hold is looked for beforehand. */
async function refuseTaken(tx: SpaceTx, { table, keys }: KeyGroup, rows: readonly Row[]): Promise<void> {
  const paths: string[] = [];
  for (const [at, { sql, type, within, column }] of keys.entries()) {
    const asking = within ? [] : rows.filter((row) => row.keys[at] !== null);
    if (asking.length === 0) continue;
    const { rows: found } = await tx.query<{ at: number }>({
      ...prepared(
        `select w.n::int - 1 as at from unnest($1::${type}[]) with ordinality w (k, n) where exists (select 1 from ${table} o where o.${sql} = w.k and o.record_id <> all($2::uuid[])) order by 1`,
      ),
      values: [asking.map((row) => row.keys[at]), [...new Set(asking.map(({ recordId }) => recordId))]],
    });
    paths.push(...found.map((one) => `${asking[one.at]!.path}${column.id}`));
  }
  if (paths.length > 0) throw takenAt(paths);
}

const takenAt = (paths: readonly string[]): Error =>
  invalid(
    'records.record.value_taken',
    paths.map((path) => ({ path, code: 'records.value.taken' })),
  );

async function write(tx: SpaceTx, group: KeyGroup, rows: readonly Row[]): Promise<void> {
  const { table, keys, slave } = group;
  const of = (alias: string): string => keys.map(({ sql }) => `${alias}.${sql}`).join(', ');
  const named = `json_to_recordset($1::json) as n (record_id uuid, id uuid${keys.map(({ sql, type }) => `, ${sql} ${type}`).join('')}) where r.id = n.id${slave === undefined ? '' : ' and r.record_id = n.record_id'}`;
  const values = [
    JSON.stringify(
      rows.map(({ recordId, id, keys: held }) => ({
        record_id: recordId,
        id,
        ...Object.fromEntries(keys.map(({ sql }, at) => [sql.slice(1, -1), held[at]])),
      })),
    ),
  ];
  // two that change places are never the same at once
  if (rows.length > 1)
    for (const { sql } of keys)
      await tx.query({
        ...prepared(
          `update ${table} r set ${sql} = null from ${named} and r.${sql} is distinct from n.${sql} and r.${sql} is not null`,
        ),
        values,
      });
  try {
    await tx.query({
      ...prepared(
        `update ${table} r set ${keys.map(({ sql }) => `${sql} = n.${sql}`).join(', ')} from ${named} and row(${of('r')}) is distinct from row(${of('n')})`,
      ),
      values,
    });
  } catch (error) {
    throw (slave === undefined ? undefined : takenMeanwhile(group, rows, error)) ?? error;
  }
}

/** Of rows that others wrote at the same moment: the index tells the value. */
function takenMeanwhile({ keys }: KeyGroup, rows: readonly Row[], error: unknown): Error | undefined {
  const { code, constraint, detail } = error as { code?: string; constraint?: string; detail?: string };
  const at = code === '23505' ? keys.findIndex(({ sql }) => constraint?.endsWith(`_${sql.slice(1, -1)}_key`)) : -1;
  if (at < 0) return undefined;
  const value = /=\((.*)\)[^)]*$/s.exec(detail ?? '')?.[1];
  const row = rows.findLast((one) => String(one.keys[at]) === value) ?? rows.findLast((one) => one.keys[at] !== null);
  return row && Object.assign(takenAt([`${row.path}${keys[at]!.column.id}`]), { cause: error });
}

/** Whether it could be written. */
async function written(tx: SpaceTx, group: KeyGroup, rows: readonly Row[]): Promise<boolean> {
  if (rows.length === 0) return true;
  await tx.query({ text: 'savepoint keys' });
  try {
    await write(tx, group, rows);
    await tx.query({ text: 'release savepoint keys' });
    return true;
  } catch (error) {
    const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string };
    if (code !== '23505') throw error;
    await tx.query({ text: 'rollback to savepoint keys' });
    return false;
  }
}
