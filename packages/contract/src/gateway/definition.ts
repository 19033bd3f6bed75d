import { z } from 'zod';
import type { DocumentKind } from '../definitions/kind.ts';
import type { Sensitivity } from '../assets/asset.ts';
import { shortId, uuid } from '../endpoint.ts';

/** What an API of the data gateway is kept as. Everything may be incomplete in a draft: `problems` says what a release lacks. */

export const callMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
export const formActions = ['list', 'get', 'create', 'update', 'remove'] as const;
export const parameterPlaces = ['path', 'query', 'header', 'body'] as const;
export const parameterTypes = ['text', 'integer', 'number', 'boolean', 'date'] as const;
export const credentialKinds = ['key', 'basic', 'jwt', 'hmac', 'oauth', 'certificate'] as const;
export const limitScopes = ['application', 'address', 'api'] as const;
export const maskManners = ['remove', 'hide', 'last4'] as const;
export const canaryManners = ['call', 'caller'] as const;
/** From which on columns are hidden; what is open or internal never is. */
export const maskLevels = ['confidential', 'personal', 'secret'] as const satisfies readonly Sensitivity[];

const Id = z.string().regex(/^[\w-]{1,60}$/);
const short = z.string().max(300);
const long = z.string().max(20_000);
const headerName = z.string().max(100);

export const Target = z.object({ id: Id, url: z.string().max(2_000), weight: z.int().min(0).max(1_000) });
export type Target = z.infer<typeof Target>;

/** Addresses of the next release of an upstream: who says so, who is named, and a part of all others go there. */
export const Canary = z.object({
  targets: z.array(Target).max(20),
  /** Of a hundred calls or callers. */
  share: z.int().min(0).max(100),
  by: z.enum(canaryManners),
  /** A header with this value goes there; an empty name: none does. */
  header: z.object({ name: headerName, value: z.string().max(200) }),
  applications: z.array(uuid).max(100),
});
export type Canary = z.infer<typeof Canary>;

/** Gets a copy of so many of a hundred calls; nobody waits for what it says. */
export const Mirror = z.object({ url: z.string().max(2_000), share: z.int().min(0).max(100) });

/** Where a file of the platform comes from. */
export const FilePlace = z.discriminatedUnion('of', [
  /** An uploaded one, or one that is attached to something: this content and no other. */
  z.object({ of: z.literal('file'), file: uuid.nullable(), name: z.string().max(300) }),
  /** A document, in one of its versions or whichever is the newest. */
  z.object({
    of: z.literal('document'),
    app: shortId.nullable(),
    node: uuid.nullable(),
    name: z.string().max(300),
    version: z.int().min(1).nullable(),
  }),
  /** Documents of a folder by their names; null: of the top. Names of the path but the last are folders below it. */
  z.object({ of: z.literal('folder'), app: shortId.nullable(), folder: uuid.nullable(), name: z.string().max(300) }),
  /** What the last finished run of a task wrote there. */
  z.object({ of: z.literal('output'), task: uuid.nullable(), node: z.string().max(60) }),
]);
export type FilePlace = z.infer<typeof FilePlace>;
export const filePlaces = ['file', 'document', 'folder', 'output'] as const;

export const Source = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('upstream'),
    targets: z.array(Target).max(20),
    /** Asked for by itself, again and again; one that does not answer 2xx or 3xx is passed over. */
    health: z.object({ path: short, seconds: z.int().min(2).max(3_600) }).nullable(),
    canary: Canary.nullable(),
    mirror: Mirror.nullable(),
  }),
  /** Several addresses asked at once, their answers put into one: which, each operation says. */
  z.object({ is: z.literal('aggregate') }),
  /** Records of a form, with the rights of a person: rows and fields that they do not see do not exist. */
  z.object({ is: z.literal('form'), form: shortId.nullable(), person: uuid.nullable() }),
  /** Statements that read, over a connection that the person may use. */
  z.object({ is: z.literal('sql'), connection: uuid.nullable(), person: uuid.nullable() }),
  /** A flow, called with what the call brings; a GET at `{run}` tells what became of a run. */
  z.object({ is: z.literal('flow'), flow: uuid.nullable(), person: uuid.nullable() }),
  /** What a chart shows, as data, with the rights of a person. */
  z.object({ is: z.literal('chart'), chart: uuid.nullable(), person: uuid.nullable() }),
  /** What another enterprise offers and approved, page by page; asked for in the name of the person. */
  z.object({ is: z.literal('exchange'), request: uuid.nullable(), person: uuid.nullable() }),
  /** A file as it is, with ranges and tags, for whom the person may have it; `inline` lets browsers show what runs nothing. */
  z.object({ is: z.literal('file'), place: FilePlace, inline: z.boolean(), person: uuid.nullable() }),
  z.object({ is: z.literal('mock') }),
]);
export type Source = z.infer<typeof Source>;
export const sourceKinds = [
  'upstream',
  'aggregate',
  'form',
  'sql',
  'flow',
  'chart',
  'exchange',
  'file',
  'mock',
] as const;
/** What the product itself answers. */
export const isOfHouse = ({ is }: Source): boolean => ['form', 'sql', 'flow', 'chart', 'exchange', 'file'].includes(is);

