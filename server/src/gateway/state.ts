import type { BlockList } from 'node:net';
import { mainEnvironment, type PlanInput, type SubscriptionState } from '@formwork/contract/gateway/api.ts';
import {
  completeApi,
  isOfHouse,
  type Faults,
  type GatewayApi,
  type Operation,
} from '@formwork/contract/gateway/definition.ts';
import { rangesOf } from '../platform/http/addresses.ts';
import { openCredentials, type CredentialBook, type KeySets, type Signatures } from './policies/credentials.ts';
import { Operations } from './policies/route.ts';
import { schemaCheck, type SchemaCheck } from './policies/schema.ts';
import { compileTransform, type Transform } from './policies/transform.ts';
import { slotKey } from './shared.ts';
import type { Snapshot, SnapshotApi, SnapshotApplication } from './snapshot.ts';

/** A snapshot ready to serve: everything that can be worked out ahead is. It is swapped as a whole, between requests. */
export interface SpaceState {
  spaceId: string;
  environment: string;
  number: number;
  apis: Map<string, ApiState>;
  /** The same by the segments of their base paths. */
  tree: ApiNode;
  credentials: CredentialBook;
  applications: Map<string, KnownApplication>;
  subscriptions: Map<string, { plan: string; state: SubscriptionState }>;
  plans: Map<string, { id: string; rate: PlanInput['rate']; quota: PlanInput['quota'] }>;
  ranges: BlockList;
  zone: string;
}

export interface ApiNode {
  api: ApiState | undefined;
  below: Map<string, ApiNode>;
}

/** With what is said of it in each call. */
export interface KnownApplication extends SnapshotApplication {
  /** As a header says it. */
  writtenName: string;
  /** Headers of both, as they are written. */
  lines: string;
  /** As the log says it. */
  shownName: string;
}

export interface ApiState {
  api: SnapshotApi;
  body: GatewayApi;
  /** Segments of its base path. */
  depth: number;
  operations: Operations<OperationState>;
  allow: BlockList | undefined;
  deny: BlockList | undefined;
  requestHeaders: { name: string; run: Transform }[];
  responseHeaders: { name: string; run: Transform }[];
  requestBody: Transform | undefined;
  responseBody: Transform | undefined;
  masks: boolean;
  /** Headers go to an upstream as they came, but for those the gateway says itself. */
  passesHeaders: boolean;
  /** Names of what the catalogue calls too sensitive. */
  hidden: ReadonlySet<string>;
  /** Where they are in force here. */
  faults: Faults | undefined;
  /** Of counters that all its calls share. */
  key: string;
  runningKey: bigint;
  /** Of its rate, by whose they are: worked out once for each. */
  rateKeys: Map<string, bigint>;
}

export interface OperationState {
  operation: Operation;
  /** As the log says it. */
  shownName: string;
  checkRequest: SchemaCheck | undefined;
  checkResponse: SchemaCheck | undefined;
  readsBody: boolean;
  readsAnswer: boolean;
  /** It is looked into or changed; of what is kept or logged alone a large one may pass by. */
  mustReadAnswer: boolean;
  /** Kept answers are of an operation. */
  key: string;
}

/** By the first segment behind the gateway's path: `demo`, `demo~test`. */
export const placeOf = (spaceId: string, environment: string): string =>
  environment === mainEnvironment ? spaceId : `${spaceId}~${environment}`;

export function openState(
  snapshot: Snapshot,
  number: number,
  secrets: readonly string[],
  signatures: Signatures,
  keySets: KeySets,
): SpaceState {
  const { spaceId, environment } = snapshot;
  const apis = new Map(snapshot.apis.map((api) => [api.body.basePath, apiState(snapshot, api)]));
  return {
    spaceId,
    environment,
    number,
    apis,
    tree: treeOf(apis.values()),
    credentials: openCredentials(snapshot, secrets, signatures, keySets),
    applications: new Map(snapshot.applications.map((one) => [one.id, knownApplication(one)])),
    subscriptions: new Map(
      snapshot.subscriptions.map(({ application, api, ...rest }) => [`${application} ${api}`, rest]),
    ),
    plans: new Map(
      // of a snapshot of before quotas had a time
      snapshot.plans.map(({ quota, ...plan }) => [
        plan.id,
        { ...plan, quota: quota && { ...quota, seconds: quota.seconds ?? null } },
      ]),
    ),
    ranges: rangesOf(snapshot.ranges),
    zone: snapshot.zone,
  };
}

