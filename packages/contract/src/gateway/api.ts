import { z } from 'zod';
import { endpoint, largeBodyBytes, nothing, shortId, uuid } from '../endpoint.ts';
import { nameText, Text } from '../text.ts';
import { credentialKinds } from './definition.ts';
import { policies } from './refusals.ts';

const name = nameText().min(1).max(100);
const note = z.string().trim().max(1_000);
const at = z.iso.datetime();

/** The one that is there without anybody making it. */
export const mainEnvironment = 'live';
export const EnvironmentId = z.string().regex(/^[a-z][a-z0-9]{0,19}$/);
export const Environment = z.object({ id: EnvironmentId, name });
export type Environment = z.infer<typeof Environment>;

export const liveStates = ['live', 'deprecated', 'retired'] as const;
/** Which release of an API an environment serves. */
export const LiveApi = z.object({
  api: uuid,
  environment: EnvironmentId,
  number: z.int(),
  state: z.enum(liveStates),
  /** From when on it may be gone, of a deprecated one. */
  sunset: at.nullable(),
  changedAt: at,
  changedBy: uuid,
});
export type LiveApi = z.infer<typeof LiveApi>;

export const ConsumerInput = z.object({ name, about: note, off: z.boolean() });
export const ApplicationInput = z.object({ name });

export const Credential = z.object({
  id: uuid,
  kind: z.enum(credentialKinds),
  name: z.string(),
  /** What is shown of it afterwards: its first signs, or its login. */
  hint: z.string(),
  expiresAt: at.nullable(),
  revokedAt: at.nullable(),
  createdAt: at,
});
export type Credential = z.infer<typeof Credential>;

const jwks = z.string().trim().max(50_000);
export const CredentialInput = z.object({
  kind: z.enum(credentialKinds),
  name,
  expiresAt: at.nullable(),
  /** Of `jwt`: who signs, for whom, and with which keys (a JSON Web Key Set), or where those lie. */
  jwt: z
    .object({
      issuer: z.string().trim().min(1).max(500),
      audience: z.string().trim().max(500),
      subject: z.string().trim().max(500),
      keys: jwks,
      address: z.string().trim().max(2_000).optional(),
    })
    .nullable(),
  /** Of `certificate`: the one that the caller shows, as PEM. */
  certificate: z.string().trim().max(20_000).optional(),
});

export type CredentialInput = z.infer<typeof CredentialInput>;

export const Application = z.object({ id: uuid, name: z.string(), credentials: z.array(Credential) });
export type Application = z.infer<typeof Application>;
export const Consumer = z.object({
  id: uuid,
  name: z.string(),
  about: z.string(),
  off: z.boolean(),
  /** Whose it is, of one that somebody has in the portal. */
  owner: uuid.nullable(),
  applications: z.array(Application),
  createdAt: at,
});
export type Consumer = z.infer<typeof Consumer>;

export const quotaPeriods = ['day', 'month'] as const;
export const FormApiInput = z.object({ form: shortId, person: uuid, basePath: z.string().max(200) });
export const SubscribeInput = z.object({ application: uuid, api: uuid, plan: uuid, note });

export const PlanInput = z.object({
  name,
  about: note,
  rate: z
    .object({
      count: z.int().min(1).max(1_000_000),
      seconds: z.int().min(1).max(86_400),
      burst: z.int().min(1).max(1_000_000),
    })
    .nullable(),
  quota: z
    .object({
      calls: z.int().min(1).max(1_000_000_000_000).nullable(),
      bytes: z.int().min(1).max(1_000_000_000_000_000).nullable(),
      /** That calls keep what lies behind the gateway busy, all of them together. */
      seconds: z.int().min(1).max(1_000_000_000_000).nullable().default(null),
      period: z.enum(quotaPeriods),
    })
    .nullable(),
  /** Somebody looks at each request; otherwise it is approved at once. */
  approval: z.boolean(),
});
export type PlanInput = z.infer<typeof PlanInput>;
export const Plan = PlanInput.extend({ id: uuid, subscriptions: z.int() });
export type Plan = z.infer<typeof Plan>;

