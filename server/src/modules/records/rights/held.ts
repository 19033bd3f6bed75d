import type { Ctx } from '../../../platform/context.ts';
import { dataVersion } from '../../../platform/db/data-version.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import type { Rights } from '../../forms/public.ts';
import { prepared } from '../plan/columns.ts';
import type { FormPlan } from '../plan/plan.ts';

/** Grants on single records of a form that a person holds: none, some that show everything, some that leave something out. */
export type Held = 'none' | 'whole' | 'masked';

/** What people held when they last looked. A list begins with it, and asks the database for the rest of the truth. */
const remembered = new WeakMap<FormPlan, Map<string, Held>>();
const mostRemembered = 5_000;

/** As the database says it. People who see every record need no grants. */
export async function heldBy(plan: FormPlan, ctx: Pick<Ctx, 'platform' | 'user'>, rights: Rights): Promise<Held> {
  if (rights.view === 'all') return 'none';
  const { rows } = await spaceQuery<{ some: boolean; masked: boolean }>(ctx.platform, {
    ...prepared(`select (${holdsSome(plan, '$1')}) as some, (${holdsMasked(plan, '$1')}) as masked`),
    values: [ctx.user.id],
  });
  return rows[0]?.masked ? 'masked' : rows[0]?.some ? 'whole' : 'none';
}

const asOfWrite = new WeakMap<FormPlan, Map<string, { stamp: string; held: Held }>>();

/** The same without asking again before somebody has written in the space: for answers that are remembered for as long. */
export async function heldAsOfWrite(
  plan: FormPlan,
  ctx: Pick<Ctx, 'platform' | 'spaceId' | 'user'>,
  rights: Rights,
): Promise<Held> {
  if (rights.view === 'all') return 'none';
  const stamp = dataVersion(ctx.platform, ctx.spaceId);
  let known = asOfWrite.get(plan);
  if (!known) asOfWrite.set(plan, (known = new Map()));
  const last = known.get(ctx.user.id);
  if (last?.stamp === stamp) return last.held;
  const held = await heldBy(plan, ctx, rights);
  if (known.size >= mostRemembered) known.clear();
  known.set(ctx.user.id, { stamp, held });
  return held;
}

export function rememberedHeld(plan: FormPlan, userId: string): Held | undefined {
  return remembered.get(plan)?.get(userId);
}

export function rememberHeld(plan: FormPlan, userId: string, held: Held): void {
  let known = remembered.get(plan);
  if (!known) remembered.set(plan, (known = new Map()));
  if (known.size >= mostRemembered) known.clear();
  known.set(userId, held);
}

/** For the select list of a list that heeds so much: true where the person holds more than that. It is asked once, not row by row. */
export function holdsMore(plan: FormPlan, held: Held, me: string): string {
  return held === 'none' ? `(${holdsSome(plan, me)})` : `(${holdsMasked(plan, me)})`;
}

const ofPerson = (plan: FormPlan, me: string): string =>
  `select true from ${plan.schema}.records_grant where user_id = ${me} and form_id = '${plan.form.formId}'`;
const holdsSome = (plan: FormPlan, me: string): string => `${ofPerson(plan, me)} limit 1`;
const holdsMasked = (plan: FormPlan, me: string): string => `${ofPerson(plan, me)} and hidden <> '{}' limit 1`;
