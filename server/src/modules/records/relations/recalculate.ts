import { isComputed } from '@formwork/contract/forms/field.ts';
import { replacedOptions, withReplaced } from '@formwork/contract/forms/replaced-options.ts';
import type { SpaceTx } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import { prepared, type PlanColumn } from '../plan/columns.ts';
import { keepKeys } from '../write/steps/keys.ts';
import { storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { same } from '../write/prepare.ts';
import { linksOf } from './form-links.ts';
import { readLinked } from './read-linked.ts';
import type { Platform } from '../../../platform/platform.ts';

/** A record that holds other values than before; without `after` it is gone, without `before` it is new. */
export interface RecordChange {
  id: string;
  before?: Pick<StoredRecord, 'values' | 'slaves'> | undefined;
  after?: Pick<StoredRecord, 'values' | 'slaves'> | undefined;
}

export interface Worker {
  platform: Platform;
  spaceId: string;
  user: { id: string };
  /** Nobody waits for what is made right: of two records that would be the same now, the second is not held to be unique any more. */
  giveWay?: boolean;
}

/**
 * Makes the computed values of some records again, puts options in the place of those that they replace, and writes what differs; the records that did. Version and history
 * stay: nobody has entered anything.
 */
export async function recalculate(
  tx: SpaceTx,
  doer: Worker,
  plan: FormPlan,
  ids: readonly string[],
): Promise<RecordChange[]> {
  const records = await lockedRecords(tx, plan, ids);
  if (records.length === 0) return [];
  const afters = records.map((before) => ({
    id: before.id,
    values: { ...before.values },
    slaves: Object.fromEntries(
      Object.entries(before.slaves).map(([id, rows]) => [
        id,
        rows.map((row) => ({ id: row.id, values: { ...row.values } })),
      ]),
    ),
  }));
  const linked = plan.linked ? await readLinked(tx, await linksOf(doer, plan), afters) : [];
  const now = new Date();
  for (const after of afters) replaceOptions(plan, after);
  afters.forEach((after, index) =>
    plan.logic.compute(after, { userId: doer.user.id, now, timeZone: plan.timeZone, linked: linked[index] }),
  );
  const computed = plan.own.filter(isMade);
  const changed = records.flatMap((before, index): RecordChange[] => {
    const after = afters[index]!;
    return differs(plan, computed, before, after) ? [{ id: before.id, before, after }] : [];
  });
  await write(tx, plan, computed, changed);
  await keepKeys(
    tx,
    doer,
    plan,
    afters.filter(({ id }) => changed.some((one) => one.id === id)),
    doer.giveWay ? 'giveWay' : 'refuse',
  );
  return changed;
}

/** By their ids, so that two who work on the same records wait for each other instead of standing in each other's way. */
export async function lockInOrder(tx: SpaceTx, plan: FormPlan, ids: readonly string[]): Promise<void> {
  await tx.query({
    ...prepared(`select 1 from ${plan.table} where id = any($1::uuid[]) order by id for update`),
    values: [ids],
  });
}

export async function lockedRecords(tx: SpaceTx, plan: FormPlan, ids: readonly string[]): Promise<StoredRecord[]> {
  const [, { rows }] = await Promise.all([
    lockInOrder(tx, plan, ids),
    tx.query<(string | null)[]>({ ...plan.statements.getMany, values: [ids] }),
  ]);
  return rows.map((row: TextRow) => storedRecord(plan, row));
}

/** Rows of `getManyGranted`, locked in the order of their ids. */
export async function lockedAndGranted(
  tx: SpaceTx,
  plan: FormPlan,
  ids: readonly string[],
  userId: string,
): Promise<TextRow[]> {
  const values = [ids, ids.map(() => userId)];
  // after a wait the row is new and its slave rows would still be those of before: lock first, then read
  if (plan.slaves.length > 0) {
    const [, read] = await Promise.all([
      lockInOrder(tx, plan, ids),
      tx.query<TextRow>({ ...plan.statements.getManyGranted, values }),
    ]);
    return read.rows;
  }
  return (await tx.query<TextRow>({ ...plan.statements.getManyForUpdate, values })).rows;
}

/** Values that nobody enters: computed ones, and options that others took the place of. */
function isMade({ field }: PlanColumn): boolean {
  return isComputed(field) || replacedOptions(field).size > 0;
}

function replaceOptions(plan: FormPlan, record: Pick<StoredRecord, 'values' | 'slaves'>): void {
  for (const { id, field } of plan.own)
    if (replacedOptions(field).size > 0) record.values[id] = withReplaced(field, record.values[id] ?? null);
  for (const { id: table, columns } of plan.slaves) {
    const replacing = columns.filter(({ field }) => replacedOptions(field).size > 0);
    for (const row of replacing.length > 0 ? (record.slaves[table] ?? []) : [])
      for (const { id, field } of replacing) row.values[id] = withReplaced(field, row.values[id] ?? null);
  }
}

function differs(
  plan: FormPlan,
  computed: readonly PlanColumn[],
  before: StoredRecord,
  after: Pick<StoredRecord, 'values' | 'slaves'>,
): boolean {
  if (computed.some(({ id }) => !same(before.values[id] ?? null, after.values[id] ?? null))) return true;
  return plan.slaves.some(({ id, columns }) =>
    (before.slaves[id] ?? []).some((row, index) =>
      columns.some(
        (column) => !same(row.values[column.id] ?? null, after.slaves[id]?.[index]?.values[column.id] ?? null),
      ),
    ),
  );
}

async function write(
  tx: SpaceTx,
  plan: FormPlan,
  computed: readonly PlanColumn[],
  changed: readonly RecordChange[],
): Promise<void> {
  if (changed.length === 0) return;
  if (computed.length > 0) {
    const rows = changed.map(({ id, after }) =>
      Object.fromEntries([
        ['id', id],
        ...computed.map((column) => [nameOf(column), column.carried(after?.values[column.id] ?? null)]),
      ]),
    );
    await tx.query({
      ...prepared(
        `update ${plan.table} r set ${setsOf(computed)} from json_to_recordset($1::json) as n (id uuid${typesOf(computed)}) where r.id = n.id`,
      ),
      values: [JSON.stringify(rows)],
    });
  }
  for (const slave of plan.slaves) {
    const columns = slave.columns.filter(isMade);
    if (columns.length === 0) continue;
    const rows = changed.flatMap(({ id, after }) =>
      (after?.slaves[slave.id] ?? []).map((row) =>
        Object.fromEntries([
          ['record_id', id],
          ['id', row.id],
          ...columns.map((column) => [nameOf(column), column.carried(row.values[column.id] ?? null)]),
        ]),
      ),
    );
    if (rows.length === 0) continue;
    await tx.query({
      ...prepared(
        `update ${slave.table} r set ${setsOf(columns)} from json_to_recordset($1::json) as n (record_id uuid, id uuid${typesOf(columns)}) where r.record_id = n.record_id and r.id = n.id`,
      ),
      values: [JSON.stringify(rows)],
    });
  }
}

const nameOf = ({ sql }: PlanColumn): string => sql.slice(1, -1);
const setsOf = (columns: readonly PlanColumn[]): string => columns.map(({ sql }) => `${sql} = n.${sql}`).join(', ');
const typesOf = (columns: readonly PlanColumn[]): string => columns.map(({ sql, type }) => `, ${sql} ${type}`).join('');