function treeOf(apis: Iterable<ApiState>): ApiNode {
  const root: ApiNode = { api: undefined, below: new Map() };
  for (const api of apis) {
    let node = root;
    for (const segment of api.body.basePath.split('/').slice(1)) {
      const next = node.below.get(segment) ?? { api: undefined, below: new Map() };
      node.below.set(segment, next);
      node = next;
    }
    if (node !== root) node.api = api;
  }
  return root;
}

function knownApplication(one: SnapshotApplication): KnownApplication {
  const writtenName = encodeURIComponent(one.consumerName.toWellFormed());
  return {
    ...one,
    writtenName,
    lines: `x-consumer: ${one.id}\r\nx-consumer-name: ${writtenName}\r\n`,
    shownName: `${one.consumerName} / ${one.name}`,
  };
}

function apiState(snapshot: Snapshot, api: SnapshotApi): ApiState {
  const body = completeApi(api.body);
  const hidden = new Set(api.hidden);
  const key = `${snapshot.spaceId} ${snapshot.environment} ${api.id}`;
  const operations = new Operations<OperationState>();
  for (const operation of body.operations)
    operations.add(operation, operationState(body, operation, key, hidden.size > 0));
  return {
    api,
    body,
    depth: body.basePath.split('/').length - 1,
    operations,
    allow: listOf(body.limits.allow),
    deny: listOf(body.limits.deny),
    requestHeaders: headersOf(body.transform.requestHeaders),
    responseHeaders: headersOf(body.transform.responseHeaders),
    requestBody: transformOf(body.transform.requestBody),
    responseBody: transformOf(body.transform.responseBody),
    passesHeaders:
      body.source.is === 'upstream' &&
      body.source.mirror === null &&
      body.transform.requestHeaders.length === 0 &&
      body.transform.requestBody === '',
    masks: body.mask.length > 0 || hidden.size > 0,
    hidden,
    faults: body.faults?.environments.includes(snapshot.environment) ? body.faults : undefined,
    key,
    runningKey: slotKey(`running ${key}`),
    rateKeys: new Map(),
  };
}

function operationState(body: GatewayApi, operation: Operation, key: string, hides: boolean): OperationState {
  const checkRequest = schemaOf(operation.requestSchema);
  const checkResponse = schemaOf(operation.responseSchema);
  const { transform } = body;
  const takesBody = !['GET', 'HEAD'].includes(operation.method);
  const house = isOfHouse(body.source);
  const mustReadAnswer =
    checkResponse !== undefined ||
    transform.responseBody !== '' ||
    transform.responseHeaders.length > 0 ||
    body.mask.length > 0 ||
    hides;
  return {
    operation,
    shownName: `${operation.method} ${operation.path}`,
    checkRequest,
    checkResponse,
    readsBody:
      takesBody &&
      (checkRequest !== undefined ||
        transform.requestBody !== '' ||
        transform.requestHeaders.length > 0 ||
        body.log.requestBody ||
        // a copy needs a body that is there as a whole
        (body.source.is === 'upstream' && body.source.mirror !== null) ||
        house),
    mustReadAnswer,
    readsAnswer: mustReadAnswer || body.cache !== null || body.log.responseBody,
    key: `${key} ${operation.id}`,
  };
}

function listOf(ranges: readonly string[]): BlockList | undefined {
  return ranges.length === 0 ? undefined : rangesOf(ranges);
}

function headersOf(rules: GatewayApi['transform']['requestHeaders']): { name: string; run: Transform }[] {
  return rules.flatMap(({ name, value }) => {
    const run = transformOf(value);
    return run ? [{ name: name.toLowerCase(), run }] : [];
  });
}

/** What does not compile was refused before it was released. */
function transformOf(text: string): Transform | undefined {
  return text === '' ? undefined : compileTransform(text).run;
}

function schemaOf(text: string): SchemaCheck | undefined {
  return text === '' ? undefined : schemaCheck(text);
}
