import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import { newId } from '../../../platform/ids.ts';
import { inWhoseName } from '../../../platform/events/events.ts';
import type { Doer, SpaceTx } from '../../../platform/db/space-data.ts';
import { readGrants, type Mask } from '../rights/mask.ts';
import { book } from './steps/bookings.ts';
import { changesOf, type RecordChanges } from './changes.ts';
import { prepared } from '../plan/columns.ts';
import { createdTrail, systemValues } from './created.ts';
import { keepKeys } from './steps/keys.ts';
import { drawNumbers } from './steps/numbers.ts';
import { spread } from '../relations/spread.ts';
import type { RuleNote } from '../plan/form-rules.ts';
import { createParams, storedRecord, type FormPlan, type SlavePlan, type StoredRecord } from '../plan/plan.ts';
import type { GrantRank } from '../rights/rights.ts';
import { keepColumnsWithin } from './steps/column-limits.ts';
import { keepTimesFree } from './steps/time-rules.ts';

export interface NewRecord {
  id: string;
  at: string;
  creator: string | null;
  department: string | null;
  values: Values;
  slaves: Record<string, SlaveRow[]>;
  ruled?: readonly RuleNote[] | undefined;
  /** 1 unless rules changed it behind its save. */
  version?: number;
}

/** A new record with automatic numbers and slave rows. Numbers are written into `record`. */
export async function insertWithSlaves(tx: SpaceTx, maker: Doer, plan: FormPlan, record: NewRecord): Promise<void> {
  const doer = await keptRules(tx, maker, plan, record.id, record.ruled);
  await drawNumbers(tx, doer, plan, [record], record.at);
  await book(tx, plan.bookings, record.id, undefined, record);
  await keepTimesFree(tx, doer, plan, record.id, undefined, record.values);
  const columnsHold = await keepColumnsWithin(tx, doer, plan, record.id, undefined, record.values);
  // all on one way to the database, and what rules ask for behind them too
  const written = Promise.all([
    tx.query({
      ...plan.statements.create,
      values: [...createParams(plan, record), ...createdTrail(doer, plan, record)],
    }),
    ...newRows(tx, plan, record),
  ]);
  const ruled = await behind(written, async () => {
    await keepKeys(tx, doer, plan, [standing(record)]);
    return plan.engine?.after?.(tx, maker, [{ id: record.id, after: record }]);
  });
  if (plan.linked || ruled?.has(record.id)) {
    const again = plan.linked ? await spread(tx, doer, plan, [{ id: record.id, after: record }]) : ruled;
    if (again?.has(record.id) || ruled?.has(record.id)) Object.assign(record, await asStored(tx, plan, record.id));
  }
  await columnsHold();
}

/** All rows of a new record. */
export function newRows(tx: SpaceTx, plan: FormPlan, { id, slaves }: NewRecord): Promise<void>[] {
  return plan.slaves.map((slave) =>
    writeRows(
      tx,
      slave,
      id,
      (slaves[slave.id] ?? []).map((row, position) => ({ row, position })),
    ),
  );
}

/** A new record with its system fields. */
export const standing = (record: NewRecord): Pick<StoredRecord, 'id' | 'values' | 'slaves'> => ({
  id: record.id,
  values: { ...record.values, ...systemValues(record) },
  slaves: record.slaves,
});

/** Asked without waiting for what goes before it; should that fail, it is what failed. */
export async function behind<T>(before: Promise<unknown>, ask: () => Promise<T>): Promise<T> {
  const [first, then] = await Promise.allSettled([before, ask()]);
  if (first.status === 'rejected') throw first.reason;
  if (then.status === 'rejected') throw then.reason;
  return then.value;
}

/** Keeps what rules did to a record before its save, and lets history lead there. */
export async function keptRules(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  recordId: string,
  ruled: readonly RuleNote[] | undefined,
): Promise<Doer> {
  const last = ruled?.at(-1);
  if (!ruled || !last || !plan.engine) return doer;
  await plan.engine.keep(tx, doer, recordId, ruled);
  const cause = { root: last.id, depth: 0, chain: [], ...doer.user.cause, trace: last.id };
  return { ...doer, user: { ...doer.user, cause } };
}

