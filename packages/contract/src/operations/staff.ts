import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { InitialPassword, loginPattern, PersonName } from '../organization/people.ts';
import type { Permission } from '../permissions.ts';
import { operatorGrants } from './grants.ts';
import { nameText } from '../text.ts';

const Grant = z.enum(operatorGrants as [Permission, ...Permission[]]);

export const OperatorRole = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  grants: z.array(z.string()),
  /** How many hold it. */
  holders: z.int(),
  can: z.object({ edit: z.boolean() }),
});
export type OperatorRole = z.infer<typeof OperatorRole>;

const RoleBody = z.object({
  name: nameText().min(1).max(40),
  description: z.string().trim().max(200).default(''),
  grants: z.array(Grant).max(200),
});
const ofRole = z.object({ roleId: uuid });

export const operatorRolesApi = {
  list: endpoint({
    method: 'GET',
    path: '/operations/roles',
    permission: 'operations.role.read',
    summary: 'Operator roles and the permissions they are made of.',
    response: z.array(OperatorRole),
  }),
  create: endpoint({
    method: 'POST',
    path: '/operations/roles',
    permission: 'operations.role.edit',
    summary: 'Adds an operator role; nobody gives more than they hold.',
    body: RoleBody,
    response: OperatorRole,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/operations/roles/:roleId',
    permission: 'operations.role.edit',
    summary: 'Changes an operator role; holds at once for everybody who has it.',
    params: ofRole,
    body: RoleBody,
    response: OperatorRole,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/operations/roles/:roleId',
    permission: 'operations.role.edit',
    summary: 'Removes an operator role, also from those who have it.',
    params: ofRole,
    response: nothing,
  }),
};

/** Somebody of the operator's own staff. */
export const StaffMember = z.object({
  id: uuid,
  login: z.string(),
  name: z.string(),
  disabled: z.boolean(),
  /** Holds every page and action, whatever the roles. */
  everything: z.boolean(),
  roles: z.array(z.object({ id: uuid, name: z.string() })),
  lastSeenAt: z.string().nullable(),
  can: z.object({ edit: z.boolean() }),
});
export type StaffMember = z.infer<typeof StaffMember>;

const Held = z.object({ everything: z.boolean(), roleIds: z.array(uuid).max(100) });
const ofPerson = z.object({ personId: uuid });

export const personnelApi = {
  list: endpoint({
    method: 'GET',
    path: '/operations/personnel',
    permission: 'operations.staff.read',
    summary: "The operator's staff with their roles, by name.",
    query: z.object({
      search: z.string().trim().max(100).optional(),
      offset: z.number().int().min(0).max(100_000).default(0),
      limit: z.number().int().min(1).max(100).default(50),
    }),
    response: z.object({ rows: z.array(StaffMember), total: z.int() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/operations/personnel',
    permission: 'operations.staff.edit',
    summary: 'Adds somebody to the staff; the one-time password is in the answer and nowhere else.',
    body: Held.extend({ name: PersonName, login: z.string().trim().regex(loginPattern) }),
    response: z.object({ person: StaffMember, password: z.string() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/operations/personnel/:personId',
    permission: 'operations.staff.edit',
    summary: 'Changes name and roles of somebody of the staff; holds at once.',
    params: ofPerson,
    body: Held.extend({ name: PersonName }),
    response: StaffMember,
  }),
  disable: endpoint({
    method: 'PUT',
    path: '/operations/personnel/:personId/disabling',
    permission: 'operations.staff.edit',
    summary: 'Shuts somebody of the staff out at once.',
    params: ofPerson,
    response: StaffMember,
  }),
  enable: endpoint({
    method: 'DELETE',
    path: '/operations/personnel/:personId/disabling',
    permission: 'operations.staff.edit',
    summary: 'Lets somebody of the staff in again.',
    params: ofPerson,
    response: StaffMember,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/operations/personnel/:personId/password',
    permission: 'operations.staff.edit',
    summary: 'A new one-time password; ends open sessions.',
    params: ofPerson,
    response: InitialPassword,
  }),
};
