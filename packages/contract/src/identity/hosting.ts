import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';

const Named = z.object({ id: uuid, name: z.string() });

/** Somebody does everything in the name of the account, in this space. */
export const Hosting = z.object({
  trustee: Named,
  startedAt: z.string(),
  /** Null: until it is switched off. */
  endsAt: z.string().nullable(),
  /** `over`: its time has passed, or the trustee has left the space. */
  state: z.enum(['on', 'over']),
});
export type Hosting = z.infer<typeof Hosting>;

/** An account that one may switch into. */
export const HostedAccount = z.object({ person: Named, endsAt: z.string().nullable() });
export type HostedAccount = z.infer<typeof HostedAccount>;

const permission = 'identity.hosting.own.edit';
const inPerson = true;

export const hostingApi = {
  own: endpoint({
    method: 'GET',
    path: '/identity/hosting',
    permission,
    inPerson,
    summary: 'Who the own account is entrusted to in this space.',
    response: z.object({ hosting: Hosting.nullable() }),
  }),
  switchOn: endpoint({
    method: 'PUT',
    path: '/identity/hosting',
    permission,
    inPerson,
    summary: 'Entrust the own account in this space to one person, instead of whoever had it.',
    body: z.object({ trusteeId: uuid, endsAt: z.iso.datetime().nullable(), password: z.string().min(1).max(256) }),
    response: z.object({ hosting: Hosting }),
  }),
  switchOff: endpoint({
    method: 'DELETE',
    path: '/identity/hosting',
    permission,
    inPerson,
    summary: 'End it: the trustee is out at once.',
    response: nothing,
  }),
  toMe: endpoint({
    method: 'GET',
    path: '/identity/hosting/to-me',
    permission,
    inPerson,
    summary: 'The accounts of this space that are entrusted to me.',
    response: z.array(HostedAccount),
  }),
  enter: endpoint({
    method: 'PUT',
    path: '/identity/hosting/to-me/:personId/entry',
    permission,
    inPerson,
    summary: 'Go on in the name of an account that is entrusted to me.',
    params: z.object({ personId: uuid }),
    response: nothing,
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/identity/hosting/entry',
    permission: 'signed-in',
    inSession: true,
    summary: 'Go on in the own name.',
    response: nothing,
  }),
};
