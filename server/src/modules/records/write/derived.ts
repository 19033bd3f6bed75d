import { accessIn } from '@formwork/contract/forms/permission.ts';
import { derivedFields, madeFrom, withDerived, type Derived } from '@formwork/contract/records/derived.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { needsNoRules, rightsOf, subjectsOf, type Rights } from '../../forms/public.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';

/** Whoever asks: people of a call, or of a job. */
type Seer = Pick<Ctx, 'platform' | 'spaceId'> & { user: Pick<Ctx['user'], 'id' | 'role'> };
type Where = Pick<Ctx, 'platform' | 'spaceId'>;

const known = new WeakMap<FormPlan, readonly Derived[]>();

export function derivedOf(plan: FormPlan): readonly Derived[] {
  let found = known.get(plan);
  if (!found) known.set(plan, (found = derivedFields(plan.form.definition)));
  return found;
}

/** What is hidden, with all that is worked out from it and that its designer has not released. */
export function hiddenWith(plan: FormPlan, keys: ReadonlySet<string>): ReadonlySet<string> {
  return withDerived(derivedOf(plan), keys);
}

/** What hides a field when it is hidden: itself and all that it is worked out from. */
export function hiddenWhere(plan: FormPlan, key: string): ReadonlySet<string> {
  return madeFrom(derivedOf(plan), key);
}

/** The same rights, where each rule that shows a field shows it only with all that it is worked out from. */
export function withInheritance(all: readonly Derived[], rights: Rights, beyond: readonly string[] = []): Rights {
  const { fields } = rights;
  if (all.length === 0 || (!fields && beyond.length === 0)) return rights;
  const closed = (keys: ReadonlySet<string>): ReadonlySet<string> =>
    withDerived(all, beyond.length > 0 ? new Set([...keys, ...beyond]) : keys);
  const nothing = new Set<string>();
  return {
    ...rights,
    ...(beyond.length > 0 && { beyond: withDerived(all, new Set(beyond)) }),
    fields: fields
      ? {
          ...fields,
          seen: fields.seen.map(({ reach, keys }) => ({ reach, keys: closed(keys) })),
          newHidden: closed(fields.newHidden),
        }
      : {
          seen: [{ reach: rights.view, keys: closed(nothing) }],
          edited: [],
          newHidden: closed(nothing),
          newClosed: nothing,
        },
  };
}

/**
 * Of a form's own fields those that show what is hidden from the person in another form. A field there is hidden when a rule of
 * that form hides it from anybody, and the person does not see it in every record: a value that is taken from there names no record.
 */
export async function hiddenBeyond(ctx: Seer, plan: FormPlan): Promise<string[]> {
  const beyond = derivedOf(plan).filter((one) => one.beyond && !one.released);
  if (beyond.length === 0 || needsNoRules({ roles: [ctx.user.role] })) return [];
  const found: string[] = [];
  for (const one of beyond)
    if (
      await showsHidden(
        ctx,
        one,
        (there, key) => hiddenThere(ctx, there, key),
        new Set([`${plan.form.formId}.${one.key}`]),
      )
    )
      found.push(one.key);
  return found;
}

/** Whether rules keep the field from anybody: what knows no rules must not tell it. */
export async function hiddenFromSomebody(ctx: Where, plan: FormPlan, key: string): Promise<boolean> {
  const hides = (there: FormPlan, asked: string): Promise<boolean> => Promise.resolve(isProtected(there, asked));
  if (await hides(plan, key)) return true;
  return anyBeyond(ctx, plan, key, hides, new Set());
}

type Hides = (plan: FormPlan, key: string) => Promise<boolean>;

async function showsHidden(ctx: Where, { beyond }: Derived, hides: Hides, asked: Set<string>): Promise<boolean> {
  const there = beyond && (await planThere(ctx, beyond.form));
  if (!there) return false;
  for (const key of beyond.keys)
    if ((await hides(there, key)) || (await anyBeyond(ctx, there, key, hides, asked))) return true;
  return false;
}

/** What it is worked out from may itself come from a third form. */
async function anyBeyond(ctx: Where, plan: FormPlan, key: string, hides: Hides, asked: Set<string>): Promise<boolean> {
  const made = hiddenWhere(plan, key);
  for (const one of derivedOf(plan)) {
    const name = `${plan.form.formId}.${one.key}`;
    if (!one.beyond || one.released || !made.has(one.key) || asked.has(name)) continue;
    asked.add(name);
    if (await showsHidden(ctx, one, hides, asked)) return true;
  }
  return false;
}

async function hiddenThere(ctx: Seer, plan: FormPlan, key: string): Promise<boolean> {
  if (!isProtected(plan, key)) return false;
  const rights = withInheritance(derivedOf(plan), rightsOf(plan.rules, await subjectsOf(ctx)));
  return (
    rights.view !== 'all' || rights.fields?.seen.some(({ reach, keys }) => reach !== null && keys.has(key)) === true
  );
}

function isProtected(plan: FormPlan, key: string): boolean {
  const made = hiddenWhere(plan, key);
  return plan.rules.some(
    ({ effect, fields }) =>
      effect !== 'refuse' && [...made].some((one) => accessIn(fields, one, 'existing') === 'hidden'),
  );
}

/** Undefined where the form is gone. */
async function planThere({ platform, spaceId }: Where, formId: string): Promise<FormPlan | undefined> {
  try {
    return await planOf({ platform, spaceId }, formId);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
