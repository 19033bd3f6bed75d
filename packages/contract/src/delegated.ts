import type { Permission } from './permissions.ts';

/** What somebody who is no administrator can look after in a department and those below it. */
export const departmentParts = ['people', 'posts', 'registrations'] as const;
export type DepartmentPart = (typeof departmentParts)[number];

/** Who holds it administers this everywhere. */
export const permissionOfPart: Record<DepartmentPart, Permission> = {
  people: 'organization.person.edit',
  posts: 'organization.post.edit',
  registrations: 'joining.request.decide',
};

export const delegatedParts = departmentParts;
export type DelegatedPart = (typeof delegatedParts)[number];
