import { narrowedActions } from '@formwork/contract/forms/buttons.ts';
import { formActions, type FormAction } from '@formwork/contract/forms/permission.ts';
import { compileButton, isButtonExpression, type ButtonExpression } from '@formwork/contract/records/button-logic.ts';
import { compileFeel, type ButtonLimit, type Rights } from '../../forms/public.ts';
import type { FormPlan } from '../plan/plan.ts';
import type { RowFacts } from './reach.ts';

/** Rights without what restrictions of buttons take away: a button stands for calls, and whoever may not press it may not make them either. */
export function narrowedByButtons(plan: FormPlan, rights: Rights, roles: readonly string[]): Rights {
  const narrowed = narrowedActions(plan.form.buttons, roles);
  const limits: Rights['limits'] = {};
  const kept = { ...rights };
  for (const action of formActions) {
    const narrowing = narrowed[action];
    if (narrowing === undefined) continue;
    if (narrowing === 'never') kept[action] = null;
    limits[action] =
      narrowing === 'never'
        ? null
        : anyOf(
            plan,
            narrowing.flatMap((text) => compiledFor(plan, text) ?? []),
          );
  }
  return Object.keys(limits).length === 0 ? rights : { ...kept, limits };
}

/** Whether buttons leave the action open on this record; grants do not lead around it. */
export function openByButtons({ limits }: Rights, action: FormAction, facts: RowFacts, userId: string): boolean {
  const limit = limits?.[action];
  if (limit === undefined) return true;
  return limit !== null && limit(facts, userId);
}

const compiled = new WeakMap<FormPlan, Map<string, ButtonExpression | null>>();

/** A condition that a later release broke lets nobody: what was restricted does not become open by itself. */
export function compiledFor(plan: FormPlan, text: string): ButtonExpression | undefined {
  let known = compiled.get(plan);
  if (!known) compiled.set(plan, (known = new Map()));
  let found = known.get(text);
  if (found === undefined) {
    const made = compileButton(text, plan.form.definition, compileFeel);
    known.set(text, (found = isButtonExpression(made) ? made : null));
  }
  return found ?? undefined;
}

function anyOf(plan: FormPlan, expressions: readonly ButtonExpression[]): ButtonLimit {
  return (record, userId) =>
    expressions.some(
      (expression) => expression.run(record, { userId, now: new Date(), timeZone: plan.timeZone }) === true,
    );
}
