import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { roles } from '../roles.ts';

export const Locale = z.enum(['zh-CN', 'en']);
export type Locale = z.infer<typeof Locale>;

/** A space as its members see it. */
export const Space = z.object({ id: z.string(), name: z.string(), isOperator: z.boolean() });
export type Space = z.infer<typeof Space>;

/** The signed-in person. `entId` and `entName` are the home space's, `space` is the one of the address. */
export const Me = z.object({
  id: uuid,
  name: z.string(),
  login: z.string(),
  /** The last four digits of the bound phone, for a watermark; empty without one. */
  phoneTail: z.string(),
  role: z.enum(roles),
  entId: z.string(),
  entName: z.string(),
  space: Space,
  isCrossSpace: z.boolean(),
  permissions: z.array(z.string()),
  /** Who really sits there: the trustee of a hosted account. */
  deputy: z.object({ id: uuid, name: z.string() }).optional(),
});
export type Me = z.infer<typeof Me>;

/** What a page shows to services at addresses of their own: by name one for calls, and one for addresses of pictures and downloads. */
export const ServiceTickets = z.object({
  secondsLeft: z.number(),
  tickets: z.record(z.string(), z.object({ call: z.string(), address: z.string() })),
});
export type ServiceTickets = z.infer<typeof ServiceTickets>;

export const identityApi = {
  serviceTickets: endpoint({
    method: 'POST',
    path: '/identity/service-tickets',
    permission: 'signed-in',
    inSession: true,
    summary: 'Tickets by which a page of this session asks services at addresses of their own.',
    response: ServiceTickets,
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/identity/sessions/current',
    permission: 'signed-in',
    inSession: true,
    summary: 'End this session.',
    response: nothing,
  }),
  me: endpoint({
    method: 'GET',
    path: '/identity/me',
    permission: 'signed-in',
    summary: 'The signed-in person in the space of the address.',
    response: Me,
  }),
  spaces: endpoint({
    method: 'GET',
    path: '/identity/spaces',
    permission: 'signed-in',
    summary: 'The spaces the signed-in person belongs to.',
    response: z.array(Space),
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/identity/password',
    permission: 'signed-in',
    inPerson: true,
    summary: 'Change the own password; ends all other sessions.',
    body: z.object({ current: z.string().min(1).max(256), next: z.string().min(1).max(256) }),
    response: nothing,
  }),
};

/** Seconds left of the minute after three wrong entries; the data of `identity.session.locked`. */
export interface LockedData {
  secondsLeft: number;
}
