/** The six roles a member of a space can hold; the outer guard of pages and endpoints. */
export const roles = ['root', 'saas', 'admin', 'user', 'safe', 'audit'] as const;
export type Role = (typeof roles)[number];

/** Roles that belong to the operator's space; the others belong to an enterprise. */
export const operatorRoles = ['root', 'saas'] as const satisfies readonly Role[];

/** Everybody who works in an enterprise. */
export const enterpriseRoles = ['user', 'admin', 'safe', 'audit'] as const satisfies readonly Role[];

export function isOperatorRole(role: Role): boolean {
  return role === 'root' || role === 'saas';
}
