import type { RoleView } from '@formwork/contract/organization/api.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** Whom rights are given to beside the roles of the space: everyone, and each kind of account but the administrators, who need none. */
export const givenSubjects = ['everyone', ...enterpriseRoles.filter((role) => role !== 'admin')] as const;
export type GivenSubject = (typeof givenSubjects)[number];

export function isGiven(id: string): id is GivenSubject {
  return (givenSubjects as readonly string[]).includes(id);
}

export function ruleSubject(id: string): RuleSubject {
  return id === 'everyone' ? { kind: 'everyone' } : { kind: 'role', id };
}

export function subjectName(id: string, roles: readonly RoleView[], t: Translate): string {
  if (id === 'everyone') return t('rights.everyone');
  return isGiven(id) ? t(`organization.role.${id}`) : (roles.find((role) => role.id === id)?.name ?? '');
}
