import type { AccessRule } from '@formwork/contract/definitions/level.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';

export const subjectKinds = [
  'everyone',
  'person',
  'department',
  'post',
  'role',
  'group',
] as const satisfies readonly RuleSubject['kind'][];
export type SubjectKind = RuleSubject['kind'];

/** A rule as it is being written: whom it is about may still be missing. */
export interface RuleDraft {
  key: number;
  kind: SubjectKind;
  subject: string | null;
  below: boolean;
  effect: 'grant' | 'refuse';
  level: AccessRule['level'];
  /** The last day, as 2026-12-31. */
  until: string | null;
}

let lastKey = 0;

export function newRule(): RuleDraft {
  lastKey += 1;
  return { key: lastKey, kind: 'person', subject: null, below: false, effect: 'grant', level: 'use', until: null };
}

export function draftOf(
  { subject, effect = 'grant', level, until }: AccessRule,
  dayOf: (at: string) => string,
): RuleDraft {
  return {
    ...newRule(),
    kind: subject.kind,
    subject: subject.kind === 'everyone' ? null : subject.id,
    below: subject.kind === 'department' && subject.below === true,
    effect,
    level,
    until: until === undefined ? null : dayOf(until),
  };
}

/** Undefined where nobody was chosen. */
export function ruleOf(
  { kind, subject, below, effect, level, until }: RuleDraft,
  endOf: (day: string) => string,
): AccessRule | undefined {
  if (kind !== 'everyone' && subject === null) return undefined;
  const about =
    kind === 'everyone' ? { kind } : { kind, id: subject!, ...(kind === 'department' && below && { below }) };
  return {
    subject: about as RuleSubject,
    ...(effect === 'refuse' && { effect }),
    level,
    ...(until !== null && { until: endOf(until) }),
  };
}