/** A record whose own values hang on others that its change has changed. */
async function asStored(
  tx: SpaceTx,
  plan: FormPlan,
  recordId: string,
): Promise<Pick<StoredRecord, 'values' | 'slaves' | 'version'>> {
  const { rows } = await tx.query<(string | null)[]>({ ...plan.statements.get, values: [recordId] });
  const { values, slaves, version } = storedRecord(plan, rows[0] ?? []);
  return { values, slaves, version };
}

/** The record with its row locked, and what the person's own grants on it allow and leave out. */
export async function lockRecord(
  tx: SpaceTx,
  plan: FormPlan,
  recordId: string,
  userId: string,
): Promise<{ record: StoredRecord; rank: GrantRank; mask: Mask | undefined } | undefined> {
  // after a wait the row is new and its slave rows would still be those of before: lock first, then read
  if (plan.slaves.length > 0)
    await tx.query({ ...prepared(`select 1 from ${plan.table} where id = $1 for update`), values: [recordId] });
  const { rows } = await tx.query<(string | null)[]>({ ...plan.statements.getForUpdate, values: [recordId, userId] });
  const row = rows[0];
  return row && { record: storedRecord(plan, row), ...readGrants(plan, row.at(-1)) };
}

/** Writes what differs, with history and event; a save that changes nothing leaves the version as it is. */
export async function writeChanges(
  tx: SpaceTx,
  maker: Doer,
  plan: FormPlan,
  before: StoredRecord,
  after: { values: Values; slaves: Record<string, SlaveRow[]>; ruled?: readonly RuleNote[] | undefined },
  kind: 'updated' | 'process',
): Promise<{ record: StoredRecord; changes: RecordChanges }> {
  const changes = changesOf(plan, before, after);
  if (!changes.any) return { record: before, changes };
  const doer = await keptRules(tx, maker, plan, before.id, after.ruled);
  const version = before.version + 1;
  const at = new Date().toISOString();
  const fields = plan.own.map((column) => column.param(after.values[column.id] ?? null));
  const data = {
    formId: plan.form.formId,
    recordId: before.id,
    version,
    title: plan.titleOf(after.values),
    fields: Object.keys(changes.fields),
    tables: [...new Set(changes.rows.map(({ table }) => table))],
  };
  await book(tx, plan.bookings, before.id, before, after);
  await keepTimesFree(tx, doer, plan, before.id, before.values, after.values);
  const columnsHold = await keepColumnsWithin(tx, doer, plan, before.id, before.values, after.values);
  await tx.query({
    ...plan.statements.update,
    values: [
      before.id,
      version,
      doer.user.id,
      at,
      ...fields,
      newId(),
      kind,
      JSON.stringify(changes.fields),
      changes.rows.length > 0 ? JSON.stringify(changes.rows) : null,
      newId(),
      'records.updated',
      doer.requestId,
      doer.ip,
      JSON.stringify(inWhoseName(doer.user, data)),
    ],
  });
  for (const slave of plan.slaves) {
    const removed = changes.removed[slave.id];
    if (removed) await tx.query({ ...slave.remove, values: [before.id, removed] });
    await writeRows(tx, slave, before.id, changes.written[slave.id] ?? []);
  }
  const values = { ...before.values, ...after.values, _modifier: [doer.user.id], _modifiedAt: at };
  await keepKeys(tx, doer, plan, [{ id: before.id, values, slaves: after.slaves }]);
  const ruled = await plan.engine?.after?.(tx, maker, [
    { id: before.id, before, after: { values, slaves: after.slaves } },
  ]);
  const again = await spread(tx, doer, plan, [{ id: before.id, before, after }]);
  await columnsHold();
  const stored =
    again.has(before.id) || ruled?.has(before.id)
      ? await asStored(tx, plan, before.id)
      : { version, values, slaves: after.slaves };
  return { record: { id: before.id, ...stored }, changes };
}

/** One statement for all rows of a table. */
export async function writeRows(
  tx: SpaceTx,
  slave: SlavePlan,
  recordId: string,
  rows: { row: SlaveRow; position: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = slave.columns.map(({ sql }) => sql.slice(1, -1));
  const records = rows.map(({ row, position }) => {
    const record: Record<string, unknown> = { id: row.id, position };
    slave.columns.forEach((column, index) => {
      // as values, not as parameters: JSON carries lists and files by itself, decimals as text or number alike
      record[names[index] ?? ''] = column.carried(row.values[column.id] ?? null);
    });
    return record;
  });
  await tx.query({ ...slave.upsert, values: [recordId, JSON.stringify(records)] });
}
