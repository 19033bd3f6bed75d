import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';
import { FieldError } from '../errors.ts';
import { loginPattern, PersonDetailsInput, PersonName } from '../organization/people.ts';
import { enterpriseRoles } from '../roles.ts';
import { nameText, shownText } from '../text.ts';

const creditCode = z.string().trim().toUpperCase().length(18);
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const role = z.enum(enterpriseRoles);

/** Where a code went that proves that phone or mailbox is one's own. */
export const ContactProof = z.object({
  kind: z.enum(['phone', 'email']),
  target: z.string().trim().min(3).max(254),
  code: z.string().trim().min(1).max(40),
});
export type ContactProof = z.infer<typeof ContactProof>;

/** Somebody without an account. */
export const NewPerson = z.object({
  name: nameText().min(1).max(60),
  login: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/),
  password: z.string().min(1).max(256),
  contact: ContactProof,
});
export type NewPerson = z.infer<typeof NewPerson>;

const Named = z.object({ id: uuid, name: z.string() });

export const joinStates = ['waiting', 'accepted', 'refused'] as const;

const JoinRequestBase = z.object({
  id: uuid,
  state: z.enum(joinStates),
  message: z.string(),
  askedAt: z.string(),
  decidedAt: z.string().nullable(),
  reason: z.string(),
});

/** A request as the one who made it sees it. */
export const OwnJoinRequest = JoinRequestBase.extend({ enterprise: z.string() });
export type OwnJoinRequest = z.infer<typeof OwnJoinRequest>;

/** A request as the administrator sees it. */
export const JoinRequest = JoinRequestBase.extend({
  name: z.string(),
  login: z.string(),
  /** Phone or mailbox that was proved; null for people who had an account already. */
  contact: z.string().nullable(),
  /** What an invitation gave them, or the administrator. */
  role: role.nullable(),
  /** Where the invitation puts them, or the administrator; null when that is gone. */
  department: Named.nullable(),
  decidedBy: Named.nullable(),
});
export type JoinRequest = z.infer<typeof JoinRequest>;

export const Invitation = z.object({
  id: uuid,
  role,
  department: Named.nullable(),
  note: z.string(),
  /** People wait for the administrator's word all the same. */
  review: z.boolean(),
  mostPeople: z.int(),
  people: z.int(),
  createdAt: z.string(),
  expiresAt: z.string(),
  createdBy: Named,
  /** `lapsed`: whoever made it looks after the department no more. */
  state: z.enum(['open', 'used_up', 'expired', 'revoked', 'lapsed']),
});
export type Invitation = z.infer<typeof Invitation>;

/** A colleague who gets an account right away, with an ordinary role. */
export const NewColleague = z.object({
  name: PersonName,
  login: z.string().trim().regex(loginPattern),
  phone: PersonDetailsInput.shape.phone,
  email: PersonDetailsInput.shape.email,
});
export type NewColleague = z.infer<typeof NewColleague>;

/** As it was typed or pasted: each line is judged by itself. */
const ColleagueLine = z.object({
  name: shownText().max(500),
  login: z.string().max(500),
  phone: z.string().max(500).default(''),
  email: z.string().max(500).default(''),
});

/** The initial password, which is kept nowhere; or why there is no account. */
export const ColleagueResult = z.object({
  login: z.string(),
  password: z.string().nullable(),
  problems: z.array(FieldError),
});
export type ColleagueResult = z.infer<typeof ColleagueResult>;

export const colleaguesAtOnce = 20;
export const reviewReasonLength = 60;
const review = 'joining.request.decide';
const cursor = z.string().max(200).optional();

