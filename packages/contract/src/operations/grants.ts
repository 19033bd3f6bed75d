import { permissions, roleHolds, type Permission } from '../permissions.ts';
import type { Role } from '../roles.ts';
import { routes, type Route, type RouteId } from '../routes.ts';

/** Somebody's outer role and, for staff of the operator who are held to operator roles, what these give together. */
export interface Holder {
  role: Role;
  /** Undefined holds everything that the outer role does. */
  grants?: readonly string[] | undefined;
}

export interface OperatorPage {
  page: RouteId;
  /** Without it the page stays closed. */
  view: Permission;
  /** What may be done there beside looking. */
  actions: readonly Permission[];
}

/** What operator roles are made of, page by page. A permission of the operator that stands nowhere here is held by nobody who is held to roles. */
export const operatorPages: readonly OperatorPage[] = [
  {
    page: 'customers',
    view: 'operations.customer.read',
    actions: [
      'operations.customer.edit',
      'operations.customer.suspend',
      'operations.customer.addresses',
      'operations.hold.end',
    ],
  },
  {
    page: 'users',
    view: 'operations.user.read',
    actions: ['operations.user.edit', 'operations.user.sessions', 'operations.user.merge'],
  },
  { page: 'roleAuthorisation', view: 'operations.role.read', actions: ['operations.role.edit'] },
  { page: 'personnel', view: 'operations.staff.read', actions: ['operations.staff.edit'] },
  { page: 'failedEvents', view: 'operations.event.read', actions: ['operations.event.edit'] },
  { page: 'operationLog', view: 'audit.trail.read', actions: [] },
];

/** Belongs to everybody who works for the operator. */
const ofAllStaff: readonly Permission[] = [
  'signed-in',
  'operations.overview.read',
  'organization.person.read',
  'organization.person.manage',
  'files.file.read',
];

export const operatorGrants: readonly Permission[] = operatorPages.flatMap(({ view, actions }) => [view, ...actions]);

/** Whether somebody holds a permission: by their outer role and, where operator roles hold them to less, by these. */
export function holds({ role, grants }: Holder, permission: Permission): boolean {
  return (
    roleHolds(role, permission) &&
    (grants === undefined || ofAllStaff.includes(permission) || grants.includes(permission))
  );
}

export function permissionsOf(holder: Holder): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((permission) => holds(holder, permission));
}

/** Pages of the operator's console that the holder's outer role would open and their operator roles do not. */
export function closedOperatorPages(holder: Holder): string[] {
  if (holder.grants === undefined) return [];
  const open = operatorPages.filter(({ view }) => holds(holder, view)).map(({ page }) => page as string);
  return (routes as readonly Route[])
    .filter((route) => route.layout === 'root' && !open.includes(route.id))
    .map(({ id }) => id);
}