export const Parameter = z.object({
  id: Id,
  name: z.string().max(60),
  in: z.enum(parameterPlaces),
  type: z.enum(parameterTypes),
  required: z.boolean(),
  about: short,
});
export type Parameter = z.infer<typeof Parameter>;

/** One of the answers that an operation puts together. */
export const Part = z.object({
  id: Id,
  /** What it is called in the answer. */
  name: z.string().max(60),
  /** With names of the path and of parameters between braces, as `https://crm.example.com/customers/{id}`. */
  url: z.string().max(2_000),
  /** Without it there is no answer; of others is said that they are missing. */
  required: z.boolean(),
  /** Asked at the address's host, by itself, whether it is well; empty: calls alone tell. */
  health: z.string().trim().max(200),
});
export type Part = z.infer<typeof Part>;

export const Operation = z.object({
  id: Id,
  method: z.enum(callMethods),
  /** Below the API's own path, as `/orders/{id}`. */
  path: z.string().max(500),
  title: short,
  about: z.string().max(4_000),
  parameters: z.array(Parameter).max(100),
  /** Of a form; of a folder of files `list` and `get` alone. */
  action: z.enum(formActions),
  /** One statement that reads, with parameters as `:name`. */
  sql: long,
  /** The kept statement that `sql` is, in the version that it was taken over in; null: it was written here. */
  query: z.object({ id: uuid, name: z.string().max(100), version: z.int() }).nullable(),
  /** Where it lies below the upstream's address; empty: at the same path. */
  upstreamPath: z.string().max(500),
  /** Of an aggregation. */
  parts: z.array(Part).max(20),
  mock: z.object({ status: z.int().min(200).max(599), type: short, body: long, delayMs: z.int().min(0).max(60_000) }),
  /** JSON Schema as text; empty checks nothing. */
  requestSchema: long,
  responseSchema: long,
  deprecated: z.boolean(),
});
export type Operation = z.infer<typeof Operation>;

export const HeaderRule = z.object({ id: Id, name: headerName, value: z.string().max(4_000) });
export const MaskRule = z.object({ id: Id, path: z.string().max(200), how: z.enum(maskManners) });
const Range = z.string().trim().max(60);

/** What befalls so many of a hundred calls on purpose, so that callers learn to bear it: in these environments alone. */
export const Faults = z.object({
  environments: z.array(z.string().max(20)).max(20),
  share: z.int().min(0).max(100),
  delayMs: z.int().min(0).max(60_000),
  /** Answered in the place of the source; null asks it all the same. */
  status: z.int().min(400).max(599).nullable(),
  /** The connection breaks without an answer. */
  cut: z.boolean(),
});
export type Faults = z.infer<typeof Faults>;

