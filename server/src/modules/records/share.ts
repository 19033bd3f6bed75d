import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Moved, Share, shareApi, ShareLevel, Receiver } from '@formwork/contract/records/share.ts';
import { mostReached } from '@formwork/contract/records/share.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError, forbidden, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { inSpace, spaceQuery } from '../../platform/space-data.ts';
import { directoryOf, peopleAmong, receiverName, type Directory } from '../organization/public.ts';
import { prepared } from './columns.ts';
import { written } from './count.ts';
import { visibleRow } from './get.ts';
import { grantRecord, revokeRecord } from './grants.ts';
import { mayBatch } from './may-batch.ts';
import { planOf, storedRecord, type FormPlan } from './plan.ts';
import { factsOfRow, reaches, viewerOf } from './reach.ts';
import { rightsFor } from './rights.ts';

/** The audit trail names so many; notices to more people than these would only be noise. */
const mostTold = 200;

export function shareOrigin(id: string): string {
  return `share:${id}`;
}

export async function listShares(ctx: Ctx, { params: { formId, recordId } }: InputOf<typeof shareApi.shares>): Promise<{ shares: Share[] }> {
  const plan = await planOf(ctx, formId);
  await sharable(ctx, plan, recordId);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { rows } = await spaceQuery<{ id: string; receivers: Receiver[]; level: ShareLevel; created_by: string; created_at: Date; people: number }>(ctx.platform, {
    ...prepared(`select s.id, s.receivers, s.level, s.created_by, s.created_at, (select count(*)::int from ${plan.schema}.records_grant g where g.record_id = s.record_id and g.origin = 'share:' || s.id) as people
      from ${plan.schema}.records_share s where s.record_id = $1 order by s.id desc`),
    values: [recordId],
  });
  return {
    shares: rows.map(({ id, receivers, level, created_by: by, created_at: at, people }) => ({
      id, level, by, people, at: at.toISOString(), receivers: receivers.map((one) => ({ ...one, name: receiverName(directory, one) ?? '' })),
    })),
  };
}

/** Record by record: what the person may not share stays as it is, and says so. */
export async function shareRecords(ctx: Ctx, { params: { formId }, body }: InputOf<typeof shareApi.share>): Promise<{ outcomes: Moved[]; people: number }> {
  const plan = await planOf(ctx, formId);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const given = body.receivers.filter((one) => !one.except);
  if (given.length === 0) throw invalid('records.share.no_receivers', [{ path: 'body.receivers', code: 'records.share.no_receivers' }]);
  if (body.receivers.some((one) => receiverName(directory, one) === undefined)) throw invalid('records.share.unknown_receiver', [{ path: 'body.receivers', code: 'records.share.unknown_receiver' }]);
  const people = peopleAmong(directory, body.receivers).filter((id) => id !== ctx.user.id);
  if (people.length === 0) throw invalid('records.share.reaches_nobody', [{ path: 'body.receivers', code: 'records.share.reaches_nobody' }]);
  const records = [...new Set(body.records)];
  if (people.length * records.length > mostReached) throw invalid('records.share.too_many', [{ path: 'body.receivers', code: 'records.share.too_many', data: { max: mostReached } }], { max: mostReached });
  const outcomes: Moved[] = [];
  for (const recordId of records) outcomes.push({ id: recordId, refused: await refusalOf(() => shareOne(ctx, plan, directory, recordId, { ...body, people, several: records.length > 1 })) });
  if (outcomes.some(({ refused }) => refused === null)) written(ctx.platform, ctx.spaceId);
  return { outcomes, people: people.length };
}

async function shareOne(ctx: Ctx, plan: FormPlan, directory: Directory, recordId: string, { receivers, level, people, several }: { receivers: Receiver[]; level: ShareLevel; people: string[]; several: boolean }): Promise<void> {
  const { title, mask, closed, mayGive } = await sharable(ctx, plan, recordId, several);
  // nobody gives what they do not have: fields kept from them are kept from the receivers, and where some are closed to them nothing is changed through them
  if (!mayGive(level) || (closed && (level === 'modify' || level === 'delete'))) throw forbidden('records.share.no_level');
  const id = newId();
  const hidden = [...(mask ?? [])];
  const { formId } = plan.form;
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({ ...prepared(`select 1 from ${plan.table} where id = $1 for key share`), values: [recordId] });
    if (rowCount === 0) throw notFound('records.record.not_found');
    await tx.query({
      ...prepared(`insert into ${tx.schema}.records_share (record_id, id, form_id, receivers, level, hidden, by_unit, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`),
      values: [recordId, id, formId, JSON.stringify(receivers), level, hidden, receivers.some(({ kind }) => kind !== 'people'), ctx.user.id],
    });
    await grantRecord(tx, ctx, { formId, recordId, users: people, level, origin: shareOrigin(id), hidden });
    const names = receivers.filter((one) => !one.except).map((one) => receiverName(directory, one));
    await tx.event('records.grant.shared', recordId, { formId, recordId, title, level, receivers: names.slice(0, mostTold), people: people.slice(0, mostTold) });
  });
}

export async function endShare(ctx: Ctx, { params: { formId, recordId, shareId } }: InputOf<typeof shareApi.endShare>): Promise<null> {
  const plan = await planOf(ctx, formId);
  const { title } = await sharable(ctx, plan, recordId);
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({ ...prepared(`delete from ${tx.schema}.records_share where record_id = $1 and id = $2`), values: [recordId, shareId] });
    if (rowCount === 0) throw notFound('records.share.not_found');
    await revokeRecord(tx, { recordId, origin: shareOrigin(shareId) });
    await tx.event('records.grant.ended', recordId, { formId, recordId, title });
  });
  written(ctx.platform, ctx.spaceId);
  return null;
}

/** The record as its sharer sees it, when they may share it. While a process runs it may be shared as ever. */
export async function sharable(ctx: Ctx, plan: FormPlan, recordId: string, several = false) {
  const seen = await visibleRow(ctx, plan, recordId);
  if (!seen.can.share) throw forbidden('records.record.no_share');
  const rights = await rightsFor(plan, ctx);
  if (several) await mayBatch(ctx, plan, seen.row);
  const facts = factsOfRow(plan, seen.row);
  const viewer = await viewerOf(ctx);
  const mayGive = (level: ShareLevel): boolean => (level === 'modify' ? seen.rank >= 2 || reaches(plan, rights.edit, facts, viewer) : level === 'delete' ? seen.rank >= 3 || reaches(plan, rights.delete, facts, viewer) : true);
  return { ...seen, title: plan.titleOf(storedRecord(plan, seen.row).values), mayGive };
}

/** A refusal of one record among several, as its code. */
export async function refusalOf(work: () => Promise<void>): Promise<Moved['refused']> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code as Moved['refused'];
    throw error;
  }
}
