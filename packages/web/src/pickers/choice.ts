/** What an organization picker can choose among. */
export const choiceKinds = ['people', 'departments', 'posts', 'groups', 'roles'] as const;
export type ChoiceKind = (typeof choiceKinds)[number];

export interface Choice {
  kind: ChoiceKind;
  id: string;
  name: string;
  /** Taken out of what the others bring in: a department but one person. */
  except?: boolean;
}

export function isChosen(choices: readonly Choice[], kind: ChoiceKind, id: string): boolean {
  return choices.some((one) => one.kind === kind && one.id === id);
}

/** One more or one less; where only one may be chosen it takes the place of the other. */
export function toggledChoice(choices: readonly Choice[], choice: Choice, multiple: boolean): Choice[] {
  const others = choices.filter((one) => one.kind !== choice.kind || one.id !== choice.id);
  if (others.length < choices.length) return others;
  return multiple ? [...choices, choice] : [choice];
}

/** The choices as a call takes them. */
export function receiversOf(choices: readonly Choice[]): { kind: ChoiceKind; id: string; except?: boolean }[] {
  return choices.map(({ kind, id, except }) => ({ kind, id, ...(except && { except }) }));
}
