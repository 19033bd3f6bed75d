import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { RuleSubject } from '../forms/permission.ts';
import { Text } from '../text.ts';
import {
  Application,
  ApplicationInput,
  CredentialInput,
  EnvironmentId,
  LogLine,
  mainEnvironment,
  liveStates,
  Plan,
  SubscribeInput,
  Subscription,
  subscriptionStates,
  TrafficPoint,
  TrafficShare,
} from './api.ts';
import { credentialKinds } from './definition.ts';

const at = z.iso.datetime();

/** Who finds an API in the portal, and which plans are offered there. */
export const ListingInput = z.object({ audience: z.array(RuleSubject).min(1).max(100), plans: z.array(uuid).max(50) });
export type ListingInput = z.infer<typeof ListingInput>;
export const Listing = ListingInput.extend({ api: uuid, names: z.record(z.string(), z.string()), changedAt: at });
export type Listing = z.infer<typeof Listing>;

/** Kinds that are drawn by us: who somebody else is is not said here. */
export const ownCredentialKinds = ['key', 'basic', 'hmac', 'oauth'] as const;
export const OwnCredentialInput = CredentialInput.pick({ name: true, expiresAt: true }).extend({
  kind: z.enum(ownCredentialKinds),
});
export type OwnCredentialInput = z.infer<typeof OwnCredentialInput>;

/** How a subscription of one's own stands. */
export const OwnSubscription = Subscription.omit({ consumer: true, decidedBy: true });
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const PortalApi = z.object({
  id: uuid,
  name: Text,
  about: z.string(),
  version: z.string(),
  operations: z.int(),
  /** Anybody may call it, without a credential. */
  open: z.boolean(),
  ways: z.array(z.enum(credentialKinds)),
  /** It is called under a subscription alone. */
  subscription: z.boolean(),
  /** Where it is served, and until when. */
  live: z.array(
    z.object({
      environment: EnvironmentId,
      /** Empty: the main one. */
      name: z.string(),
      /** Below the address of the gateway. */
      path: z.string(),
      state: z.enum(liveStates),
      sunset: at.nullable(),
    }),
  ),
  plans: z.array(Plan.pick({ id: true, name: true, about: true, rate: true, quota: true, approval: true })),
});
export type PortalApi = z.infer<typeof PortalApi>;

/** How much of its quota an own subscription has used in the period that runs. */
export const QuotaUse = z.object({
  subscription: uuid,
  api: z.object({ id: uuid, name: Text.nullable() }),
  application: z.object({ id: uuid, name: z.string() }),
  plan: z.string(),
  period: z.enum(['day', 'month']),
  used: z.object({ calls: z.number(), bytes: z.number(), seconds: z.number() }),
  most: z.object({ calls: z.number().nullable(), bytes: z.number().nullable(), seconds: z.number().nullable() }),
});
export type QuotaUse = z.infer<typeof QuotaUse>;

/** An own call; what is inside the gateway and behind it is left out. */
export const PortalCall = LogLine.pick({
  id: true,
  at: true,
  environment: true,
  apiName: true,
  operation: true,
  consumerName: true,
  method: true,
  path: true,
  status: true,
  code: true,
  policy: true,
  ms: true,
});
export type PortalCall = z.infer<typeof PortalCall>;

const portal = 'gateway.portal.use' as const;
const read = 'gateway.api.read' as const;
const edit = 'gateway.api.edit' as const;
const ofApi = z.object({ apiId: uuid });
const ofApplication = z.object({ applicationId: uuid });

