import type { InputOf } from '@formwork/contract/endpoint.ts';
import { formActions } from '@formwork/contract/forms/permission.ts';
import type { PersonalPlan, recordsApi } from '@formwork/contract/records/api.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { FieldError } from '@formwork/contract/records/validate.ts';
import type { Ctx } from '../../platform/context.ts';
import { directoryOf } from '../organization/public.ts';
import { planOf } from './plan.ts';
import { prepareRecord } from './prepare.ts';
import { requireSomeRight, rightsFor } from './rights.ts';

/** What a page needs to show the form to this person. */
export async function personalPlan(ctx: Ctx, { params }: InputOf<typeof recordsApi.plan>): Promise<PersonalPlan> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const { formId, appId, release, definition } = plan.form;
  return { formId, appId, release, definition, can: Object.fromEntries(formActions.map((action) => [action, rights[action] !== null])) as PersonalPlan['can'] };
}

/** Computed values and errors of a record that is still being filled in. */
export async function evaluateRecord(ctx: Ctx, { params, body }: InputOf<typeof recordsApi.evaluate>): Promise<{ values: Values; slaves: Record<string, { values: Values }[]>; errors: FieldError[] }> {
  const plan = await planOf(ctx, params.formId);
  await requireSomeRight(plan, ctx, await rightsFor(plan, ctx));
  const { values, slaves, errors } = prepareRecord(plan, body, undefined, { allowed: 'all', userId: ctx.user.id, now: new Date(), directory: await directoryOf(ctx.platform, ctx.spaceId) });
  return { values, slaves: Object.fromEntries(Object.entries(slaves).map(([id, rows]) => [id, rows.map((row) => ({ values: row.values }))])), errors };
}
