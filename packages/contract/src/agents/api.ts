import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';

/** What an agent may do: what comes from the beginning of the validity on, what waited before it, and the rest. */
export const agentPermissions = ['todo', 'existingTodo', 'create', 'edit', 'return'] as const;
export const AgentPermission = z.enum(agentPermissions);
export type AgentPermission = z.infer<typeof AgentPermission>;

/** `invalid`: one of the two has left the space. */
export const agentStates = ['agenting', 'recycled', 'invalid', 'expired'] as const;
export const AgentState = z.enum(agentStates);
export type AgentState = z.infer<typeof AgentState>;

const Person = z.object({ id: uuid, name: z.string() });

export const Delegation = z.object({
  id: uuid,
  /** Whose work is handed over. */
  principal: Person,
  agent: Person,
  startsAt: z.string(),
  endsAt: z.string(),
  /** Null is every application, those to come too. */
  appIds: z.array(shortId).nullable(),
  permissions: z.array(AgentPermission),
  state: AgentState,
  createdAt: z.string(),
  /** What the one who asks may do with it. */
  can: z.object({ edit: z.boolean(), recycle: z.boolean(), remove: z.boolean() }),
});
export type Delegation = z.infer<typeof Delegation>;

export const DelegationInput = z.object({
  agentId: uuid,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  appIds: z.array(shortId).min(1).max(500).nullable(),
  permissions: z.array(AgentPermission).min(1),
});
export type DelegationInput = z.infer<typeof DelegationInput>;

const permission = 'agents.own.edit';
const listQuery = z.object({ state: AgentState.optional() });
const ofDelegation = z.object({ delegationId: uuid });

export const agentsApi = {
  mine: endpoint({
    method: 'GET',
    path: '/agents/own',
    permission,
    summary: 'Those who act for me, newest first; the last thousand.',
    query: listQuery,
    response: z.array(Delegation),
  }),
  toMe: endpoint({
    method: 'GET',
    path: '/agents/to-me',
    permission,
    summary: 'Those I act for, newest first; the last thousand.',
    query: listQuery,
    response: z.array(Delegation),
  }),
  create: endpoint({
    method: 'POST',
    path: '/agents',
    permission,
    inPerson: true,
    summary: 'Let somebody act for me.',
    body: DelegationInput,
    response: Delegation,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/agents/:delegationId',
    permission,
    inPerson: true,
    summary: 'Change one of my delegations; one that was recycled, has expired or became invalid holds again.',
    params: ofDelegation,
    body: DelegationInput,
    response: Delegation,
  }),
  recycle: endpoint({
    method: 'POST',
    path: '/agents/recycling',
    permission,
    inPerson: true,
    summary: 'End some of my delegations at once.',
    body: z.object({ ids: z.array(uuid).min(1).max(1_000) }),
    response: z.object({ recycled: z.int() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/agents/:delegationId',
    permission,
    inPerson: true,
    summary: 'Delete one of my delegations that no longer holds.',
    params: ofDelegation,
    response: nothing,
  }),
};
