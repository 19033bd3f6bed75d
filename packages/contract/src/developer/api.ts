import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';

/** A reason has fewer letters than this. */
export const reasonLimit = 20;
/** For how many days an approval gives a token, unless the reviewer says otherwise. */
export const tokenDays = { usual: 90, most: 365 };
export const developerStates = ['not_applied', 'under_review', 'rejected', 'approved'] as const;
export const DeveloperState = z.enum(developerStates);

const Reason = z.string().trim().min(1).max(200);

/** The own authorization to call the API by a token. */
export const DeveloperAuthorization = z.object({
  state: DeveloperState,
  reason: z.string(),
  appliedAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** What the reviewer said. */
  answer: z.string(),
  /** Its last characters, once it was issued. */
  tokenEnd: z.string().nullable(),
  tokenIssuedAt: z.string().nullable(),
  tokenUsedAt: z.string().nullable(),
  /** Until when the approval gives one. */
  tokenExpiresAt: z.string().nullable(),
});
export type DeveloperAuthorization = z.infer<typeof DeveloperAuthorization>;

export const DeveloperApplication = DeveloperAuthorization.extend({
  person: z.object({ id: uuid, name: z.string() }),
  decidedBy: z.object({ id: uuid, name: z.string() }).nullable(),
});
export type DeveloperApplication = z.infer<typeof DeveloperApplication>;

const own = 'developer.own.edit';
const review = 'developer.application.decide';
const ofPerson = z.object({ personId: uuid });

export const developerApi = {
  get: endpoint({
    method: 'GET',
    path: '/developer/authorization',
    permission: own,
    inSession: true,
    summary: 'Whether one may call the API by a token in this space.',
    response: DeveloperAuthorization,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/developer/authorization',
    permission: own,
    inPerson: true,
    summary: 'Ask for a token; again after a rejection.',
    body: z.object({ reason: Reason }),
    response: DeveloperAuthorization,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/developer/authorization/reset',
    permission: own,
    inPerson: true,
    summary: 'Ask for another token. The one there is stops at once; the next one waits for a review.',
    body: z.object({ reason: Reason }),
    response: DeveloperAuthorization,
  }),
  issue: endpoint({
    method: 'POST',
    path: '/developer/authorization/token',
    permission: own,
    inPerson: true,
    summary: 'The token of an approved application; it is in this answer and nowhere else.',
    response: z.object({ token: z.string(), authorization: DeveloperAuthorization }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/developer/applications',
    permission: review,
    summary: 'Applications of this space, those that wait first; the last thousand.',
    query: z.object({ state: z.enum(['under_review', 'rejected', 'approved']).optional() }),
    response: z.array(DeveloperApplication),
  }),
  approve: endpoint({
    method: 'PUT',
    path: '/developer/applications/:personId/approval',
    permission: review,
    inSession: true,
    summary: 'Let somebody have a token, for so many days.',
    params: ofPerson,
    body: z.object({ days: z.int().min(1).max(tokenDays.most).default(tokenDays.usual) }),
    response: DeveloperApplication,
  }),
  reject: endpoint({
    method: 'PUT',
    path: '/developer/applications/:personId/rejection',
    permission: review,
    inSession: true,
    summary: 'Refuse an application, or withdraw an approval: the token stops at once.',
    params: ofPerson,
    body: z.object({ answer: z.string().trim().max(60).default('') }),
    response: DeveloperApplication,
  }),
};
