import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';
import { InitialPassword } from '../organization/people.ts';

/** The three who may hold no more than one of these roles: who prepares, who releases, who sees all and changes nothing. */
export const officerRoles = ['admin', 'safe', 'audit'] as const;

export const Officer = z.object({ id: uuid, name: z.string(), login: z.string() });
export const Separation = z.object({
  enabled: z.boolean(),
  changedAt: z.iso.datetime().nullable(),
  officers: z.object({ admin: z.array(Officer), safe: z.array(Officer), audit: z.array(Officer) }),
  waiting: z.number(),
  can: z.object({ change: z.boolean() }),
});
export type Separation = z.infer<typeof Separation>;

export const changeStates = ['waiting', 'releasing', 'released', 'rejected', 'withdrawn', 'failed'] as const;
export type ChangeState = (typeof changeStates)[number];

/** A change of rights that was asked for while three-admin management is on. */
export const RightsChange = z.object({
  id: uuid,
  /** Method and path of the endpoint: its words are a text of the dictionaries. */
  action: z.string(),
  /** What stands in its path. */
  params: z.record(z.string(), z.string()),
  /** What it would change, by name. */
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  preparedBy: uuid,
  preparedAt: z.iso.datetime(),
  state: z.enum(changeStates),
  decidedBy: uuid.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string(),
  /** The code of the refusal, where it was released and could not be carried out. */
  failure: z.string().nullable(),
  /** `openPassword`: it made an account, whose initial password the one who asks may open once. */
  can: z.object({ decide: z.boolean(), withdraw: z.boolean(), openPassword: z.boolean() }),
});
export type RightsChange = z.infer<typeof RightsChange>;

const ofChange = z.object({ changeId: uuid });
const Reason = z.string().trim().max(200);

export const reviewApi = {
  getSeparation: endpoint({
    method: 'GET',
    path: '/review/separation',
    permission: 'review.change.read',
    summary: 'Whether three-admin management is on, and who holds which part.',
    response: Separation,
  }),
  setSeparation: endpoint({
    method: 'PUT',
    path: '/review/separation',
    permission: 'review.separation.edit',
    summary: 'Switch three-admin management on, at once, or off, which the security reviewer releases.',
    body: z.object({ enabled: z.boolean() }),
    response: Separation,
    rights: true,
  }),
  listChanges: endpoint({
    method: 'GET',
    path: '/review/changes',
    permission: 'review.change.read',
    summary: 'Changes of rights which wait or are decided, newest first.',
    query: z.object({
      state: z.enum(['waiting', 'decided']).optional(),
      after: uuid.optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(RightsChange), names: z.record(z.string(), z.string()), next: uuid.nullable() }),
  }),
  release: endpoint({
    method: 'PUT',
    path: '/review/changes/:changeId/release',
    permission: 'review.change.decide',
    summary: 'Let a change of rights take effect, in the name of who prepared it.',
    params: ofChange,
    body: z.object({ reason: Reason.default('') }),
    response: RightsChange,
  }),
  openPassword: endpoint({
    method: 'POST',
    path: '/review/changes/:changeId/initial-password',
    permission: 'review.change.read',
    summary:
      'The initial password of the account that a released change made: shown once, to whoever prepared it; of a reviewer or auditor to whoever released it.',
    params: ofChange,
    response: InitialPassword.extend({ login: z.string(), name: z.string() }),
  }),
  reject: endpoint({
    method: 'PUT',
    path: '/review/changes/:changeId/rejection',
    permission: 'review.change.decide',
    summary: 'Refuse a change of rights, with a reason.',
    params: ofChange,
    body: z.object({ reason: Reason.min(1) }),
    response: RightsChange,
  }),
  withdraw: endpoint({
    method: 'PUT',
    path: '/review/changes/:changeId/withdrawal',
    permission: 'review.separation.edit',
    summary: 'Take back an own change that nobody has decided.',
    params: ofChange,
    response: RightsChange,
  }),
};
