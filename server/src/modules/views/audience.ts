import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import type { Subjects } from '../forms/public.ts';
import { isUnit } from '../organization/public.ts';

/** Whether a shared label is meant for the person; one without an audience is for everybody. */
export function meansPerson(audience: readonly RuleSubject[], { userId, roles, belongs }: Subjects): boolean {
  return (
    audience.length === 0 ||
    audience.some((subject) => {
      if (subject.kind === 'everyone') return true;
      if (subject.kind === 'person') return subject.id === userId;
      return isUnit(subject) ? belongs(subject) : roles.includes(subject.id);
    })
  );
}
