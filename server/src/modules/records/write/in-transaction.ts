import type { z } from 'zod';
import type { ValuesShape } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { SpaceTx } from '../../../platform/db/space-data.ts';
import { invalid } from '../../../platform/errors.ts';
import { directoryOf } from '../../organization/public.ts';
import { planOf } from '../plan/plan.ts';
import { prepareLinked } from '../relations/prepare-linked.ts';
import { requireAction, rightsFor } from '../rights/rights.ts';
import { withKnownOf } from './known-values.ts';
import { insertWithSlaves, writeChanges } from './save.ts';
import { takenValue } from './taken.ts';
import { changeableRecord } from './update.ts';

type Given = z.infer<typeof ValuesShape>;

/** Files are looked up before a transaction begins: whoever names some does not save in another's. */
export async function savesWithin(ctx: Ctx, formId: string): Promise<boolean> {
  return !(await planOf(ctx, formId)).hasFiles;
}

/** A record in the caller's transaction, as the person may make it by hand. */
export async function createWithin(tx: SpaceTx, ctx: Ctx, formId: string, values: Given, id: string): Promise<void> {
  const plan = await planOf(ctx, formId);
  const rights = await rightsFor(plan, ctx);
  if (rights.create === null) await requireAction(plan, ctx, rights, 'create', 'records.record.no_create');
  const { given, known } = await withKnownOf(ctx, plan, { values }, true, tx);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const now = new Date();
  const prepared = await prepareLinked(tx, ctx, plan, given, undefined, {
    allowed: 'person',
    known,
    files: new Set(),
    hidden: rights.fields?.newHidden,
    closed: rights.fields?.newClosed,
    userId: ctx.user.id,
    now,
    timeZone: plan.timeZone,
    writes: 'any',
    directory,
  });
  if (prepared.errors.length > 0) throw invalid('records.record.invalid', prepared.errors);
  try {
    await insertWithSlaves(tx, ctx, plan, {
      ...prepared,
      id,
      at: now.toISOString(),
      creator: ctx.user.id,
      department: directory.people.get(ctx.user.id)?.departmentId ?? null,
    });
  } catch (error) {
    throw takenValue(plan, error);
  }
}

/** The same for a change of what is there, whatever its version. */
export async function updateWithin(
  tx: SpaceTx,
  ctx: Ctx,
  formId: string,
  recordId: string,
  values: Given,
): Promise<number> {
  const plan = await planOf(ctx, formId);
  const { record, mask, closed } = await changeableRecord(tx, ctx, plan, await rightsFor(plan, ctx), recordId, 'edit');
  const { given, known } = await withKnownOf(ctx, plan, { values }, false, tx);
  const prepared = await prepareLinked(tx, ctx, plan, given, record, {
    allowed: 'person',
    known,
    files: new Set(),
    hidden: mask,
    closed,
    userId: ctx.user.id,
    now: new Date(),
    timeZone: plan.timeZone,
    writes: 'any',
    directory: await directoryOf(ctx.platform, ctx.spaceId),
  });
  if (prepared.errors.length > 0) throw invalid('records.record.invalid', prepared.errors);
  try {
    const { record: after } = await writeChanges(tx, ctx, plan, record, prepared, 'updated');
    return after.version;
  } catch (error) {
    throw takenValue(plan, error);
  }
}
