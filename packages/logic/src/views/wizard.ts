import type { Rule, Statement } from '@formwork/contract/rules/rule.ts';

/** What the six steps can show: one condition and what is done where it holds, one after the other. */
export interface WizardView {
  /** Empty where it always holds. */
  readonly condition: string;
  readonly results: readonly Statement[];
}

/** Null where a rule says more than the steps can show; then they lead to graph and text, and keep it. */
export function wizardView({ body }: Pick<Rule, 'body'>): WizardView | null {
  const [only, ...others] = body;
  if (only?.kind !== 'when') return body.every(isFlat) ? { condition: '', results: body } : null;
  const [branch, ...branches] = only.branches;
  const plain = others.length === 0 && branches.length === 0 && !only.otherwise && !only.emptyIsNo;
  return plain && branch && branch.body.every(isFlat) && branch.condition !== ''
    ? { condition: branch.condition, results: branch.body }
    : null;
}

const isFlat = ({ kind }: Statement): boolean => kind !== 'when' && kind !== 'each' && kind !== 'match';

/** The body that the steps say; the condition keeps the id it has. */
export function wizardBody({ condition, results }: WizardView, conditionId: string, before: Rule['body']): Statement[] {
  if (condition === '') return [...results];
  const [old] = before;
  const kept =
    old?.kind === 'when' ? { id: old.id, ...(old.note !== undefined && { note: old.note }) } : { id: conditionId };
  return [{ ...kept, kind: 'when', branches: [{ condition, body: [...results] }] }];
}
