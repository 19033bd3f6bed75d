import { nobody } from '@formwork/contract/nobody.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { inSpace, type SpaceTx } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import { releasedFormIds } from '../../forms/public.ts';
import type { Hands } from '../../organization/public.ts';
import { keepColumnsWithin, keptLimits } from './steps/column-limits.ts';
import { keepKeysOf } from './steps/keys-again.ts';
import { planOf, storedRecord, type FormPlan } from '../plan/plan.ts';
import { keepTimesFree, keptTimes } from './steps/time-rules.ts';

const batchRows = 500;

/** Gives a person's records to somebody else, form by form, in batches that commit one by one. What takes a time that the other has no more, or a column of a board that is full, is kept. */
export async function handOverRecords(job: Job, { from, to }: Hands): Promise<{ moved: number; kept: number }> {
  let [moved, kept] = [0, 0];
  for (const formId of await releasedFormIds(job.platform, job.spaceId)) {
    const plan = await planOf(job, formId);
    for (let after: string | undefined = nobody; after !== undefined && !job.cancelled();) {
      const batch: { ids: string[]; going: string[] } = await inSpace(job, (tx) =>
        handOverSome(tx, job, plan, { from, to }, after!),
      );
      moved += batch.going.length;
      kept += batch.ids.length - batch.going.length;
      after = batch.ids.length === batchRows ? batch.ids.at(-1) : undefined;
    }
  }
  return { moved, kept };
}

async function handOverSome(
  tx: SpaceTx,
  job: Job,
  plan: FormPlan,
  { from, to }: Hands,
  after: string,
): Promise<{ ids: string[]; going: string[] }> {
  const { formId } = plan.form;
  const { rows } = await tx.query<{ id: string }>({
    text: `select id from ${plan.table} where owner = $1 and id > $2::uuid order by id limit ${batchRows} for update`,
    values: [from, after],
  });
  const ids = rows.map(({ id }) => id);
  const free = await freeAt(tx, job, plan, ids, to);
  const going =
    (await keptLimits(job, plan)).length > 0 ? await handOverOneByOne(tx, job, plan, free, { from, to }) : free;
  if (going.length === 0) return { ids, going };
  if (going === free) await give(tx, job, plan, going, { from, to });
  // nobody chose these records one by one: of two that would be the same now the second is not held any more
  await keepKeysOf(tx, job, plan, going, 'giveWay');
  await tx.event('records.handed_over', formId, { formId, from, to, count: going.length });
  return { ids, going };
}

/** Where a board limits its columns a record may come into one that is full: it is kept, and each counts those before it. */
async function handOverOneByOne(
  tx: SpaceTx,
  job: Job,
  plan: FormPlan,
  ids: readonly string[],
  { from, to }: Hands,
): Promise<string[]> {
  const { rows } = await tx.query<TextRow>({ ...plan.statements.getMany, values: [ids] });
  const going: string[] = [];
  for (const row of rows) {
    const { id, values } = storedRecord(plan, row);
    await tx.query({ text: 'savepoint one' });
    try {
      const columnsHold = await keepColumnsWithin(tx, job, plan, id, values, { ...values, _owner: [to] });
      await give(tx, job, plan, [id], { from, to });
      await columnsHold();
      await tx.query({ text: 'release savepoint one' });
      going.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await tx.query({ text: 'rollback to savepoint one' });
    }
  }
  return going;
}

async function give(tx: SpaceTx, job: Job, plan: FormPlan, ids: readonly string[], { from, to }: Hands): Promise<void> {
  await tx.query({
    text: `with changed as (update ${plan.table} r set owner = $2, version = r.version + 1, modifier = $3, modified_at = now() where r.id = any($1::uuid[]) returning r.id, r.version)
      insert into ${plan.schema}.records_history (record_id, id, form_id, version, kind, actor, at, changes, deputy)
        select id, gen_random_uuid(), $4, version, 'updated', $3, now(), $5::jsonb, $6::uuid from changed`,
    values: [
      ids,
      to,
      job.user.id,
      plan.form.formId,
      JSON.stringify({ _owner: [[from], [to]] }),
      job.user.deputy?.id ?? null,
    ],
  });
}

/** Where owners are what is taken for a time: the records that do not meet one that the other has. */
async function freeAt(tx: SpaceTx, job: Job, plan: FormPlan, ids: string[], to: string): Promise<string[]> {
  const rules = await keptTimes(job, plan);
  if (ids.length === 0 || !rules.some(({ resource }) => resource.id === '_owner')) return ids;
  const { rows } = await tx.query<TextRow>({ ...plan.statements.getMany, values: [ids] });
  const free: string[] = [];
  for (const row of rows) {
    const { id, values } = storedRecord(plan, row);
    try {
      await keepTimesFree(tx, job, plan, id, values, { ...values, _owner: [to] });
      free.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return free;
}
