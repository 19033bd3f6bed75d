import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { FormAction } from '@formwork/contract/forms/permission.ts';
import type { RecordCan } from '@formwork/contract/records/record.ts';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { rightsOf, subjectsOf, type Rights } from '../../forms/public.ts';
import { isUnit, type Unit } from '../../organization/public.ts';
import { narrowedByButtons, openByButtons } from './button-limits.ts';
import { prepared } from '../plan/columns.ts';
import { derivedOf, hiddenBeyond, withInheritance } from '../write/derived.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { factsOfRecord, reaches, viewerOf, type RowFacts, type Viewer } from './reach.ts';

const cached = new WeakMap<
  FormPlan,
  { named: ReadonlySet<string>; units: readonly Unit[]; rights: Map<string, Rights> }
>();
const mostCached = 5_000;

/** What the person may do on the form, from memory: worked out once for each set of roles and of units that rules name, and for each person a rule names. */
export async function rightsFor(
  plan: FormPlan,
  ctx: Pick<Ctx, 'platform' | 'spaceId'> & { user: Pick<Ctx['user'], 'id' | 'role'> },
): Promise<Rights> {
  const subjects = await subjectsOf(ctx);
  let known = cached.get(plan);
  if (!known) {
    const named = new Set(plan.rules.flatMap(({ subject }) => (subject.kind === 'person' ? [subject.id] : [])));
    const units = plan.rules.flatMap(({ subject }) => (isUnit(subject) ? [subject] : []));
    cached.set(plan, (known = { named, units, rights: new Map() }));
  }
  const units = known.units.map((unit) => (subjects.belongs(unit) ? '1' : '0')).join('');
  const key = `${known.named.has(subjects.userId) ? subjects.userId : ''} ${units} ${subjects.roles.join(' ')}`;
  const beyond = await hiddenBeyond(ctx, plan);
  const whole = beyond.length === 0 ? key : `${key} ${beyond.join()}`;
  let rights = known.rights.get(whole);
  if (!rights) {
    if (known.rights.size >= mostCached) known.rights.clear();
    known.rights.set(
      whole,
      (rights = narrowedByButtons(
        plan,
        withInheritance(derivedOf(plan), rightsOf(plan.rules, subjects), beyond),
        subjects.roles,
      )),
    );
  }
  return rights;
}

/** By rules alone: for a button of the form's own, which is asked for its own restrictions instead. */
export async function rightsByRules(
  plan: FormPlan,
  ctx: Pick<Ctx, 'platform' | 'spaceId'> & { user: Pick<Ctx['user'], 'id' | 'role'> },
): Promise<Rights> {
  return withInheritance(derivedOf(plan), rightsOf(plan.rules, await subjectsOf(ctx)), await hiddenBeyond(ctx, plan));
}

/** The same for other modules, which know no plans. */
export async function rightsOnForm(ctx: Ctx, formId: string): Promise<Rights> {
  return rightsFor(await planOf(ctx, formId), ctx);
}

/** 404 for whoever sees nothing of a form, as if it were not there. */
export async function requireSight(ctx: Ctx, formId: string): Promise<void> {
  const plan = await planOf(ctx, formId);
  await requireSomeRight(plan, ctx, await rightsFor(plan, ctx));
}

/** Whether rules of the form let the person change a record, grants aside. */
export async function rulesLetEdit(ctx: Ctx, formId: string, values: Values): Promise<boolean> {
  const plan = await planOf(ctx, formId);
  const [rights, viewer, facts] = [await rightsFor(plan, ctx), await viewerOf(ctx), factsOfRecord({ values })];
  return reaches(plan, rights.edit, facts, viewer) && openByButtons(rights, 'edit', facts, viewer.id);
}

/** Strength of a grant on one record: 0 none, 1 see, 2 change, 3 delete. */
export type GrantRank = 0 | 1 | 2 | 3;

export function recordCan(
  plan: FormPlan,
  rights: Rights,
  row: RowFacts,
  viewer: Viewer,
  rank: GrantRank,
  processState: unknown,
): z.infer<typeof RecordCan> {
  const free = !inProcess(processState);
  const open = (action: FormAction): boolean => openByButtons(rights, action, row, viewer.id);
  return {
    edit: free && (rank >= 2 || reaches(plan, rights.edit, row, viewer)) && open('edit'),
    delete: free && (rank >= 3 || reaches(plan, rights.delete, row, viewer)) && open('delete'),
    share: reaches(plan, rights.share, row, viewer) && open('share'),
    transfer: free && reaches(plan, rights.transfer, row, viewer) && open('transfer'),
  };
}

/** While its process runs, a record is changed through the process alone. */
export function inProcess(processState: unknown): boolean {
  return processState === 'processing' || processState === 'interrupted';
}

/** Whether a statement must look at the person's grants too, or the rules already say everything. */
export function needsGrants(rights: Rights): boolean {
  return rights.view !== 'all' || rights.edit !== 'all' || rights.delete !== 'all';
}

/** Throws as if there were no such form, unless the person has a right on it or on one of its records. */
export async function requireSomeRight(plan: FormPlan, ctx: Ctx, rights: Rights): Promise<void> {
  if (rights.view !== null || rights.create !== null) return;
  if (!(await holdsGrants(plan, ctx))) throw notFound('forms.form.not_found');
}

export async function holdsGrants(plan: FormPlan, ctx: Ctx): Promise<boolean> {
  const statement = prepared(`select 1 from ${plan.schema}.records_grant where user_id = $1 and form_id = $2 limit 1`);
  return (await spaceQuery(ctx.platform, { ...statement, values: [ctx.user.id, plan.form.formId] })).rows.length > 0;
}

/** Those who cannot even see the form are not told that it exists. */
export async function requireAction(
  plan: FormPlan,
  ctx: Ctx,
  rights: Rights,
  action: FormAction,
  code: 'records.record.no_create' | 'records.record.no_import' | 'records.record.no_export',
): Promise<void> {
  if (rights[action] !== null) return;
  await requireSomeRight(plan, ctx, rights);
  throw forbidden(code);
}
