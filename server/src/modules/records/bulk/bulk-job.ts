import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { BulkRefusal, BulkResult } from '@formwork/contract/records/bulk.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import type { Rights } from '../../forms/public.ts';
import { visibleRow } from '../read/get.ts';
import { mayBatch } from '../rights/may-batch.ts';
import { planOf, storedRecord, type FormPlan } from '../plan/plan.ts';
import { rightsFor } from '../rights/rights.ts';
import { takenValue } from '../write/taken.ts';
import { removeRecord, updateWith } from '../write/update.ts';
import type { BulkPayload } from './bulk.ts';
import { canEditTogether, editTogether, type Refused } from './edit-many.ts';

const atOnce = 500;
/** So many are done beside each other where each needs a transaction of its own. */
const lanes = 4;
const mostShown = 200;

type Outcome = { done: number; refused: Refused[] };

/** Batches commit one by one. Run again after a crash it changes nothing twice: the same values are no change, and who is gone is gone. */
export async function runBulkChange(job: Job<BulkPayload>): Promise<BulkResult> {
  const { formId, ids, change } = job.payload;
  const result: BulkResult = { formId, done: 0, refused: 0, refusals: [] };
  job.progress(0, ids.length);
  for (let from = 0; from < ids.length && !job.cancelled(); from += atOnce) {
    // a form may be released anew while this goes on, and rights be taken away
    const plan = await planOf(job, formId);
    const batch = ids.slice(from, from + atOnce);
    const { done, refused } =
      change.does === 'delete'
        ? await removeMany(job, plan, batch)
        : await edit(job, plan, await rightsFor(plan, job), batch, change.values);
    result.done += done;
    result.refused += refused.length;
    for (const one of refused.slice(0, mostShown - result.refusals.length))
      result.refusals.push(await shown(job, plan, one));
    job.progress(Math.min(from + atOnce, ids.length), ids.length);
  }
  return result;
}

async function edit(
  job: Job,
  plan: FormPlan,
  rights: Rights,
  ids: readonly string[],
  values: Values,
): Promise<Outcome> {
  if (await canEditTogether(job, plan, values)) {
    try {
      return await editTogether(job, plan, rights, ids, values);
    } catch (error) {
      // one of them breaks a constraint: each alone, so that the others do not suffer from it
      if (!(takenValue(plan, error) instanceof AppError)) throw error;
    }
  }
  return oneByOne(job, plan, ids, async (recordId) => {
    const { row, facts } = await visibleRow(job, plan, recordId);
    await mayBatch(job, plan, facts);
    await updateWith(job, plan, rights, recordId, { expectedVersion: Number(row[1]), values });
  });
}

async function removeMany(job: Job, plan: FormPlan, ids: readonly string[]): Promise<Outcome> {
  const { done, refused } = await oneByOne(job, plan, ids, async (recordId) => {
    await mayBatch(job, plan, (await visibleRow(job, plan, recordId)).facts);
    await removeRecord(job, { params: { formId: plan.form.formId, recordId }, query: {}, body: undefined });
  });
  if (job.attempt === 1) return { done, refused };
  // deleted by the run before, which was cut off
  const told = refused.filter(({ error }) => (error as AppError).code !== 'records.record.not_found');
  return { done: done + refused.length - told.length, refused: told };
}

async function oneByOne(
  job: Job,
  plan: FormPlan,
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<Outcome> {
  const waiting = [...ids];
  const outcome: Outcome = { done: 0, refused: [] };
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let id = waiting.shift(); id !== undefined && !job.cancelled(); id = waiting.shift()) {
        try {
          await work(id);
          outcome.done += 1;
        } catch (thrown) {
          const error = takenValue(plan, thrown);
          if (!(error instanceof AppError)) throw thrown;
          outcome.refused.push({ id, error });
        }
      }
    }),
  );
  return outcome;
}

/** Called as the person may read it: nothing of a record that is not for them. */
async function shown(job: Job, plan: FormPlan, { id, error }: Refused): Promise<BulkRefusal> {
  const { code, fields } = error as AppError;
  const [field] = fields ?? [];
  const title = await visibleRow(job, plan, id).then(
    ({ row }) => plan.titleOf(storedRecord(plan, row).values),
    () => '',
  );
  return { id, title, code: field?.code ?? code, field: field?.path ?? null };
}