export const GatewayApi = z.object({
  /** Below the space, as `/orders` or `/orders/v1`. */
  basePath: z.string().max(200),
  version: z.string().max(30),
  about: z.string().max(8_000),
  source: Source,
  operations: z.array(Operation).max(500),
  security: z.object({
    /** Anybody may call it. */
    open: z.boolean(),
    ways: z.array(z.enum(credentialKinds)).max(credentialKinds.length),
    /** Applications need a subscription that was approved. */
    subscription: z.boolean(),
  }),
  limits: z.object({
    rate: z
      .object({
        per: z.enum(limitScopes),
        count: z.int().min(1).max(1_000_000),
        seconds: z.int().min(1).max(86_400),
        burst: z.int().min(1).max(1_000_000),
      })
      .nullable(),
    concurrency: z.int().min(1).max(100_000).nullable(),
    bodyBytes: z
      .int()
      .min(0)
      .max(5 * 1024 * 1024 * 1024),
    allow: z.array(Range).max(200),
    deny: z.array(Range).max(200),
  }),
  cors: z
    .object({
      origins: z.array(z.string().max(300)).max(50),
      headers: z.array(headerName).max(50),
      credentials: z.boolean(),
      seconds: z.int().min(0).max(86_400),
    })
    .nullable(),
  cache: z.object({ seconds: z.int().min(1).max(86_400), vary: z.array(headerName).max(10) }).nullable(),
  transform: z.object({
    requestHeaders: z.array(HeaderRule).max(50),
    /** FEEL over request, body, consumer and api; empty leaves the body as it is. */
    requestBody: long,
    responseHeaders: z.array(HeaderRule).max(50),
    /** The same with response as well; body is the answer's. */
    responseBody: long,
  }),
  mask: z.array(MaskRule).max(100),
  /** Hides what the catalogue of data calls at least so sensitive, of the API's columns and those of its form. */
  maskFrom: z.enum(maskLevels).nullable(),
  upstream: z.object({
    connectMs: z.int().min(50).max(60_000),
    firstByteMs: z.int().min(50).max(600_000),
    totalMs: z.int().min(50).max(3_600_000),
    retries: z.int().min(0).max(5),
    breaker: z.object({ failures: z.int().min(1).max(1_000), seconds: z.int().min(1).max(3_600) }).nullable(),
  }),
  log: z.object({ requestBody: z.boolean(), responseBody: z.boolean() }),
  faults: Faults.nullable(),
});
export type GatewayApi = z.infer<typeof GatewayApi>;

export const emptyApi = (): GatewayApi => ({
  basePath: '',
  version: '',
  about: '',
  source: { is: 'mock' },
  operations: [],
  security: { open: false, ways: ['key'], subscription: false },
  limits: { rate: null, concurrency: null, bodyBytes: 10 * 1024 * 1024, allow: [], deny: [] },
  cors: null,
  cache: null,
  transform: { requestHeaders: [], requestBody: '', responseHeaders: [], responseBody: '' },
  mask: [],
  maskFrom: null,
  upstream: { connectMs: 3_000, firstByteMs: 30_000, totalMs: 300_000, retries: 1, breaker: null },
  log: { requestBody: false, responseBody: false },
  faults: null,
});

export const newOperation = (id: string, more: Partial<Operation> = {}): Operation => ({
  id,
  method: 'GET',
  path: '/',
  title: '',
  about: '',
  parameters: [],
  action: 'list',
  sql: '',
  query: null,
  upstreamPath: '',
  parts: [],
  mock: { status: 200, type: 'application/json', body: '{}', delayMs: 0 },
  requestSchema: '',
  responseSchema: '',
  deprecated: false,
  ...more,
});

/** One that was kept before there was all of this: a draft, a release, what a gateway has on its disk. */
export function completeApi(kept: unknown): GatewayApi {
  const body = kept as GatewayApi;
  const { source } = body;
  return {
    ...body,
    maskFrom: body.maskFrom ?? null,
    faults: body.faults ?? null,
    operations: body.operations.map(completeOperation),
    source:
      source.is === 'upstream' ? { ...source, canary: source.canary ?? null, mirror: source.mirror ?? null } : source,
  };
}

export const completeOperation = (kept: Operation): Operation => ({
  ...kept,
  query: kept.query ?? null,
  parts: (kept.parts ?? []).map((part) => ({ ...part, health: part.health ?? '' })),
});

/** Each element once, whatever two people added at once. */
export function settleApi(body: GatewayApi): GatewayApi {
  const operations = unique(body.operations).map((one) => ({
    ...one,
    parameters: unique(one.parameters),
    parts: unique(one.parts),
  }));
  const { transform, source } = body;
  return {
    ...body,
    operations,
    mask: unique(body.mask),
    transform: {
      ...transform,
      requestHeaders: unique(transform.requestHeaders),
      responseHeaders: unique(transform.responseHeaders),
    },
    source:
      source.is === 'upstream'
        ? {
            ...source,
            targets: unique(source.targets),
            canary: source.canary && { ...source.canary, targets: unique(source.canary.targets) },
          }
        : source,
  };
}

