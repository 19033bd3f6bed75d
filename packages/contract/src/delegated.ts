import type { Permission } from './permissions.ts';

/** What somebody who is no administrator can look after in a department and those below it. */
export const departmentParts = ['people', 'posts', 'registrations'] as const;
export type DepartmentPart = (typeof departmentParts)[number];

/** And in a system: how its applications stand, what people may do with their forms, and the roles that belong to it. */
export const systemParts = ['applications', 'rights', 'roles'] as const;
export type SystemPart = (typeof systemParts)[number];

/** Who holds it administers this everywhere. */
export const permissionOfPart: Record<DelegatedPart, Permission> = {
  people: 'organization.person.edit',
  posts: 'organization.post.edit',
  registrations: 'joining.request.decide',
  applications: 'forms.system.edit',
  rights: 'organization.role.edit',
  roles: 'organization.role.edit',
};

export const delegatedParts = [...departmentParts, ...systemParts] as const;
export type DelegatedPart = (typeof delegatedParts)[number];

export function isSystemPart(part: DelegatedPart): part is SystemPart {
  return (systemParts as readonly string[]).includes(part);
}