export const joiningApi = {
  findEnterprise: endpoint({
    method: 'POST',
    path: '/joining/enterprises/search',
    permission: 'anyone',
    summary: 'The name of the enterprise with this unified social credit code.',
    body: z.object({ creditCode }),
    response: z.object({ name: z.string() }),
  }),
  requestToJoin: endpoint({
    method: 'POST',
    path: '/joining/requests',
    permission: 'anyone',
    inPerson: true,
    summary: 'Ask to join an enterprise; who has an account signs in first and leaves `person` out.',
    body: z.object({ creditCode, message: z.string().trim().max(60).default(''), person: NewPerson.optional() }),
    response: z.object({ id: uuid }),
  }),
  ownRequests: endpoint({
    method: 'GET',
    path: '/joining/requests/own',
    permission: 'signed-in',
    summary: 'What became of the own requests to join enterprises, newest first.',
    response: z.array(OwnJoinRequest),
  }),
  listRequests: endpoint({
    method: 'GET',
    path: '/joining/requests',
    permission: review,
    delegable: ['registrations'],
    summary: 'Requests to join this enterprise, newest first.',
    query: z.object({
      state: z.enum(joinStates).optional(),
      after: cursor,
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(JoinRequest), next: z.string().nullable() }),
  }),
  countRequests: endpoint({
    method: 'GET',
    path: '/joining/requests/count',
    permission: review,
    delegable: ['registrations'],
    summary: 'How many requests wait.',
    response: z.object({ waiting: z.int() }),
  }),
  acceptRequest: endpoint({
    method: 'PUT',
    path: '/joining/requests/:requestId/acceptance',
    permission: review,
    delegable: ['registrations'],
    summary: 'Let somebody in, with this role.',
    params: z.object({ requestId: uuid }),
    /** Without a department the one that an invitation gave holds. */
    body: z.object({ role: role.default('user'), departmentId: uuid.nullable().optional() }),
    response: JoinRequest,
    rights: true,
  }),
  refuseRequest: endpoint({
    method: 'PUT',
    path: '/joining/requests/:requestId/refusal',
    permission: review,
    delegable: ['registrations'],
    summary: 'Do not let somebody in.',
    params: z.object({ requestId: uuid }),
    body: z.object({ reason: z.string().trim().max(reviewReasonLength).default('') }),
    response: JoinRequest,
  }),

  invite: endpoint({
    method: 'POST',
    path: '/joining/invitations',
    permission: review,
    delegable: ['registrations'],
    summary:
      'A link by which people join; its token is in the answer and nowhere else. Who would get another role than an ordinary one always waits for review.',
    body: z.object({
      role: role.default('user'),
      departmentId: uuid.nullable().default(null),
      note: z.string().trim().max(60).default(''),
      days: z.int().min(1).max(90).default(7),
      mostPeople: z.int().min(1).max(10_000).default(1),
      review: z.boolean().default(false),
    }),
    response: z.object({ invitation: Invitation, token: z.string() }),
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/joining/invitations',
    permission: review,
    delegable: ['registrations'],
    summary: 'Invitations, newest first.',
    query: z.object({ after: cursor, limit: z.number().int().min(1).max(200).default(50) }),
    response: z.object({ rows: z.array(Invitation), next: z.string().nullable() }),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/joining/invitations/:invitationId',
    permission: review,
    delegable: ['registrations'],
    summary: 'End an invitation before its time.',
    params: z.object({ invitationId: uuid }),
    response: Invitation,
  }),
  readInvitation: endpoint({
    method: 'POST',
    path: '/joining/invitations/reading',
    permission: 'anyone',
    summary: 'What an invitation is for.',
    body: z.object({ token }),
    response: z.object({
      enterprise: z.string(),
      note: z.string(),
      review: z.boolean(),
      expiresAt: z.string(),
      member: z.boolean(),
    }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/joining/invitations/acceptance',
    permission: 'anyone',
    inPerson: true,
    summary: 'Join by an invitation; who has an account signs in first and leaves `person` out.',
    body: z.object({ token, person: NewPerson.optional() }),
    response: z.object({ spaceId: z.string(), waiting: z.boolean() }),
  }),

  createColleagues: endpoint({
    method: 'POST',
    path: '/joining/colleagues',
    permission: review,
    delegable: ['registrations'],
    summary: 'Accounts for several people, who are told their initial passwords; one refused line stops no other.',
    body: z.object({ departmentId: uuid.nullable(), people: z.array(ColleagueLine).min(1).max(colleaguesAtOnce) }),
    response: z.array(ColleagueResult),
  }),

  sendCode: endpoint({
    method: 'POST',
    path: '/joining/codes',
    permission: 'anyone',
    summary: 'Send a code to the phone or mailbox of somebody who signs up or joins.',
    body: ContactProof.omit({ code: true }),
    response: z.object({ secondsToNext: z.number() }),
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/joining/enterprises',
    permission: 'anyone',
    summary: 'Sign up an enterprise with its first administrator.',
    body: z.object({ enterprise: z.object({ name: nameText().min(2).max(60), creditCode }), person: NewPerson }),
    response: z.object({ spaceId: z.string() }),
  }),
};
