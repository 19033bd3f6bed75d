import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Moved, shareApi } from '@formwork/contract/records/share.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, conflict, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { inSpace } from '../../../platform/db/space-data.ts';
import { directoryOf } from '../../organization/public.ts';
import { prepared } from '../plan/columns.ts';
import { keepKeysOf } from './steps/keys-again.ts';
import { openByButtons } from '../rights/button-limits.ts';
import { visibleRow } from '../read/get.ts';
import { mayBatch } from '../rights/may-batch.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { factsOfRecord, reaches, viewerOf } from '../rights/reach.ts';
import { inProcess, rightsFor } from '../rights/rights.ts';
import { lockRecord } from './save.ts';
import { refusalOf } from '../share/share.ts';
import { keepColumnsWithin } from './steps/column-limits.ts';
import { keepTimesFree } from './steps/time-rules.ts';

/** Record by record: what the person may not transfer stays whose it is, and says so. */
export async function transferRecords(
  ctx: Ctx,
  { params: { formId }, body }: InputOf<typeof shareApi.transfer>,
): Promise<{ outcomes: Moved[] }> {
  const plan = await planOf(ctx, formId);
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  if (people.get(body.to)?.disabled !== false)
    throw invalid('records.transfer.nobody', [{ path: 'body.to', code: 'records.transfer.nobody' }]);
  const records = [...new Set(body.records)];
  const outcomes: Moved[] = [];
  for (const id of records)
    outcomes.push({ id, refused: await refusalOf(() => transferOne(ctx, plan, id, body.to, records.length > 1)) });
  return { outcomes };
}

async function transferOne(ctx: Ctx, plan: FormPlan, recordId: string, to: string, several: boolean): Promise<void> {
  const { facts: seen } = await visibleRow(ctx, plan, recordId);
  if (several) await mayBatch(ctx, plan, seen);
  const rights = await rightsFor(plan, ctx);
  const viewer = await viewerOf(ctx);
  await inSpace(ctx, async (tx) => {
    const found = await lockRecord(tx, plan, recordId, ctx.user.id);
    if (!found) throw notFound('records.record.not_found');
    const { record } = found;
    const facts = factsOfRecord(record);
    if (!reaches(plan, rights.transfer, facts, viewer) || !openByButtons(rights, 'transfer', facts, viewer.id))
      throw forbidden('records.record.no_transfer');
    if (inProcess(record.values._processState)) throw conflict('records.record.in_process');
    if (facts.owner === to) throw conflict('records.transfer.same_owner');
    // whoever owns a record may be what it takes the time of
    await keepTimesFree(tx, ctx, plan, recordId, record.values, { ...record.values, _owner: [to] });
    const columnsHold = await keepColumnsWithin(tx, ctx, plan, recordId, record.values, {
      ...record.values,
      _owner: [to],
    }).catch(columnFull);
    const version = record.version + 1;
    await tx.query({
      ...prepared(
        `update ${plan.table} set owner = $2, version = $3, modifier = $4, modified_at = now() where id = $1`,
      ),
      values: [recordId, to, version, ctx.user.id],
    });
    await columnsHold().catch(columnFull);
    await keepKeysOf(tx, ctx, plan, [recordId]);
    await tx.query({
      ...prepared(
        `insert into ${plan.schema}.records_history (record_id, id, form_id, version, kind, actor, at, changes, deputy) values ($1, $2, $3, $4, 'updated', $5, now(), $6, $7)`,
      ),
      values: [
        recordId,
        newId(),
        plan.form.formId,
        version,
        ctx.user.id,
        JSON.stringify({ _owner: [facts.owner === null ? null : [facts.owner], [to]] }),
        ctx.user.deputy?.id ?? null,
      ],
    });
    await tx.event('records.transferred', recordId, {
      formId: plan.form.formId,
      recordId,
      version,
      title: plan.titleOf(record.values),
      from: facts.owner,
      to,
      people: [to],
    });
  });
}

/** Whose record it becomes may bring it into a column that is full. */
function columnFull(error: unknown): never {
  throw error instanceof AppError ? conflict('records.transfer.column_full') : error;
}
