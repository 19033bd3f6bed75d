import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Import } from '@formwork/contract/records/import.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, conflict } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { startRunIn, type RunName } from '../../../platform/runs/runs.ts';
import { inSpace, spaceQuery, spaceSchema, type SpaceTx } from '../../../platform/db/space-data.ts';
import { unbook } from '../write/steps/bookings.ts';
import type { FieldChanges, RowChange } from '../write/changes.ts';
import { getImport, isUndoable, ownImport, undoOf } from './imports.ts';
import { linksOf } from '../relations/form-links.ts';
import { letGo } from '../relations/let-go.ts';
import { spread } from '../relations/spread.ts';
import { planOf, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { inProcess } from '../rights/rights.ts';
import { lockRecord, writeChanges } from '../write/save.ts';
import { takenValue } from '../write/taken.ts';
import { z } from 'zod';

export const undoRun = {
  kind: 'records.import_undo',
  payload: z.object({ importId: z.uuid() }),
} satisfies RunName<unknown>;

/** Starts taking an import back; whoever imported may, as long as nobody has changed what they brought. */
export async function undoImport(ctx: Ctx, input: InputOf<typeof recordsApi.undoImport>): Promise<Import> {
  const { importId } = input.params;
  const { state } = await getImport(ctx, input);
  const row = await ownImport(ctx, importId);
  if (!isUndoable({ ...row, undo: await undoOf(ctx, row) }, state)) throw conflict('records.import.not_undoable');
  await inSpace(ctx, async (tx) => {
    const { id: jobId } = await startRunIn(tx, ctx, undoRun, { importId });
    const begun = { jobId, state: 'running', removed: 0, restored: 0, kept: 0 };
    // of two who begin it at the same moment one comes too late
    const { rowCount } = await tx.query({
      text: `update ${tx.schema}.records_import set undo = $2 where id = $1 and undo is not distinct from $3::jsonb`,
      values: [importId, JSON.stringify(begun), row.undo && JSON.stringify(row.undo)],
    });
    if (rowCount === 0) throw conflict('records.import.not_undoable');
  });
  return getImport(ctx, input);
}

interface Batch {
  batch: number;
  created: string[];
  updated: string[];
  versions: number[];
}

/** Batch by batch from the last to the first; each is forgotten in the transaction that takes it back. */
export async function runUndo(job: Job<{ importId: string }>): Promise<NonNullable<Import['undo']> | null> {
  const { importId } = job.payload;
  const schema = spaceSchema(job.spaceId);
  const {
    rows: [row],
  } = await spaceQuery<{ form_id: string; undo: NonNullable<Import['undo']> | null; total: number }>(job.platform, {
    text: `select form_id, undo, imported + updated as total from ${schema}.records_import where id = $1`,
    values: [importId],
  });
  if (!row) return null;
  const undo = row.undo ?? { jobId: job.id, state: 'running' as const, removed: 0, restored: 0, kept: 0 };
  const plan = await planOf(job, row.form_id);
  try {
    for (;;) {
      if (job.cancelled()) {
        await setUndo(job, importId, { ...undo, state: 'failed' });
        return undo;
      }
      const {
        rows: [batch],
      } = await spaceQuery<Batch>(job.platform, {
        text: `select batch, created, updated, versions from ${schema}.records_import_batch where import_id = $1 order by batch desc limit 1`,
        values: [importId],
      });
      if (!batch) break;
      const done = await inSpace(job, async (tx) => {
        const restored = await restoreAll(tx, job, plan, batch);
        const removed = await removeCreated(tx, job, plan, batch.created);
        await tx.query({
          text: `delete from ${schema}.records_import_batch where import_id = $1 and batch = $2`,
          values: [importId, batch.batch],
        });
        // restored records say so themselves, one by one; this tells of the whole
        if (removed.length + restored > 0)
          await tx.event('records.import_undone', importId, {
            formId: plan.form.formId,
            importId,
            count: removed.length + restored,
          });
        return {
          removed: removed.length,
          restored,
          kept: batch.created.length - removed.length + batch.updated.length - restored,
        };
      });
      undo.removed += done.removed;
      undo.restored += done.restored;
      undo.kept += done.kept;
      await setUndo(job, importId, undo);
      await job.moved();
      job.progress(undo.removed + undo.restored + undo.kept, row.total);
    }
  } catch (error) {
    await setUndo(job, importId, { ...undo, state: 'failed' });
    throw error;
  }
  await setUndo(job, importId, { ...undo, state: 'done' });
  return { ...undo, state: 'done' };
}

function setUndo(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  importId: string,
  undo: NonNullable<Import['undo']>,
): Promise<unknown> {
  return spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.records_import set undo = $2 where id = $1`,
    values: [importId, JSON.stringify(undo)],
  });
}

/** Records as the import left them go for good, with what hangs on them: they never were. */
async function removeCreated(tx: SpaceTx, job: Job, plan: FormPlan, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    text: `select id from ${plan.table} where id = any($1::uuid[]) and version = 1 and (process_state is null or process_state not in ('processing', 'interrupted')) order by id for update`,
    values: [ids],
  });
  const alone = rows.map(({ id }) => id);
  const free: string[] = [];
  const isNamed = plan.form.speakers.length > 0 && (await linksOf(job, plan)).referrers.length > 0;
  for (const id of alone) if (!isNamed || (await isLetGo(tx, job, plan, id))) free.push(id);
  if (free.length === 0) return [];
  const before = plan.linked || plan.form.speakers.length > 0 ? await storedOf(tx, plan, free, job.user.id) : [];
  for (const slave of plan.slaves)
    await tx.query({ text: `delete from ${slave.table} where record_id = any($1::uuid[])`, values: [free] });
  if (plan.bookings.length > 0) for (const id of free) await unbook(tx, plan.bookings, id);
  for (const table of [
    'records_grant',
    'records_comment',
    'records_follow',
    'records_share',
    'records_link',
    'records_history',
  ])
    await tx.query({ text: `delete from ${tx.schema}.${table} where record_id = any($1::uuid[])`, values: [free] });
  await tx.query({ text: `delete from ${plan.table} where id = any($1::uuid[])`, values: [free] });
  await spread(
    tx,
    job,
    plan,
    before.map((record) => ({ id: record.id, before: record })),
  );
  return free;
}

async function isLetGo(tx: SpaceTx, job: Job, plan: FormPlan, id: string): Promise<boolean> {
  await tx.query({ text: 'savepoint one' });
  try {
    await letGo(tx, job, plan, id);
    await tx.query({ text: 'release savepoint one' });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tx.query({ text: 'rollback to savepoint one' });
    return false;
  }
}

async function storedOf(tx: SpaceTx, plan: FormPlan, ids: readonly string[], userId: string): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (const id of ids) {
    const locked = await lockRecord(tx, plan, id, userId);
    if (locked) found.push(locked.record);
  }
  return found;
}

/** Records whose last change was the import's become what they were before it; the history tells of both. */
async function restoreAll(tx: SpaceTx, job: Job, plan: FormPlan, { updated, versions }: Batch): Promise<number> {
  let restored = 0;
  for (const [at, id] of updated.entries()) {
    const found = await lockRecord(tx, plan, id, job.user.id);
    if (!found || found.record.version !== versions[at] || inProcess(found.record.values._processState)) continue;
    const {
      rows: [entry],
    } = await tx.query<{ changes: FieldChanges; slaves: RowChange[] | null }>({
      text: `select changes, slaves from ${plan.schema}.records_history where record_id = $1 and version = $2 order by id desc limit 1`,
      values: [id, versions[at]],
    });
    if (!entry) continue;
    await tx.query({ text: 'savepoint one' });
    try {
      await writeChanges(tx, job, plan, found.record, asBefore(found.record, entry), 'updated');
      await tx.query({ text: 'release savepoint one' });
      restored += 1;
    } catch (error) {
      // refused as a save would be: a value that must be unique is another record's by now, its time is taken, its column full
      if (!(takenValue(plan, error) instanceof AppError)) throw error;
      await tx.query({ text: 'rollback to savepoint one' });
    }
  }
  return restored;
}

function asBefore(
  record: StoredRecord,
  { changes, slaves }: { changes: FieldChanges; slaves: RowChange[] | null },
): Pick<StoredRecord, 'values' | 'slaves'> {
  const values = { ...record.values, ...old(changes) };
  const rows: Record<string, SlaveRow[]> = { ...record.slaves };
  for (const { table, row, kind, changes: cells } of slaves ?? []) {
    const now = rows[table] ?? [];
    if (kind === 'added') rows[table] = now.filter(({ id }) => id !== row);
    else if (kind === 'removed') rows[table] = [...now, { id: row, values: old(cells) }];
    else rows[table] = now.map((one) => (one.id === row ? { ...one, values: { ...one.values, ...old(cells) } } : one));
  }
  return { values, slaves: rows };
}

function old(changes: FieldChanges): StoredRecord['values'] {
  return Object.fromEntries(Object.entries(changes).map(([id, [was]]) => [id, was]));
}
