import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';

export const groupKinds = ['private', 'public'] as const;
export const GroupKind = z.enum(groupKinds);
export type GroupKind = z.infer<typeof GroupKind>;

/** Whom a group holds: people, everybody of a department and below, everybody in a post. */
export const GroupPart = z.object({
  kind: z.enum(['person', 'department', 'post']),
  id: uuid,
  /** Taken out of what the others bring in. */
  except: z.boolean().optional(),
});
export type GroupPart = z.infer<typeof GroupPart>;

export const UserGroup = z.object({
  id: uuid,
  name: z.string(),
  kind: GroupKind,
  owner: z.object({ id: uuid, name: z.string() }),
  /** Applications it is offered in; all of them when empty. */
  appIds: z.array(shortId),
  scope: z.array(GroupPart.extend({ name: z.string() })),
  /** Enabled people it holds now. */
  people: z.int(),
  can: z.object({ edit: z.boolean() }),
});
export type UserGroup = z.infer<typeof UserGroup>;

const GroupInput = z.object({
  name: nameText().min(1).max(40),
  kind: GroupKind,
  appIds: z.array(shortId).max(200).default([]),
  scope: z.array(GroupPart).min(1).max(2_000),
});
const ofGroup = z.object({ userGroupId: uuid });
const edits = 'organization.group.edit';

export const groupsApi = {
  listGroups: endpoint({
    method: 'GET',
    path: '/organization/groups',
    permission: edits,
    summary: 'Own groups of users and the public ones.',
    query: z.object({ app: shortId.optional() }),
    response: z.array(UserGroup),
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/organization/groups',
    permission: edits,
    summary: 'Create a group of users; public ones are made by administrators.',
    body: GroupInput,
    response: UserGroup,
    rights: { when: ({ body }) => body.kind === 'public' },
  }),
  updateGroup: endpoint({
    method: 'PATCH',
    path: '/organization/groups/:userGroupId',
    permission: edits,
    summary: 'Change a group of users.',
    params: ofGroup,
    body: GroupInput.partial(),
    response: UserGroup,
    rights: true,
  }),
  deleteGroup: endpoint({
    method: 'DELETE',
    path: '/organization/groups/:userGroupId',
    permission: edits,
    summary: "Delete a group of users; what was given to it is then nobody's.",
    params: ofGroup,
    response: nothing,
    rights: true,
  }),
};
