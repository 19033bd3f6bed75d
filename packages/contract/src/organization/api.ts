import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { roles as outerRoles, enterpriseRoles } from '../roles.ts';

const Name = z.string().trim().min(1).max(60);
const Search = z.string().trim().max(60);

/** Roles which an administrator can give to people of the own enterprise. */
export const EnterpriseRole = z.enum(enterpriseRoles);
export type EnterpriseRole = z.infer<typeof EnterpriseRole>;

export const Department = z.object({
  id: uuid,
  parentId: uuid.nullable(),
  name: z.string(),
  position: z.int(),
  head: z.object({ id: uuid, name: z.string() }).nullable(),
  disabled: z.boolean(),
  /** Enabled people in it, without those of the departments below. */
  people: z.int(),
});
export type Department = z.infer<typeof Department>;

export const Person = z.object({
  id: uuid,
  login: z.string(),
  name: z.string(),
  role: z.enum(outerRoles),
  disabled: z.boolean(),
  department: z.object({ id: uuid, name: z.string() }).nullable(),
  superior: z.object({ id: uuid, name: z.string() }).nullable(),
  roles: z.array(z.object({ id: uuid, name: z.string() })),
  /** What the one who asks may do with this person. */
  can: z.object({ edit: z.boolean(), changeRole: z.boolean(), disable: z.boolean(), resetPassword: z.boolean() }),
});
export type Person = z.infer<typeof Person>;

export const RoleView = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  members: z.int(),
});
export type RoleView = z.infer<typeof RoleView>;

/** What a picker shows: enough to tell two people of one name apart. */
export const PickedPerson = z.object({ id: uuid, name: z.string(), login: z.string(), department: z.string().nullable(), disabled: z.boolean() });
export type PickedPerson = z.infer<typeof PickedPerson>;

export const PickedRole = z.object({ id: uuid, name: z.string(), members: z.int() });
export type PickedRole = z.infer<typeof PickedRole>;

/** `path` names the departments above, from the top. */
export const PickedDepartment = z.object({ id: uuid, name: z.string(), path: z.array(z.string()), disabled: z.boolean() });
export type PickedDepartment = z.infer<typeof PickedDepartment>;

/** Shown once: it is kept nowhere. */
export const InitialPassword = z.object({ password: z.string() });

const ofDepartment = z.object({ departmentId: uuid });
const ofPerson = z.object({ personId: uuid });
const ofRole = z.object({ roleId: uuid });

const DepartmentInput = z.object({ name: Name, parentId: uuid.nullable(), headId: uuid.nullable().optional() });
const RoleInput = z.object({ name: Name, description: z.string().trim().max(200).default('') });
const PersonInput = z.object({ name: Name, role: EnterpriseRole, departmentId: uuid.nullable(), superiorId: uuid.nullable().default(null) });

/** `ids` asks for these, whatever their name; otherwise the first that fit the search. */
const pickQuery = z.object({ search: Search.optional(), ids: z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(uuid).max(500)).optional(), limit: z.coerce.number().int().min(1).max(100).default(30) });