/** The portal: what somebody who writes programs finds, asks for and has. Everything else is not there for them. */
export const gatewayPortalApi = {
  listings: endpoint({
    method: 'GET',
    path: '/gateway/listings',
    permission: read,
    summary: 'Which APIs are in the portal, for whom and under which plans.',
    response: z.array(Listing),
  }),
  putListing: endpoint({
    method: 'PUT',
    path: '/gateway/listings/:apiId',
    permission: edit,
    summary: 'Puts an API into the portal: who finds it there, and which plans are offered.',
    params: ofApi,
    body: ListingInput,
    response: nothing,
  }),
  removeListing: endpoint({
    method: 'DELETE',
    path: '/gateway/listings/:apiId',
    permission: edit,
    summary: 'Takes an API out of the portal; subscriptions go on.',
    params: ofApi,
    response: nothing,
  }),
  apis: endpoint({
    method: 'GET',
    path: '/gateway/portal/apis',
    permission: portal,
    summary: 'APIs of the portal that I may find.',
    response: z.object({ apis: z.array(PortalApi), address: z.string() }),
  }),
  reference: endpoint({
    method: 'GET',
    path: '/gateway/portal/apis/:apiId/reference',
    permission: portal,
    summary: 'What an environment serves of an API, as an OpenAPI document.',
    params: ofApi,
    query: z.object({ environment: EnvironmentId.default(mainEnvironment) }),
    response: z.object({ document: z.record(z.string(), z.unknown()) }),
  }),
  applications: endpoint({
    method: 'GET',
    path: '/gateway/portal/applications',
    permission: portal,
    summary: 'My applications with their credentials and subscriptions.',
    response: z.object({ applications: z.array(Application), subscriptions: z.array(OwnSubscription) }),
  }),
  createApplication: endpoint({
    method: 'POST',
    path: '/gateway/portal/applications',
    permission: portal,
    summary: 'Adds an application of mine.',
    body: ApplicationInput,
    response: z.object({ id: uuid }),
  }),
  removeApplication: endpoint({
    method: 'DELETE',
    path: '/gateway/portal/applications/:applicationId',
    permission: portal,
    summary: 'Removes an application of mine with its credentials and subscriptions.',
    params: ofApplication,
    response: nothing,
  }),
  createCredential: endpoint({
    method: 'POST',
    path: '/gateway/portal/applications/:applicationId/credentials',
    permission: portal,
    summary: 'Draws a credential of an application of mine; what is secret about it is shown once.',
    params: ofApplication,
    body: OwnCredentialInput,
    response: z.object({ id: uuid, login: z.string().nullable(), secret: z.string().nullable() }),
  }),
  revokeCredential: endpoint({
    method: 'DELETE',
    path: '/gateway/portal/credentials/:credentialId',
    permission: portal,
    summary: 'Revokes a credential of mine: within a second no call comes in with it.',
    params: z.object({ credentialId: uuid }),
    response: nothing,
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/gateway/portal/subscriptions',
    permission: portal,
    summary: 'Asks for a subscription of an application of mine; a plan without approval approves it at once.',
    body: SubscribeInput,
    response: z.object({ id: uuid, state: z.enum(subscriptionStates) }),
  }),
  endSubscription: endpoint({
    method: 'DELETE',
    path: '/gateway/portal/subscriptions/:subscriptionId',
    permission: portal,
    summary: 'Ends a subscription of mine, or takes the request back.',
    params: z.object({ subscriptionId: uuid }),
    response: nothing,
  }),
  use: endpoint({
    method: 'GET',
    path: '/gateway/portal/use',
    permission: portal,
    summary: 'Calls of my applications by time, API and application, and what is used of quotas.',
    query: z.object({ hours: z.number().int().min(1).max(720).default(24) }),
    response: z.object({
      points: z.array(TrafficPoint),
      apis: z.array(TrafficShare),
      applications: z.array(TrafficShare),
      quotas: z.array(QuotaUse),
    }),
  }),
  calls: endpoint({
    method: 'GET',
    path: '/gateway/portal/calls',
    permission: portal,
    summary: 'Calls of my applications, the newest first.',
    query: z.object({
      search: z.string().trim().max(200).optional(),
      application: uuid.optional(),
      outcome: z.enum(['passed', 'refused', 'failed']).optional(),
      after: z.string().max(200).optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(PortalCall), next: z.string().nullable() }),
  }),
  call: endpoint({
    method: 'GET',
    path: '/gateway/portal/calls/:requestId',
    permission: portal,
    summary:
      'Why a call of mine was refused, by its request id; of one without a known credential nothing but its code.',
    params: z.object({ requestId: z.string().min(1).max(80) }),
    response: PortalCall.extend({ detail: z.record(z.string(), z.unknown()) }),
  }),
};
