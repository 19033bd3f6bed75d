import { todayIn } from '@formwork/contract/condition/calendar.ts';
import { addDays, instantFromWall } from '@formwork/contract/forms/values/dates.ts';
import type { RefusalCode } from '@formwork/contract/gateway/refusals.ts';
import { isWithin } from '../../platform/http/addresses.ts';
import { headerOf, type Answer, type GatewayCall, type Header, type Passage, type Refused } from '../call.ts';
import { slotKey, type Shared } from '../shared.ts';
import type { ApiNode, ApiState, SpaceState } from '../state.ts';
import { Found, pathBelow, plainPath, type PlainPath } from './route.ts';

export interface Gateway {
  /** By space and environment, as the first segment says them. */
  states: Map<string, SpaceState>;
  shared: Shared;
  /** Segments before the space. */
  prefix: readonly string[];
}

/** The policies before a body is read, in their order. A refusal stands in the passage; an answer needs no source. */
export function admit(gateway: Gateway, call: GatewayCall): Passage & { answer?: Answer; token?: SpaceState } {
  const passage = newPassage(call);
  const refuse = (code: RefusalCode, more: Omit<Refused, 'code'> = {}): Passage => {
    passage.refused = { code, ...more };
    return passage;
  };
  const cut = call.target.indexOf('?');
  const path = plainPath(cut < 0 ? call.target : call.target.slice(0, cut));
  passage.query = cut < 0 ? '' : call.target.slice(cut + 1);
  if (!path) return refuse('bad_path');
  const { prefix } = gateway;
  if (!prefix.every((segment, i) => path.segments[i] === segment)) return refuse('no_space');
  const at = prefix.length;
  const state = gateway.states.get(path.segments[at] ?? '');
  if (!state) return refuse('no_space');
  passage.state = state;
  if (path.segments[at + 1] === 'oauth' && path.segments[at + 2] === 'token' && path.segments.length === at + 3)
    return Object.assign(passage, { token: state });
  const api = findApi(state, path, at + 1);
  if (!api) return refuse('no_api', { detail: { path: `/${path.written.slice(at + 1).join('/')}` } });
  passage.api = api;
  const below = at + 1 + api.depth;
  passage.path = pathBelow(path, below);
  if (api.api.state === 'retired') return refuse('retired', { detail: { since: api.api.sunset } });

  const origin = headerOf(call.headers, 'origin');
  if (call.method === 'OPTIONS' && origin !== undefined && headerOf(call.headers, 'access-control-request-method'))
    return preflight(passage, api, path, below, origin);
  const found = api.operations.find(call.method, path.segments, below);
  if (!found) return refuse('no_operation', { detail: { path: passage.path } });
  if (!(found instanceof Found))
    return refuse('no_method', { detail: { method: call.method }, headers: [['allow', found.join(', ')]] });
  passage.operation = found.value;
  passage.found = found;

  const { address } = call;
  if (api.deny && isWithin(api.deny, address)) return refuse('address', { detail: { address, rule: 'deny' } });
  if (api.allow && !isWithin(api.allow, address)) return refuse('address', { detail: { address, rule: 'allow' } });
  const who = whoCalls(passage, state, api);
  if (who) return refuse(who.code, who);
  const limited = limits(gateway, passage, state, api);
  if (limited) return refuse(limited.code, limited);
  return passage;
}

export function newPassage(call: GatewayCall): Passage {
  return {
    call,
    state: undefined,
    api: undefined,
    operation: undefined,
    found: undefined,
    path: '/',
    query: '',
    application: undefined,
    credentialId: undefined,
    credentialHeader: undefined,
    bodyHash: undefined,
    refused: undefined,
    running: undefined,
    quotaBytes: undefined,
    quotaTime: undefined,
    quotaUntil: undefined,
    cacheKey: undefined,
    fromCache: false,
    requestBody: undefined,
    responseBody: undefined,
    upstreamMs: undefined,
    askedAt: undefined,
    target: undefined,
    notes: {},
    ended: false,
  };
}

