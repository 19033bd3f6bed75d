import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord, VersionConflict } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { inSpace, type SpaceTx } from '../../../platform/db/space-data.ts';
import type { Rights } from '../../forms/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { withKnownOf } from './known-values.ts';
import { attachNewFiles } from '../files/attachments.ts';
import { unbook } from './steps/bookings.ts';
import { grantedMask, maskedRecord, type Mask } from '../rights/mask.ts';
import { planOf, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { letGo } from '../relations/let-go.ts';
import { prepareLinked } from '../relations/prepare-linked.ts';
import { spread } from '../relations/spread.ts';
import { closedBy, factsOfRecord, hiddenBy, reaches, viewerOf, type Viewer } from '../rights/reach.ts';
import { offeredOnRecord } from '../rights/offered.ts';
import { inProcess, recordCan, rightsFor, type GrantRank } from '../rights/rights.ts';
import { lockRecord, writeChanges } from './save.ts';
import { takenValue } from './taken.ts';
import { withTrueFiles } from '../files/true-files.ts';

type Update = InputOf<typeof recordsApi.update>;

export async function updateRecord(ctx: Ctx, { params, body }: Update): Promise<FormRecord> {
  const plan = await planOf(ctx, params.formId);
  return updateWith(ctx, plan, await rightsFor(plan, ctx), params.recordId, body);
}

/** Saves as these rights let the person. */
export async function updateWith(
  ctx: Ctx,
  plan: FormPlan,
  rights: Rights,
  recordId: string,
  body: Update['body'],
): Promise<FormRecord> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { given: asked, files } = await withTrueFiles(ctx, plan, body);
  const { given, known } = await withKnownOf(ctx, plan, asked);
  try {
    const { before, saved, can, mask, closed } = await inSpace(ctx, async (tx) => {
      const {
        record,
        can: rulesLet,
        mask: hidden,
        closed: untouchable,
      } = await changeableRecord(tx, ctx, plan, rights, recordId, 'edit');
      const allowed = offeredOnRecord(ctx.user, plan.form.appId, rulesLet);
      if (record.version !== body.expectedVersion)
        throw conflict('records.record.version_conflict', {
          ...versionConflict(plan, maskedRecord(record, hidden), allowed),
        });
      const { errors, ...prepared } = await prepareLinked(tx, ctx, plan, given, record, {
        allowed: 'person',
        known,
        files,
        hidden,
        closed: untouchable,
        userId: ctx.user.id,
        now: new Date(),
        timeZone: plan.timeZone,
        directory,
      });
      if (errors.length > 0) throw invalid('records.record.invalid', errors);
      const { record: after } = await writeChanges(tx, ctx, plan, record, prepared, 'updated');
      return { before: record, saved: after, can: allowed, mask: hidden, closed: untouchable };
    });
    await attachNewFiles(ctx, plan, saved.id, before, saved);
    return {
      ...maskedRecord(saved, mask),
      can,
      ...(mask && { hidden: [...mask] }),
      ...(closed && { readOnly: [...closed] }),
    };
  } catch (error) {
    throw takenValue(plan, error);
  }
}

/** The record goes to the bin as it was, with its slave rows and grants. */
export async function removeRecord(ctx: Ctx, { params }: InputOf<typeof recordsApi.remove>): Promise<null> {
  await inSpace(ctx, (tx) => removeWithin(tx, ctx, params));
  return null;
}

/** The same in the caller's transaction. */
export async function removeWithin(
  tx: SpaceTx,
  ctx: Ctx,
  params: InputOf<typeof recordsApi.remove>['params'],
): Promise<void> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  const { record } = await changeableRecord(tx, ctx, plan, rights, params.recordId, 'delete');
  const title = plan.titleOf(record.values);
  await letGo(tx, ctx, plan, record.id);
  const { rows: grants } = await tx.query({
    text: `delete from ${plan.schema}.records_grant where record_id = $1 returning user_id, origin, level, hidden, granted_by, granted_at`,
    values: [record.id],
  });
  for (const slave of plan.slaves)
    await tx.query({ text: `delete from ${slave.table} where record_id = $1`, values: [record.id] });
  await unbook(tx, plan.bookings, record.id);
  await tx.query({ text: `delete from ${plan.table} where id = $1`, values: [record.id] });
  await tx.query({
    text: `insert into ${plan.schema}.records_bin (id, form_id, title, record, deleted_by) values ($1, $2, $3, $4, $5)`,
    values: [
      record.id,
      plan.form.formId,
      title,
      JSON.stringify({ ...record, grants, release: plan.form.release }),
      ctx.user.id,
    ],
  });
  await tx.query({
    text: `insert into ${plan.schema}.records_history (record_id, id, form_id, version, kind, actor, at, changes, deputy, rule) values ($1, $2, $3, $4, 'deleted', $5, now(), '{}', $6, $7)`,
    values: [
      record.id,
      newId(),
      plan.form.formId,
      record.version + 1,
      ctx.user.id,
      ctx.user.deputy?.id ?? null,
      ctx.user.cause?.trace ?? null,
    ],
  });
  await plan.engine?.after?.(tx, ctx, [{ id: record.id, before: record }]);
  await spread(tx, ctx, plan, [{ id: record.id, before: record }]);
  const data = { formId: plan.form.formId, recordId: record.id, title };
  await tx.event('records.deleted', record.id, ctx.user.cause ? { ...data, cause: ctx.user.cause } : data);
}

/** The record with its row locked, when the person may change it so; each refusal says no more than they may know. */
export async function changeableRecord(
  tx: SpaceTx,
  ctx: Ctx,
  plan: FormPlan,
  rights: Rights,
  recordId: string,
  action: 'edit' | 'delete',
): Promise<Changeable> {
  const found = await lockRecord(tx, plan, recordId, ctx.user.id);
  if (!found) throw notFound('records.record.not_found');
  return changeable(plan, rights, await viewerOf(ctx), found, action);
}

export interface Changeable {
  record: StoredRecord;
  can: FormRecord['can'];
  mask: Mask | undefined;
  closed: Mask | undefined;
}

/** What a person may do with a record that is locked for them; throws where it is not theirs to change. */
export function changeable(
  plan: FormPlan,
  rights: Rights,
  viewer: Viewer,
  { record, rank, mask }: { record: StoredRecord; rank: GrantRank; mask: Mask | undefined },
  action: 'edit' | 'delete',
): Changeable {
  const facts = factsOfRecord(record);
  const reached = reaches(plan, rights.view, facts, viewer);
  if (!reached && rank === 0) throw notFound('records.record.not_found');
  const state = record.values._processState;
  const can = recordCan(plan, rights, facts, viewer, rank, state);
  if (can[action])
    return {
      record,
      can,
      mask: reached ? hiddenBy(plan, rights, facts, viewer) : grantedMask(rights, mask),
      closed: closedBy(plan, rights, facts, viewer),
    };
  if (recordCan(plan, rights, facts, viewer, rank, null)[action] && inProcess(state))
    throw conflict('records.record.in_process');
  throw forbidden(action === 'edit' ? 'records.record.no_edit' : 'records.record.no_delete');
}

function versionConflict(plan: FormPlan, record: StoredRecord, can: FormRecord['can']): VersionConflict {
  const modifier = record.values._modifier;
  return {
    formId: plan.form.formId,
    id: record.id,
    current: { ...record, can },
    currentBy: Array.isArray(modifier) ? String(modifier[0]) : null,
    currentAt: String(record.values._modifiedAt),
  };
}