function unique<One extends { id: string }>(list: readonly One[]): One[] {
  const seen = new Set<string>();
  return list.filter(({ id }) => !seen.has(id) && seen.add(id));
}

export const gatewayApiKind: DocumentKind<GatewayApi> = {
  kind: 'gateway_api',
  area: 'gateway',
  saves: 'changes',
  schema: GatewayApi,
  empty: emptyApi,
  settle: settleApi,
};

/** The operations that a form has at once: two clicks make an API of it. */
export const formOperations = (): Operation[] => [
  newOperation('list', {
    path: '/',
    action: 'list',
    parameters: [
      { id: 'limit', name: 'limit', in: 'query', type: 'integer', required: false, about: '' },
      { id: 'cursor', name: 'cursor', in: 'query', type: 'text', required: false, about: '' },
      { id: 'sort', name: 'sort', in: 'query', type: 'text', required: false, about: '' },
      { id: 'filter', name: 'filter', in: 'query', type: 'text', required: false, about: '' },
    ],
  }),
  newOperation('get', { path: '/{id}', action: 'get', parameters: [idParameter] }),
  newOperation('create', { method: 'POST', path: '/', action: 'create' }),
  newOperation('update', { method: 'PATCH', path: '/{id}', action: 'update', parameters: [idParameter] }),
  newOperation('remove', { method: 'DELETE', path: '/{id}', action: 'remove', parameters: [idParameter] }),
];

/** The data of a chart. */
export const chartOperations = (): Operation[] => [newOperation('read', { path: '/' })];

/** Calls a flow, and asks what became of it. */
export const flowOperations = (): Operation[] => [
  newOperation('call', { method: 'POST', path: '/' }),
  newOperation('run', {
    path: '/runs/{run}',
    parameters: [{ id: 'run', name: 'run', in: 'path', type: 'text', required: true, about: '' }],
  }),
];

/** A file; of a folder what lies there, and each by its name. */
export const fileOperations = (of: FilePlace['of']): Operation[] =>
  of === 'folder'
    ? [
        newOperation('list', {
          path: '/',
          parameters: [
            { id: 'limit', name: 'limit', in: 'query', type: 'integer', required: false, about: '' },
            { id: 'cursor', name: 'cursor', in: 'query', type: 'text', required: false, about: '' },
          ],
        }),
        newOperation('get', {
          path: '/{name}',
          action: 'get',
          parameters: [{ id: 'name', name: 'name', in: 'path', type: 'text', required: true, about: '' }],
        }),
      ]
    : [newOperation('get', { path: '/', action: 'get' })];

/** Of data of another enterprise: page after page. */
export const exchangeOperations = (): Operation[] => [
  newOperation('list', {
    path: '/',
    parameters: [
      { id: 'limit', name: 'limit', in: 'query', type: 'integer', required: false, about: '' },
      { id: 'after', name: 'after', in: 'query', type: 'text', required: false, about: '' },
    ],
  }),
];

const idParameter: Parameter = { id: 'id', name: 'id', in: 'path', type: 'text', required: true, about: '' };

/** Names between braces, in their order. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}/]*)\}/g)].map(([, name]) => name!);
}

export const isPartName = (name: string): boolean => /^[A-Za-z]\w{0,59}$/.test(name);

/** `/orders` and deeper: segments of letters, digits and a few signs, none of them dots alone. */
export function isBasePath(path: string): boolean {
  return /^(\/[A-Za-z0-9_~-][\w.~-]*)+$/.test(path);
}

/** Segments as of a base path, names between braces, or both: `/accounts/{id}.json`, `/things/{id}:cancel`. */
export function isOperationPath(path: string): boolean {
  return (
    path === '/' ||
    /^(\/([A-Za-z0-9_~-][\w.~:@-]*|[\w.~:@-]*\{[A-Za-z_][\w-]*\}([\w.~:@-]+\{[A-Za-z_][\w-]*\})*[\w.~:@-]*))+\/?$/.test(
      path,
    )
  );
}
