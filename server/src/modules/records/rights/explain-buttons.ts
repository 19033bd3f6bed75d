import { actionsAsked, isForAccount, restrictableButtons } from '@formwork/contract/forms/button-access.ts';
import { isHidden, meansRoles, type PlacedButton } from '@formwork/contract/forms/buttons.ts';
import type { FormAction } from '@formwork/contract/forms/permission.ts';
import type { AccessExplanation, ExplainedButton } from '@formwork/contract/records/access.ts';
import { roles as accountRoles } from '@formwork/contract/roles.ts';
import type { Subjects } from '../../forms/public.ts';
import type { Directory } from '../../organization/public.ts';
import { buttonAnswer } from '@formwork/contract/records/button-logic.ts';
import { compiledFor } from './button-limits.ts';
import type { FormPlan } from '../plan/plan.ts';
import type { RowFacts } from './reach.ts';

interface Asked {
  plan: FormPlan;
  directory: Directory;
  subjects: Subjects;
  /** The record that is looked at, if any. */
  facts: RowFacts | undefined;
  /** What the person may do with it, and what the rules alone say of it: a button that writes is asked for its own restrictions. */
  actions: AccessExplanation['actions'];
  byRules: AccessExplanation['actions'];
}

/** Each button of a form as a person finds it, and the first thing that keeps it from them. */
export function explainButtons(asked: Asked): ExplainedButton[] {
  return restrictableButtons(asked.plan.form.buttons).map((button): ExplainedButton => ({
    place: button.place,
    id: button.id,
    ...(button.setting.title && { title: button.setting.title }),
    ...(button.own && { own: true as const }),
    ...judged(button, asked),
  }));
}

function judged(button: PlacedButton, asked: Asked): Pick<ExplainedButton, 'answer' | 'why' | 'roles'> {
  const {
    subjects: { roles },
    directory,
  } = asked;
  const { setting } = button;
  const named = (ids: readonly string[]): string[] =>
    ids.map((id) => accountRoles.find((role) => role === id) ?? directory.roles.get(id)?.name ?? '').filter(Boolean);
  if (isHidden(button)) return { answer: 'no', why: 'hidden' };
  if (!meansRoles(setting, roles)) {
    const refusing = (setting.refused ?? []).filter((role) => roles.includes(role));
    return refusing.length > 0
      ? { answer: 'no', why: 'refused', roles: named(refusing) }
      : { answer: 'no', why: 'not_named', roles: named(setting.roles ?? []) };
  }
  if (!roles.some((role) => isForAccount(button, role))) return { answer: 'no', why: 'account' };
  const answers = actionsAsked(button).map(
    (action: FormAction) => (setting.script?.does === 'fill' ? asked.byRules : asked.actions)[action],
  );
  if (answers.includes('no')) return { answer: 'no', why: 'right' };
  const condition = conditionOf(button, asked);
  if (condition) return condition;
  return answers.includes('some') ? { answer: 'some', why: 'right' } : { answer: 'yes' };
}

function conditionOf(
  { setting: { onlyIf } }: PlacedButton,
  { plan, facts, subjects: { userId } }: Asked,
): Pick<ExplainedButton, 'answer' | 'why'> | undefined {
  if (!onlyIf?.trim()) return undefined;
  if (!facts) return { answer: 'some', why: 'condition' };
  const answer = buttonAnswer(compiledFor(plan, onlyIf), facts, { userId, now: new Date(), timeZone: plan.timeZone });
  if (answer === true) return undefined;
  return { answer: 'no', why: answer === false ? 'condition' : 'undecided' };
}