export const subscriptionStates = ['requested', 'approved', 'refused', 'suspended', 'ended'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];
export const DecisionInput = z.object({ state: z.enum(subscriptionStates), note });
export const Subscription = z.object({
  id: uuid,
  consumer: z.object({ id: uuid, name: z.string() }),
  application: z.object({ id: uuid, name: z.string() }),
  api: z.object({ id: uuid, name: Text.nullable() }),
  plan: z.object({ id: uuid, name: z.string() }),
  state: z.enum(subscriptionStates),
  note: z.string(),
  /** What was said with the decision. */
  answer: z.string(),
  requestedAt: at,
  decidedAt: at.nullable(),
  decidedBy: uuid.nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

/** From which state one leads to which. */
export const subscriptionSteps: Readonly<Record<SubscriptionState, readonly SubscriptionState[]>> = {
  requested: ['approved', 'refused'],
  approved: ['suspended', 'ended'],
  refused: ['approved'],
  suspended: ['approved', 'ended'],
  ended: [],
};

export const LogLine = z.object({
  id: z.string(),
  at,
  environment: z.string(),
  api: uuid.nullable(),
  apiName: z.string(),
  operation: z.string(),
  application: uuid.nullable(),
  /** Consumer and application by their names of then. */
  consumerName: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  /** Why it was refused; empty where it was not. */
  code: z.string(),
  policy: z.enum(policies).nullable(),
  ms: z.number(),
  upstreamMs: z.number().nullable(),
  bytesIn: z.number(),
  bytesOut: z.number(),
  address: z.string(),
});
export type LogLine = z.infer<typeof LogLine>;
export const LogEntry = LogLine.extend({
  /** The rule that refused and what it saw. */
  detail: z.record(z.string(), z.unknown()),
  requestBody: z.string().nullable(),
  responseBody: z.string().nullable(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const TrafficPoint = z.object({
  at,
  calls: z.number(),
  refused: z.number(),
  failed: z.number(),
  ms: z.number(),
});
export type TrafficPoint = z.infer<typeof TrafficPoint>;
export const TrafficShare = z.object({
  id: z.string(),
  name: z.string(),
  calls: z.number(),
  refused: z.number(),
  failed: z.number(),
  ms: z.number(),
  /** By the histogram: at most so many milliseconds for 95 of a hundred. */
  p95: z.number(),
  bytes: z.number(),
});
export type TrafficShare = z.infer<typeof TrafficShare>;

/** What of an imported description the gateway does not do. */
export const Unsupported = z.object({ where: z.string(), what: z.string() });
export type Unsupported = z.infer<typeof Unsupported>;

const read = 'gateway.api.read' as const;
const edit = 'gateway.api.edit' as const;
const ofApi = z.object({ apiId: uuid });
const ofConsumer = z.object({ consumerId: uuid });
const ofApplication = z.object({ applicationId: uuid });
const ofCredential = z.object({ credentialId: uuid });
const ofPlan = z.object({ planId: uuid });
const ofSubscription = z.object({ subscriptionId: uuid });
const ofEnvironment = z.object({ environment: EnvironmentId });

/** What of an API stays behind where another gateway takes over: sources of our own, and what that one has no part for. */
export const leftParts = [
  'aggregate',
  'chart',
  'exchange',
  'file',
  'flow',
  'form',
  'mock',
  'sql',
  'breaker',
  'burst',
  'cache',
  'canary',
  'certificate',
  'concurrency',
  'deny',
  'faults',
  'health',
  'mask',
  'maskFrom',
  'mirror',
  'oauth',
  'one_way',
  'schema',
  'subscription',
  'target_paths',
  'transform',
] as const;
export type LeftPart = (typeof leftParts)[number];

export const gatewayApi = {
  overview: endpoint({
    method: 'GET',
    path: '/gateway/overview',
    permission: read,
    summary: 'Environments, which release each of them serves of which API, and how the gateway is.',
    response: z.object({
      /** The name of the main one is the page's to say. */
      environments: z.array(z.object({ id: EnvironmentId, name: z.string() })),
      live: z.array(LiveApi),
      /** Below the address of the product, or of the gateway where it has one of its own. */
      address: z.string(),
      snapshots: z.array(z.object({ environment: z.string(), number: z.int(), at })),
    }),
  }),
  apiOfForm: endpoint({
    method: 'POST',
    path: '/gateway/apis/form',
    permission: edit,
    summary: 'Makes an API of a form, with the rights of a person.',
    body: FormApiInput,
    response: z.object({ id: uuid }),
  }),
  importApi: endpoint({
    method: 'POST',
    path: '/gateway/apis/openapi',
    permission: edit,
    summary: 'Makes an API of an OpenAPI description, or puts one in the place of what an API has.',
    bodyBytes: largeBodyBytes,
    body: z.object({
      /** The description itself, or where it lies. */
      text: z.string().max(7_000_000).optional(),
      address: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .optional(),
      /** Into this one. */
      apiId: uuid.optional(),
    }),
    response: z.object({ id: uuid, operations: z.int(), unsupported: z.array(Unsupported) }),
  }),
  exportApi: endpoint({
    method: 'GET',
    path: '/gateway/apis/:apiId/openapi',
    permission: read,
    summary: 'The OpenAPI description of an API: byte for byte what was imported, as long as nothing was changed.',
    params: ofApi,
    response: z.object({ text: z.string(), format: z.enum(['json', 'yaml']), unchanged: z.boolean() }),
  }),
  putLive: endpoint({
    method: 'PUT',
    path: '/gateway/apis/:apiId/live/:environment',
    permission: edit,
    summary: 'Lets an environment serve a release of an API, as live, deprecated or retired.',
    params: ofApi.extend(ofEnvironment.shape),
    body: z.object({ number: z.int().min(1), state: z.enum(liveStates), sunset: at.nullable() }),
    response: LiveApi,
  }),
  removeLive: endpoint({
    method: 'DELETE',
    path: '/gateway/apis/:apiId/live/:environment',
    permission: edit,
    summary: 'Takes an API out of an environment.',
    params: ofApi.extend(ofEnvironment.shape),
    response: nothing,
  }),
  purgeCache: endpoint({
    method: 'POST',
    path: '/gateway/apis/:apiId/cache/purge',
    permission: edit,
    summary: 'Forgets the answers that are kept of an API.',
    params: ofApi,
    response: nothing,
  }),
  createEnvironment: endpoint({
    method: 'POST',
    path: '/gateway/environments',
    permission: edit,
    summary: 'Adds an environment.',
    body: Environment,
    response: Environment,
  }),
  removeEnvironment: endpoint({
    method: 'DELETE',
    path: '/gateway/environments/:environment',
    permission: edit,
    summary: 'Removes an environment that serves nothing.',
    params: ofEnvironment,
    response: nothing,
  }),
  consumers: endpoint({
    method: 'GET',
    path: '/gateway/consumers',
    permission: read,
    summary: 'Consumers with their applications and credentials.',
    response: z.array(Consumer),
  }),
  createConsumer: endpoint({
    method: 'POST',
    path: '/gateway/consumers',
    permission: edit,
    summary: 'Adds a consumer.',
    body: ConsumerInput,
    response: z.object({ id: uuid }),
  }),
  updateConsumer: endpoint({
    method: 'PUT',
    path: '/gateway/consumers/:consumerId',
    permission: edit,
    summary: 'Changes a consumer, or switches it off.',
    params: ofConsumer,
    body: ConsumerInput,
    response: nothing,
  }),
  removeConsumer: endpoint({
    method: 'DELETE',
    path: '/gateway/consumers/:consumerId',
    permission: edit,
    summary: 'Removes a consumer with its applications, credentials and subscriptions.',
    params: ofConsumer,
    response: nothing,
  }),
  createApplication: endpoint({
    method: 'POST',
    path: '/gateway/consumers/:consumerId/applications',
    permission: edit,
    summary: 'Adds an application of a consumer.',
    params: ofConsumer,
    body: ApplicationInput,
    response: z.object({ id: uuid }),
  }),
  removeApplication: endpoint({
    method: 'DELETE',
    path: '/gateway/applications/:applicationId',
    permission: edit,
    summary: 'Removes an application with its credentials and subscriptions.',
    params: ofApplication,
    response: nothing,
  }),
  createCredential: endpoint({
    method: 'POST',
    path: '/gateway/applications/:applicationId/credentials',
    permission: edit,
    summary: 'Draws a credential; what is secret about it is shown once.',
    params: ofApplication,
    body: CredentialInput,
    response: z.object({ id: uuid, login: z.string().nullable(), secret: z.string().nullable() }),
  }),
  revokeCredential: endpoint({
    method: 'DELETE',
    path: '/gateway/credentials/:credentialId',
    permission: edit,
    summary: 'Revokes a credential: within a second no call comes in with it.',
    params: ofCredential,
    response: nothing,
  }),
  plans: endpoint({
    method: 'GET',
    path: '/gateway/plans',
    permission: read,
    summary: 'Plans: how often and how much a subscription may call.',
    response: z.array(Plan),
  }),
  createPlan: endpoint({
    method: 'POST',
    path: '/gateway/plans',
    permission: edit,
    summary: 'Adds a plan.',
    body: PlanInput,
    response: z.object({ id: uuid }),
  }),
  updatePlan: endpoint({
    method: 'PUT',
    path: '/gateway/plans/:planId',
    permission: edit,
    summary: 'Changes a plan.',
    params: ofPlan,
    body: PlanInput,
    response: nothing,
  }),
  removePlan: endpoint({
    method: 'DELETE',
    path: '/gateway/plans/:planId',
    permission: edit,
    summary: 'Removes a plan that no subscription has.',
    params: ofPlan,
    response: nothing,
  }),
  subscriptions: endpoint({
    method: 'GET',
    path: '/gateway/subscriptions',
    permission: read,
    summary: 'Which application subscribed to which API, under which plan.',
    response: z.array(Subscription),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/gateway/subscriptions',
    permission: edit,
    summary: 'Asks for a subscription; a plan without approval approves it at once.',
    body: SubscribeInput,
    response: z.object({ id: uuid, state: z.enum(subscriptionStates) }),
  }),
  decideSubscription: endpoint({
    method: 'PUT',
    path: '/gateway/subscriptions/:subscriptionId/state',
    permission: edit,
    summary: 'Approves, refuses, suspends or ends a subscription.',
    params: ofSubscription,
    body: DecisionInput,
    response: nothing,
  }),
  logs: endpoint({
    method: 'GET',
    path: '/gateway/logs',
    permission: read,
    summary: 'Calls that came in, the newest first.',
    query: z.object({
      search: z.string().trim().max(200).optional(),
      api: uuid.optional(),
      application: uuid.optional(),
      outcome: z.enum(['passed', 'refused', 'failed']).optional(),
      environment: EnvironmentId.optional(),
      after: z.string().max(200).optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(LogLine), next: z.string().nullable() }),
  }),
  logEntry: endpoint({
    method: 'GET',
    path: '/gateway/logs/:requestId',
    permission: read,
    summary: 'One call by its request id: what became of it, and why it was refused.',
    params: z.object({ requestId: z.string().min(1).max(80) }),
    response: LogEntry,
  }),
  traffic: endpoint({
    method: 'GET',
    path: '/gateway/traffic',
    permission: read,
    summary: 'Calls by time, API and application.',
    query: z.object({
      hours: z.number().int().min(1).max(720).default(24),
      api: uuid.optional(),
      environment: EnvironmentId.optional(),
    }),
    response: z.object({
      points: z.array(TrafficPoint),
      apis: z.array(TrafficShare),
      applications: z.array(TrafficShare),
    }),
  }),
  declarative: endpoint({
    method: 'GET',
    path: '/gateway/declarative',
    permission: read,
    summary: 'What an environment serves, as a declarative file of another gateway; credentials stay here.',
    query: z.object({ format: z.enum(['kong', 'apisix']), environment: EnvironmentId.default(mainEnvironment) }),
    response: z.object({ text: z.string(), left: z.array(z.object({ api: z.string(), what: z.enum(leftParts) })) }),
  }),
};
