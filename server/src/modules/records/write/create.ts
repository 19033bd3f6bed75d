import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import type { Rights } from '../../forms/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { withKnownOf } from './known-values.ts';
import { attachNewFiles } from '../files/attachments.ts';
import { withTrueFiles } from '../files/true-files.ts';
import { canCreateTogether, createLinked, createLinkedTogether, sound } from './create-linked.ts';
import { createTogether } from './create-together.ts';
import { madeBefore } from './commands.ts';
import { systemValues } from './created.ts';
import { maskedRecord } from '../rights/mask.ts';
import { planOf, storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { prepareRecord, type PrepareOptions } from './prepare.ts';
import { closedBy, factsOfRecord, hiddenBy, reaches, viewerOf, type Viewer } from '../rights/reach.ts';
import { offeredOnRecord } from '../rights/offered.ts';
import { recordCan, requireAction, rightsFor } from '../rights/rights.ts';
import type { NewRecord } from './save.ts';
import { takenValue } from './taken.ts';

/**
 * The hot path: one prepared statement for record, history, event and the command that is sent again when its answer is lost.
 * Only slave rows, automatic numbers, bookings, times and columns that are kept free, and what names other records need a
 * transaction.
 */
export async function createRecord(ctx: Ctx, { params, body }: InputOf<typeof recordsApi.create>): Promise<FormRecord> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  if (rights.create === null) await requireAction(plan, ctx, rights, 'create', 'records.record.no_create');
  let record: NewRecord;
  try {
    record = await insert(ctx, plan, rights, body);
  } catch (error) {
    // nothing is asked before: what came once already may be refused for any reason, its files belong to what it made
    const before = await madeBefore(ctx, plan.form.formId, body.commandId).catch(() => undefined);
    if (before !== undefined) return madeAlready(ctx, plan, rights, before);
    throw takenValue(plan, error);
  }
  const { values, slaves } = record;
  await attachNewFiles(ctx, plan, record.id, undefined, { values, slaves });
  return made(
    ctx,
    { plan, rights, viewer: await viewerOf(ctx) },
    { id: record.id, version: record.version ?? 1, values: { ...systemValues(record), ...values }, slaves },
  );
}

/** The record that the same command has made before. */
async function madeAlready(ctx: Ctx, plan: FormPlan, rights: Rights, recordId: string): Promise<FormRecord> {
  const {
    rows: [row],
  } = await spaceQuery<(string | null)[]>(ctx.platform, { ...plan.statements.get, values: [recordId] });
  if (!row) throw notFound('records.record.not_found');
  return made(ctx, { plan, rights, viewer: await viewerOf(ctx) }, storedRecord(plan, row));
}

async function insert(
  ctx: Ctx,
  plan: FormPlan,
  rights: Rights,
  body: InputOf<typeof recordsApi.create>['body'],
): Promise<NewRecord> {
  const now = new Date();
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { given: asked, files } = await withTrueFiles(ctx, plan, body);
  const { given, known } = await withKnownOf(ctx, plan, asked, true);
  const options: PrepareOptions = {
    allowed: 'person',
    known,
    files,
    hidden: rights.fields?.newHidden,
    closed: rights.fields?.newClosed,
    userId: ctx.user.id,
    now,
    timeZone: plan.timeZone,
    directory,
  };
  const base = {
    id: newId(),
    at: now.toISOString(),
    creator: ctx.user.id,
    department: directory.people.get(ctx.user.id)?.departmentId ?? null,
  };
  // what names records of other forms: they are looked up and locked in the transaction that writes it
  const ready = plan.linked ? undefined : sound(prepareRecord(plan, given, undefined, options));
  if (ready && !ready.ruled && (await needsNothingElse(ctx, plan))) {
    const record = { ...base, ...ready };
    await createTogether(plan, { doer: ctx, record, commandId: body.commandId });
    return record;
  }
  const creation = { ctx, given, options, base, ready, commandId: body.commandId };
  return (await canCreateTogether(ctx, plan)) ? createLinkedTogether(plan, creation) : createLinked(plan, creation);
}

async function needsNothingElse(ctx: Ctx, plan: FormPlan): Promise<boolean> {
  const { counters, keys, engine, form } = plan;
  if (counters.length > 0 || keys.length > 0 || engine?.after !== undefined || form.definition.tables.length > 0)
    return false;
  return canCreateTogether(ctx, plan);
}

interface Making {
  plan: FormPlan;
  rights: Rights;
  viewer: Viewer;
}

/** The new record as its maker sees it: what was hidden while they made it stays so when no rule lets them see it. */
function made({ user }: Ctx, { plan, rights, viewer }: Making, record: StoredRecord): FormRecord {
  const facts = factsOfRecord(record);
  const can = offeredOnRecord(user, plan.form.appId, recordCan(plan, rights, facts, viewer, 0, null));
  if (!rights.fields) return { ...record, can };
  const mask = reaches(plan, rights.view, facts, viewer)
    ? hiddenBy(plan, rights, facts, viewer)
    : rights.fields.newHidden;
  const closed = can.edit ? closedBy(plan, rights, facts, viewer) : undefined;
  return {
    ...maskedRecord(record, mask),
    can,
    ...(mask?.size && { hidden: [...mask] }),
    ...(closed && { readOnly: [...closed] }),
  };
}