export const organizationApi = {
  listDepartments: endpoint({
    method: 'GET',
    path: '/organization/departments',
    permission: 'organization.person.read',
    summary: 'All departments of the space, parents before their children.',
    response: z.array(Department),
  }),
  createDepartment: endpoint({
    method: 'POST',
    path: '/organization/departments',
    permission: 'organization.person.edit',
    summary: 'Create a department.',
    body: DepartmentInput,
    response: Department,
  }),
  updateDepartment: endpoint({
    method: 'PATCH',
    path: '/organization/departments/:departmentId',
    permission: 'organization.person.edit',
    summary: 'Rename a department, name its head, move it below another one or to another place among its siblings.',
    params: ofDepartment,
    body: z.object({ name: Name.optional(), parentId: uuid.nullable().optional(), headId: uuid.nullable().optional(), position: z.int().min(0).max(100_000).optional() }),
    response: Department,
  }),
  disableDepartment: endpoint({
    method: 'PUT',
    path: '/organization/departments/:departmentId/disabling',
    permission: 'organization.person.edit',
    summary: 'Take a department without people and enabled departments below it out of use.',
    params: ofDepartment,
    response: Department,
  }),
  enableDepartment: endpoint({
    method: 'DELETE',
    path: '/organization/departments/:departmentId/disabling',
    permission: 'organization.person.edit',
    summary: 'Take a department into use again.',
    params: ofDepartment,
    response: Department,
  }),

  listPeople: endpoint({
    method: 'GET',
    path: '/organization/people',
    permission: 'organization.person.read',
    summary: 'People of the space by name, login or pinyin, in the order of their names.',
    query: z.object({
      search: Search.optional(),
      /** People of this department and of those below it; `none` for people without one. */
      department: z.union([uuid, z.literal('none')]).optional(),
      state: z.enum(['enabled', 'disabled', 'all']).default('enabled'),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(Person), total: z.int() }),
  }),
  getPerson: endpoint({
    method: 'GET',
    path: '/organization/people/:personId',
    permission: 'organization.person.read',
    summary: 'One person of the space.',
    params: ofPerson,
    response: Person,
  }),
  createPerson: endpoint({
    method: 'POST',
    path: '/organization/people',
    permission: 'organization.person.edit',
    summary: 'Create an account with its membership; the initial password is in the answer and nowhere else.',
    body: PersonInput.extend({ login: z.string().trim().regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/) }),
    response: InitialPassword.extend({ person: Person }),
  }),
  updatePerson: endpoint({
    method: 'PATCH',
    path: '/organization/people/:personId',
    permission: 'organization.person.edit',
    summary: 'Change name, role, department or superior of a person.',
    params: ofPerson,
    body: z.object({ name: Name.optional(), role: EnterpriseRole.optional(), departmentId: uuid.nullable().optional(), superiorId: uuid.nullable().optional() }),
    response: Person,
  }),
  disablePerson: endpoint({
    method: 'PUT',
    path: '/organization/people/:personId/disabling',
    permission: 'organization.person.edit',
    summary: 'Shut a person out of the space; open sessions end at once.',
    params: ofPerson,
    response: Person,
  }),
  enablePerson: endpoint({
    method: 'DELETE',
    path: '/organization/people/:personId/disabling',
    permission: 'organization.person.edit',
    summary: 'Let a person in again.',
    params: ofPerson,
    response: Person,
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/organization/people/:personId/password',
    permission: 'organization.person.edit',
    summary: 'Give a person a new initial password; their sessions end.',
    params: ofPerson,
    response: InitialPassword,
  }),

  listRoles: endpoint({
    method: 'GET',
    path: '/organization/roles',
    permission: 'organization.role.read',
    summary: 'The roles of the space.',
    response: z.array(RoleView),
  }),
  createRole: endpoint({
    method: 'POST',
    path: '/organization/roles',
    permission: 'organization.role.edit',
    summary: 'Create a role.',
    body: RoleInput,
    response: RoleView,
  }),
  updateRole: endpoint({
    method: 'PATCH',
    path: '/organization/roles/:roleId',
    permission: 'organization.role.edit',
    summary: 'Rename or describe a role.',
    params: ofRole,
    body: z.object({ name: Name.optional(), description: z.string().trim().max(200).optional() }),
    response: RoleView,
  }),
  deleteRole: endpoint({
    method: 'DELETE',
    path: '/organization/roles/:roleId',
    permission: 'organization.role.edit',
    summary: 'Delete a role; what was allowed or handed to it is then nobody\'s.',
    params: ofRole,
    response: nothing,
  }),
  listRoleMembers: endpoint({
    method: 'GET',
    path: '/organization/roles/:roleId/members',
    permission: 'organization.role.read',
    summary: 'The members of a role.',
    params: ofRole,
    response: z.array(PickedPerson),
  }),
  setRoleMembers: endpoint({
    method: 'PUT',
    path: '/organization/roles/:roleId/members',
    permission: 'organization.role.edit',
    summary: 'Replace the members of a role.',
    params: ofRole,
    body: z.object({ ids: z.array(uuid).max(10_000) }),
    response: z.array(PickedPerson),
  }),

  pickPeople: endpoint({
    method: 'GET',
    path: '/organization/picker/people',
    permission: 'organization.person.read',
    summary: 'People for a picker, by name, pinyin or login.',
    query: pickQuery,
    response: z.array(PickedPerson),
  }),
  pickRoles: endpoint({
    method: 'GET',
    path: '/organization/picker/roles',
    permission: 'organization.role.read',
    summary: 'Roles for a picker, by name or pinyin.',
    query: pickQuery,
    response: z.array(PickedRole),
  }),
  pickDepartments: endpoint({
    method: 'GET',
    path: '/organization/picker/departments',
    permission: 'organization.person.read',
    summary: 'Departments for a picker, by name or pinyin.',
    query: pickQuery,
    response: z.array(PickedDepartment),
  }),
};
