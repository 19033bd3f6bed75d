import type { InputOf } from '@formwork/contract/endpoint.ts';
import { hiddenBeside, partOf } from '@formwork/contract/records/part.ts';
import type { Moved, Share, shareApi, ShareLevel, Receiver } from '@formwork/contract/records/share.ts';
import { mostReached } from '@formwork/contract/records/share.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, conflict, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { directoryOf, peopleAmong, receiverName, type Directory } from '../../organization/public.ts';
import { prepared } from '../plan/columns.ts';
import { visibleRow } from '../read/get.ts';
import { grantRecord, revokeRecord } from '../rights/grants.ts';
import { mayBatch } from '../rights/may-batch.ts';
import { planOf, storedRecord, type FormPlan } from '../plan/plan.ts';
import { closedBy, viewerOf } from '../rights/reach.ts';
import { recordCan, rightsFor } from '../rights/rights.ts';

/** The audit trail names so many; notices to more people than these would only be noise. */
const mostTold = 200;

export function shareOrigin(id: string): string {
  return `share:${id}`;
}

export async function listShares(
  ctx: Ctx,
  { params: { formId, recordId } }: InputOf<typeof shareApi.shares>,
): Promise<{ shares: Share[] }> {
  const plan = await planOf(ctx, formId);
  await sharable(ctx, plan, recordId);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { rows } = await spaceQuery<{
    id: string;
    receivers: Receiver[];
    level: ShareLevel;
    hidden: string[];
    created_by: string;
    created_at: Date;
    people: number;
  }>(ctx.platform, {
    ...prepared(`select s.id, s.receivers, s.level, s.hidden, s.created_by, s.created_at, (select count(*)::int from ${plan.schema}.records_grant g where g.record_id = s.record_id and g.origin = 'share:' || s.id) as people
      from ${plan.schema}.records_share s where s.record_id = $1 order by s.id desc`),
    values: [recordId],
  });
  return {
    shares: rows.map(({ id, receivers, level, hidden, created_by: by, created_at: at, people }) => {
      const part = partOf(hidden);
      return {
        id,
        level,
        rows: part ? { table: part.table, count: part.rows.length } : null,
        by,
        people,
        at: at.toISOString(),
        receivers: receivers.map((one) => ({ ...one, name: receiverName(directory, one) ?? '' })),
      };
    }),
  };
}

/** Record by record: what the person may not share stays as it is, and says so. */
export async function shareRecords(
  ctx: Ctx,
  { params: { formId }, body }: InputOf<typeof shareApi.share>,
): Promise<{ outcomes: Moved[]; people: number }> {
  const plan = await planOf(ctx, formId);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const records = [...new Set(body.records)];
  const people = peopleMeant(ctx, directory, body.receivers, records.length);
  const outcomes: Moved[] = [];
  for (const recordId of records)
    outcomes.push({
      id: recordId,
      refused: await refusalOf(() =>
        shareOne(ctx, plan, directory, recordId, { ...body, people, several: records.length > 1 }),
      ),
    });
  return { outcomes, people: people.length };
}

/** Rows have no rights of their own: the receivers are given a part of their record, to look at. */
export async function shareRows(
  ctx: Ctx,
  { params: { formId, recordId }, body }: InputOf<typeof shareApi.shareRows>,
): Promise<{ people: number }> {
  const plan = await planOf(ctx, formId);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { row, title, mask } = await sharable(ctx, plan, recordId);
  const people = peopleMeant(ctx, directory, body.receivers, 1);
  const [rows, fields] = [[...new Set(body.rows)], [...new Set(body.fields)]];
  const there = new Set((storedRecord(plan, row).slaves[body.table] ?? []).map(({ id }) => id));
  if (rows.some((id) => !there.has(id))) throw conflict('records.share.rows_gone');
  if (fields.some((id) => mask?.has(id) || !plan.own.some((column) => column.id === id)))
    throw invalid('records.share.no_field', [{ path: 'body.fields', code: 'records.share.no_field' }]);
  await give(ctx, plan, directory, recordId, {
    receivers: body.receivers,
    level: 'view',
    people,
    title,
    hidden: hiddenBeside({ table: body.table, rows, fields }, [...(mask ?? [])]),
  });
  return { people: people.length };
}

