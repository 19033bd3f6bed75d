import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { OwnSession } from '../identity/account-security.ts';
import { ProviderId } from '../identity/sign-in.ts';
import { roles } from '../roles.ts';

export const userStates = ['active', 'waiting', 'disabled', 'merged'] as const;
export type UserState = (typeof userStates)[number];

/** A list stops here; who wants more refines the search. */
export const mostUsersListed = 600;

const Role = z.enum(roles);
const Space = z.object({ id: z.string(), name: z.string() });

/** An account as the operator sees it; phone and mailbox with their middle hidden. */
export const PlatformUser = z.object({
  id: uuid,
  login: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  home: Space,
  /** Held at home; null for somebody who was taken out of it. */
  role: Role.nullable(),
  spaces: z.int(),
  state: z.enum(userStates),
  /** Of the minute after three wrong entries. */
  secondsLeft: z.int().nullable(),
  twoStep: z.boolean(),
  sessions: z.int(),
  lastSeenAt: z.string().nullable(),
  createdAt: z.string(),
  can: z.object({ edit: z.boolean(), sessions: z.boolean(), merge: z.boolean() }),
});
export type PlatformUser = z.infer<typeof PlatformUser>;

export const UserSession = OwnSession.omit({ current: true });
export type UserSession = z.infer<typeof UserSession>;

const Membership = z.object({ space: Space, name: z.string(), role: Role, disabled: z.boolean() });
export const UserDetail = z.object({
  user: PlatformUser,
  memberships: z.array(Membership),
  sessions: z.array(UserSession),
});
export type UserDetail = z.infer<typeof UserDetail>;

const Side = z.object({ id: uuid, login: z.string(), name: z.string() });
/** `unbound`: the other account has one already, or keeps none of it. */
const Way = z.enum(['moves', 'unbound']);

/** What would become of two accounts that are merged; said before it is done. */
export const MergePlan = z.object({
  from: Side,
  into: Side,
  /** Memberships that the other account takes over, with place, roles, records and to-dos. */
  moves: z.array(z.object({ space: Space, role: Role })),
  /** Both belong: the other account keeps the role it has; records, to-dos and the space's own roles are handed over. */
  stays: z.array(z.object({ space: Space, role: Role, keptRole: Role })),
  phone: Way.nullable(),
  email: Way.nullable(),
  providers: z.array(z.object({ provider: ProviderId, way: Way })),
  /** Why it cannot be done, as codes of errors. */
  refusals: z.array(z.object({ code: z.string(), data: z.record(z.string(), z.string()) })),
});
export type MergePlan = z.infer<typeof MergePlan>;

const ofUser = z.object({ userId: uuid });

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/operations/users',
    permission: 'operations.user.read',
    summary:
      'Accounts of all spaces by login, phone, mailbox or name, newest first; at most 600. A service provider sees those at home in its customers.',
    query: z.object({
      search: z.string().trim().max(100).optional(),
      state: z.enum(userStates).optional(),
      space: z.string().max(40).optional(),
      offset: z.number().int().min(0).max(mostUsersListed).default(0),
      limit: z.number().int().min(1).max(100).default(50),
    }),
    response: z.object({ rows: z.array(PlatformUser), total: z.int(), more: z.boolean() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/operations/users/:userId',
    permission: 'operations.user.read',
    summary: 'An account with its memberships and open sessions.',
    params: ofUser,
    response: UserDetail,
  }),
  unlock: endpoint({
    method: 'DELETE',
    path: '/operations/users/:userId/wait',
    permission: 'operations.user.edit',
    summary: 'Ends the minute of waiting after wrong entries.',
    params: ofUser,
    response: nothing,
  }),
  disable: endpoint({
    method: 'PUT',
    path: '/operations/users/:userId/disabling',
    permission: 'operations.user.edit',
    summary: 'Shuts an account out of all spaces at once.',
    params: ofUser,
    response: nothing,
  }),
  enable: endpoint({
    method: 'DELETE',
    path: '/operations/users/:userId/disabling',
    permission: 'operations.user.edit',
    summary: 'Lets a disabled account in again.',
    params: ofUser,
    response: nothing,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/operations/users/:userId/sessions/:sessionId',
    permission: 'operations.user.sessions',
    summary: 'Ends one open session of an account.',
    params: ofUser.extend({ sessionId: uuid }),
    response: nothing,
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/operations/users/:userId/sessions',
    permission: 'operations.user.sessions',
    summary: 'Ends all open sessions of an account.',
    params: ofUser,
    response: z.object({ ended: z.int() }),
  }),
  planMerge: endpoint({
    method: 'GET',
    path: '/operations/users/:userId/merge',
    permission: 'operations.user.merge',
    summary: 'What would become of this account and another if they were merged.',
    params: ofUser,
    query: z.object({ intoId: uuid }),
    response: MergePlan,
  }),
  merge: endpoint({
    method: 'PUT',
    path: '/operations/users/:userId/merge',
    permission: 'operations.user.merge',
    summary: 'Merges this account into another, which takes over its memberships; this one is closed for good.',
    params: ofUser,
    body: z.object({ intoId: uuid }),
    response: MergePlan,
  }),
};