/** The longest base path that the call lies at or below. */
function findApi(state: SpaceState, { segments }: PlainPath, from: number): ApiState | undefined {
  let found: ApiState | undefined;
  let node: ApiNode | undefined = state.tree;
  for (let i = from; i < segments.length; i += 1) {
    node = node.below.get(segments[i]!);
    if (!node) break;
    found = node.api ?? found;
  }
  return found;
}

function preflight(
  passage: Passage,
  api: ApiState,
  path: PlainPath,
  below: number,
  origin: string,
): Passage & { answer?: Answer } {
  const { cors } = api.body;
  const asked = headerOf(passage.call.headers, 'access-control-request-method')!;
  const found = api.operations.find(asked, path.segments, below);
  if (!cors || !originFits(cors.origins, origin)) {
    passage.refused = { code: 'origin', detail: { origin } };
    return passage;
  }
  if (!found || !(found instanceof Found)) {
    passage.refused = { code: found ? 'no_method' : 'no_operation', detail: { method: asked } };
    return passage;
  }
  passage.operation = found.value;
  const headers: Header[] = [
    ...corsHeaders(api, origin),
    ['access-control-allow-methods', asked],
    [
      'access-control-allow-headers',
      [...new Set([...cors.headers, 'content-type', 'authorization', 'x-api-key'])].join(', '),
    ],
    ['access-control-max-age', String(cors.seconds)],
  ];
  return Object.assign(passage, { answer: { status: 204, headers, body: Buffer.alloc(0) } });
}

export function corsHeaders(api: ApiState, origin: string | undefined): Header[] {
  const { cors } = api.body;
  if (!cors) return [];
  if (origin === undefined || !originFits(cors.origins, origin)) return [['vary', 'origin']];
  return [
    ['access-control-allow-origin', cors.origins.includes('*') && !cors.credentials ? '*' : origin],
    ...(cors.credentials ? ([['access-control-allow-credentials', 'true']] as Header[]) : []),
    ['access-control-expose-headers', 'x-request-id'],
    ['vary', 'origin'],
  ];
}

/** A star lets everybody in, but never along with credentials of the browser. */
function originFits(origins: readonly string[], origin: string): boolean {
  return origins.includes(origin) || origins.includes('*');
}

function whoCalls(passage: Passage, state: SpaceState, api: ApiState): Refused | undefined {
  const { security } = api.body;
  const { call } = passage;
  const shown = state.credentials.recognise(
    {
      method: call.method,
      target: call.target,
      certificate: call.certificate,
      header: (name) => headerOf(call.headers, name),
    },
    security.ways,
  );
  if (typeof shown !== 'object') {
    // of an open API whatever is shown is the upstream's to judge
    if (security.open) return undefined;
    const code = shown ?? 'no_credential';
    return { code, detail: { ways: security.ways }, headers: [['www-authenticate', challenge(security.ways)]] };
  }
  const { credential, bodyHash } = shown;
  const application = state.applications.get(credential.application);
  passage.credentialId = credential.id;
  if (credential.kind !== 'certificate')
    passage.credentialHeader = headerOf(call.headers, 'x-api-key') ? 'x-api-key' : 'authorization';
  passage.bodyHash = bodyHash;
  if (!application) return { code: 'wrong_credential' };
  passage.application = application;
  if (application.off) return { code: 'consumer_off', detail: { consumer: application.consumerName } };
  if (!security.subscription) return undefined;
  const subscription = state.subscriptions.get(`${application.id} ${api.api.id}`);
  if (!subscription) return { code: 'not_subscribed', detail: { application: application.name } };
  return subscription.state === 'approved' ? undefined : { code: `subscription_${subscription.state}` };
}

function challenge(ways: readonly string[]): string {
  return ways.includes('basic') ? 'Basic realm="gateway"' : 'Bearer realm="gateway"';
}