/** Everybody that the receivers mean; refused where that is nobody, or more than a share may reach. */
function peopleMeant(ctx: Ctx, directory: Directory, receivers: readonly Receiver[], records: number): string[] {
  const refuse = (
    code: 'records.share.no_receivers' | 'records.share.unknown_receiver' | 'records.share.reaches_nobody',
  ) => invalid(code, [{ path: 'body.receivers', code }]);
  if (receivers.every(({ except }) => except)) throw refuse('records.share.no_receivers');
  if (receivers.some((one) => receiverName(directory, one) === undefined))
    throw refuse('records.share.unknown_receiver');
  const people = peopleAmong(directory, receivers).filter((id) => id !== ctx.user.id);
  if (people.length === 0) throw refuse('records.share.reaches_nobody');
  if (people.length * records > mostReached)
    throw invalid(
      'records.share.too_many',
      [{ path: 'body.receivers', code: 'records.share.too_many', data: { max: mostReached } }],
      { max: mostReached },
    );
  return people;
}

async function shareOne(
  ctx: Ctx,
  plan: FormPlan,
  directory: Directory,
  recordId: string,
  { several, ...given }: { receivers: Receiver[]; level: ShareLevel; people: string[]; several: boolean },
): Promise<void> {
  const { title, mask, mayGive } = await sharable(ctx, plan, recordId, several);
  const { level } = given;
  // nobody gives what they do not have: fields kept from them are kept from the receivers, and where some are closed to them nothing is changed through them
  if (!mayGive(level)) throw forbidden('records.share.no_level');
  await give(ctx, plan, directory, recordId, { ...given, title, hidden: [...(mask ?? [])] });
}

async function give(
  ctx: Ctx,
  plan: FormPlan,
  directory: Directory,
  recordId: string,
  {
    receivers,
    level,
    people,
    title,
    hidden,
  }: { receivers: Receiver[]; level: ShareLevel; people: string[]; title: string; hidden: string[] },
): Promise<void> {
  const id = newId();
  const { formId } = plan.form;
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({
      ...prepared(`select 1 from ${plan.table} where id = $1 for key share`),
      values: [recordId],
    });
    if (rowCount === 0) throw notFound('records.record.not_found');
    await tx.query({
      ...prepared(
        `insert into ${tx.schema}.records_share (record_id, id, form_id, receivers, level, hidden, by_unit, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      ),
      values: [
        recordId,
        id,
        formId,
        JSON.stringify(receivers),
        level,
        hidden,
        receivers.some(({ kind }) => kind !== 'people'),
        ctx.user.id,
      ],
    });
    grantRecord(tx, ctx, { formId, recordId, users: people, level, origin: shareOrigin(id), hidden });
    const names = receivers.filter((one) => !one.except).map((one) => receiverName(directory, one));
    await tx.event('records.grant.shared', recordId, {
      formId,
      recordId,
      title,
      level,
      receivers: names.slice(0, mostTold),
      people: people.slice(0, mostTold),
    });
  });
}

export async function endShare(
  ctx: Ctx,
  { params: { formId, recordId, shareId } }: InputOf<typeof shareApi.endShare>,
): Promise<null> {
  const plan = await planOf(ctx, formId);
  const { title } = await sharable(ctx, plan, recordId);
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({
      ...prepared(`delete from ${tx.schema}.records_share where record_id = $1 and id = $2`),
      values: [recordId, shareId],
    });
    if (rowCount === 0) throw notFound('records.share.not_found');
    await revokeRecord(tx, { recordId, origin: shareOrigin(shareId) });
    await tx.event('records.grant.ended', recordId, { formId, recordId, title });
  });
  return null;
}

/** Of these forms, those of which records were shared with the person: they find them where all others are. */
export async function formsSharedWith(
  ctx: Pick<Ctx, 'platform' | 'spaceId' | 'user'>,
  among: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await spaceQuery<{ id: string }>(ctx.platform, {
    ...prepared(
      `select f.id from unnest($2::text[]) f(id) where exists (select 1 from ${spaceSchema(ctx.spaceId)}.records_grant g where g.user_id = $1 and g.form_id = f.id and starts_with(g.origin, 'share:'))`,
    ),
    values: [ctx.user.id, among],
  });
  return new Set(rows.map(({ id }) => id));
}

/** The record as its sharer sees it, when they may share it. While a process runs it may be shared as ever. */
export async function sharable(ctx: Ctx, plan: FormPlan, recordId: string, several = false) {
  const seen = await visibleRow(ctx, plan, recordId);
  if (!seen.can.share) throw forbidden('records.record.no_share');
  const rights = await rightsFor(plan, ctx);
  if (several) await mayBatch(ctx, plan, seen.facts);
  const viewer = await viewerOf(ctx);
  // a process that runs now holds nobody back later
  const can = recordCan(plan, rights, seen.facts, viewer, seen.rank, null);
  const edits = can.edit && closedBy(plan, rights, seen.facts, viewer) === undefined;
  // who may delete by a grant may change too
  const mayGive = (level: ShareLevel): boolean =>
    level === 'view' || level === 'monitor' || (edits && (level === 'modify' || can.delete));
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
