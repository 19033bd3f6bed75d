import type { FormAction } from '@formwork/contract/forms/permission.ts';
import type { RecordCan } from '@formwork/contract/records/record.ts';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { spaceQuery } from '../../platform/space-data.ts';
import { rightsOf, subjectsOf, type Rights } from '../forms/public.ts';
import { prepared } from './columns.ts';
import type { FormPlan } from './plan.ts';

const cached = new WeakMap<FormPlan, Map<string, Rights>>();
const mostCached = 5_000;

/** What the person may do on the form, from memory. */
export async function rightsFor(plan: FormPlan, ctx: Pick<Ctx, 'platform' | 'spaceId' | 'user'>): Promise<Rights> {
  const subjects = await subjectsOf(ctx);
  let known = cached.get(plan);
  if (!known) cached.set(plan, (known = new Map()));
  const key = `${subjects.userId} ${subjects.roles.join(' ')}`;
  let rights = known.get(key);
  if (!rights) {
    if (known.size >= mostCached) known.clear();
    known.set(key, (rights = rightsOf(plan.form.rules, subjects)));
  }
  return rights;
}

/** Strength of a grant on one record: 0 none, 1 see, 2 change, 3 delete. */
export type GrantRank = 0 | 1 | 2 | 3;

export function maySee(rights: Rights, owned: boolean, rank: GrantRank): boolean {
  return reaches(rights.view, owned) || rank >= 1;
}

export function recordCan(rights: Rights, owned: boolean, rank: GrantRank, processState: unknown): z.infer<typeof RecordCan> {
  const free = !inProcess(processState);
  return { edit: free && (reaches(rights.edit, owned) || rank >= 2), delete: free && (reaches(rights.delete, owned) || rank >= 3) };
}

/** While its process runs, a record is changed through the process alone. */
export function inProcess(processState: unknown): boolean {
  return processState === 'processing' || processState === 'interrupted';
}

export function reaches(scope: 'all' | 'own' | null, owned: boolean): boolean {
  return scope === 'all' || (scope === 'own' && owned);
}

/** Whether a statement must look at the person's grants too, or the rules already say everything. */
export function needsGrants(rights: Rights): boolean {
  return rights.view !== 'all' || rights.edit !== 'all' || rights.delete !== 'all';
}

/** Throws as if there were no such form, unless the person has a right on it or on one of its records. */
export async function requireSomeRight(plan: FormPlan, ctx: Ctx, rights: Rights): Promise<void> {
  if (rights.view !== null || rights.create !== null) return;
  const statement = prepared(`select 1 from ${plan.schema}.records_grant where user_id = $1 and form_id = $2 limit 1`);
  const { rows } = await spaceQuery(ctx.platform, { ...statement, values: [ctx.user.id, plan.form.formId] });
  if (rows.length === 0) throw notFound('forms.form.not_found');
}

/** Those who cannot even see the form are not told that it exists. */
export async function requireAction(plan: FormPlan, ctx: Ctx, rights: Rights, action: FormAction, code: 'records.record.no_create' | 'records.record.no_import'): Promise<void> {
  if (rights[action] !== null) return;
  await requireSomeRight(plan, ctx, rights);
  throw forbidden(code);
}
