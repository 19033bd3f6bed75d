import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { delegatedParts } from '../delegated.ts';
import { contactsApi } from './contacts.ts';
import { delegatedAdminsApi } from './delegated-admins.ts';
import { departmentsApi } from './departments.ts';
import { groupsApi } from './groups.ts';
import { peopleApi } from './people.ts';
import { PickedPerson, pickerApi } from './picker.ts';
import { postsApi } from './posts.ts';
import { sheetsApi } from './sheets.ts';
import { suppliersApi } from './suppliers.ts';
import { nameText } from '../text.ts';

const Name = nameText().min(1).max(60);

export const RoleView = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  groupId: uuid.nullable(),
  /** The system it belongs to: whoever looks after that one's roles looks after this one. */
  systemId: shortId.nullable(),
  /** Enabled people who hold it, by whatever way. */
  members: z.int(),
});
export type RoleView = z.infer<typeof RoleView>;

export const RoleGroup = z.object({ id: uuid, name: z.string(), position: z.int() });
export type RoleGroup = z.infer<typeof RoleGroup>;

/** Whoever belongs to it holds the role. */
export const RoleHolder = z.object({
  kind: z.enum(['department', 'post', 'group']),
  id: uuid,
  /** Of a department: those below it too. */ below: z.boolean().default(false),
});
export type RoleHolder = z.infer<typeof RoleHolder>;

/** A page that not everybody whom its outer role lets in may open, or some may not. */
export const PageRight = z.object({
  page: z.string(),
  /** Only those whose roles grant it; else all whose roles do not refuse it. */
  closed: z.boolean(),
  grantedTo: z.array(uuid),
  refusedTo: z.array(uuid),
});
export type PageRight = z.infer<typeof PageRight>;

const ofRole = z.object({ roleId: uuid });
const RoleInput = z.object({
  name: Name,
  description: z.string().trim().max(200).default(''),
  groupId: uuid.nullish(),
  systemId: shortId.nullish(),
});
const delegable = ['roles'] as const;

export const organizationApi = {
  ...departmentsApi,
  ...peopleApi,
  ...postsApi,
  ...groupsApi,
  ...suppliersApi,
  ...contactsApi,
  ...pickerApi,
  ...sheetsApi,
  ...delegatedAdminsApi,

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
    delegable,
    summary: 'Create a role.',
    body: RoleInput,
    response: RoleView,
  }),
  updateRole: endpoint({
    method: 'PATCH',
    path: '/organization/roles/:roleId',
    permission: 'organization.role.edit',
    delegable,
    summary: 'Rename or describe a role, move it to another group, or say which system it belongs to.',
    params: ofRole,
    body: z.object({
      name: Name.optional(),
      description: z.string().trim().max(200).optional(),
      groupId: uuid.nullable().optional(),
      systemId: shortId.nullable().optional(),
    }),
    response: RoleView,
    // others give it to people from then on
    rights: { when: ({ body }) => body.systemId !== undefined },
  }),
  deleteRole: endpoint({
    method: 'DELETE',
    path: '/organization/roles/:roleId',
    permission: 'organization.role.edit',
    delegable,
    summary: "Delete a role; what was allowed or handed to it is then nobody's.",
    params: ofRole,
    response: nothing,
    rights: true,
  }),
  listRoleMembers: endpoint({
    method: 'GET',
    path: '/organization/roles/:roleId/members',
    permission: 'organization.role.read',
    summary: 'The people who hold a role by name.',
    params: ofRole,
    response: z.array(PickedPerson),
  }),
  setRoleMembers: endpoint({
    method: 'PUT',
    path: '/organization/roles/:roleId/members',
    permission: 'organization.role.edit',
    delegable,
    summary: 'Replace the people who hold a role by name.',
    params: ofRole,
    body: z.object({ ids: z.array(uuid).max(10_000) }),
    response: z.array(PickedPerson),
    rights: true,
  }),

  listRoleHolders: endpoint({
    method: 'GET',
    path: '/organization/roles/:roleId/holders',
    permission: 'organization.role.read',
    summary: 'The departments, posts and groups whose people hold a role.',
    params: ofRole,
    response: z.array(RoleHolder),
  }),
  setRoleHolders: endpoint({
    method: 'PUT',
    path: '/organization/roles/:roleId/holders',
    permission: 'organization.role.edit',
    delegable,
    summary: 'Replace the departments, posts and groups whose people hold a role.',
    params: ofRole,
    body: z.object({ holders: z.array(RoleHolder).max(1_000) }),
    response: z.array(RoleHolder),
    rights: true,
  }),
  listRoleGroups: endpoint({
    method: 'GET',
    path: '/organization/role-groups',
    permission: 'organization.role.read',
    summary: 'The groups that roles are sorted into.',
    response: z.array(RoleGroup),
  }),
  createRoleGroup: endpoint({
    method: 'POST',
    path: '/organization/role-groups',
    permission: 'organization.role.edit',
    summary: 'Create a role group.',
    body: z.object({ name: Name }),
    response: RoleGroup,
  }),
  updateRoleGroup: endpoint({
    method: 'PATCH',
    path: '/organization/role-groups/:groupId',
    permission: 'organization.role.edit',
    summary: 'Rename a role group.',
    params: z.object({ groupId: uuid }),
    body: z.object({ name: Name }),
    response: RoleGroup,
  }),
  deleteRoleGroup: endpoint({
    method: 'DELETE',
    path: '/organization/role-groups/:groupId',
    permission: 'organization.role.edit',
    summary: 'Delete a role group; its roles stay, in no group.',
    params: z.object({ groupId: uuid }),
    response: nothing,
  }),
  listPageRights: endpoint({
    method: 'GET',
    path: '/organization/page-rights',
    permission: 'organization.role.edit',
    summary: 'The pages that are closed, and what roles are granted or refused.',
    response: z.array(PageRight),
  }),
  closedPages: endpoint({
    method: 'GET',
    path: '/organization/closed-pages',
    permission: 'signed-in',
    summary:
      'Ids of the pages that the own roles of the one who asks keep from them, and what they look after as no administrator.',
    response: z.object({ pages: z.array(z.string()), delegated: z.array(z.enum(delegatedParts)) }),
  }),
  setPageRights: endpoint({
    method: 'PUT',
    path: '/organization/page-rights/:subject',
    permission: 'organization.role.edit',
    summary: 'Close pages for everyone, or grant and refuse them to a role.',
    params: z.object({ subject: z.union([z.literal('everyone'), uuid]) }),
    body: z.object({
      changes: z
        .array(z.object({ page: z.string().max(60), effect: z.enum(['grant', 'refuse', 'closed']).nullable() }))
        .max(500),
    }),
    response: z.array(PageRight),
    rights: true,
  }),
};