function limits(gateway: Gateway, passage: Passage, state: SpaceState, api: ApiState): Refused | undefined {
  const { shared } = gateway;
  const { rate, concurrency } = api.body.limits;
  const { application } = passage;
  if (rate) {
    const whose =
      rate.per === 'api'
        ? ''
        : rate.per === 'address'
          ? passage.call.address
          : (application?.id ?? passage.call.address);
    const wait = shared.takeRate(rateKeyOf(api, whose), rate);
    if (wait > 0) return tooMany('rate', wait, { per: rate.per, of: whose, count: rate.count, seconds: rate.seconds });
  }
  const subscription = application && state.subscriptions.get(`${application.id} ${api.api.id}`);
  const plan = subscription?.state === 'approved' ? state.plans.get(subscription.plan) : undefined;
  if (application && plan?.rate) {
    const wait = shared.takeRate(slotKey(`plan ${api.key} ${application.id}`), plan.rate);
    if (wait > 0) return tooMany('plan_rate', wait, { count: plan.rate.count, seconds: plan.rate.seconds });
  }
  if (application && plan?.quota) {
    const { calls, bytes, seconds } = plan.quota;
    const { text: period, until } = periodOf(plan.quota.period, state.zone);
    const key = `${plan.id} ${application.id} ${api.api.id} ${period}`;
    passage.quotaUntil = until;
    passage.quotaBytes = bytes === null ? undefined : slotKey(`bytes ${key}`);
    passage.quotaTime = seconds === null ? undefined : slotKey(`time ${key}`);
    // what a call takes of these is known at its end: one that begins within them goes on to it
    if (passage.quotaBytes !== undefined && shared.spend(passage.quotaBytes, 0, bytes! - 1, until) < 0)
      return usedUp('quota', until, { bytes, period });
    if (passage.quotaTime !== undefined && shared.spend(passage.quotaTime, 0, seconds! * 1_000 - 1, until) < 0)
      return usedUp('quota_time', until, { seconds, period });
    if (calls !== null && shared.spend(slotKey(`calls ${key}`), 1, calls, until) < 0)
      return usedUp('quota', until, { calls, period });
  }
  if (concurrency !== null) {
    if (!shared.enter(api.runningKey, concurrency)) return { code: 'concurrency', detail: { most: concurrency } };
    passage.running = api.runningKey;
  }
  return undefined;
}

const mostKeys = 10_000;

function rateKeyOf({ key, rateKeys }: ApiState, whose: string): bigint {
  let found = rateKeys.get(whose);
  if (found === undefined) {
    if (rateKeys.size >= mostKeys) rateKeys.clear();
    rateKeys.set(whose, (found = slotKey(`rate ${key} ${whose}`)));
  }
  return found;
}

function tooMany(code: 'rate' | 'plan_rate', waitMs: number, detail: Record<string, unknown>): Refused {
  return { code, detail: { ...detail, waitMs }, headers: [['retry-after', String(Math.ceil(waitMs / 1_000))]] };
}

function usedUp(code: 'quota' | 'quota_time', until: number, detail: Record<string, unknown>): Refused {
  const wait = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
  return { code, detail, headers: [['retry-after', String(wait)]] };
}

interface Period {
  text: string;
  /** In milliseconds since 1970. */
  until: number;
}
const periods = new Map<string, Record<'day' | 'month', Period>>();

/** `2026-11-24` by the enterprise's own days, or its month, and when it ends. */
function periodOf(period: 'day' | 'month', zone: string): Period {
  const now = Date.now();
  let known = periods.get(zone);
  if (!known || known.day.until <= now) {
    const day = todayIn(new Date(now), zone);
    const month = day.slice(0, 7);
    const next = addDays(`${month}-01`, 32).slice(0, 7);
    const startOf = (date: string): number => Date.parse(instantFromWall(`${date} 00:00:00`, zone)!);
    known = {
      day: { text: day, until: startOf(addDays(day, 1)) },
      month: { text: month, until: startOf(`${next}-01`) },
    };
    periods.set(zone, known);
  }
  return known[period];
}
