import { randomBytes } from 'node:crypto';
import { refusals } from '@formwork/contract/gateway/refusals.ts';
import type { Answer, GatewayCall, Passage } from './call.ts';
import type { Place } from './loop/dial.ts';
import { admit, newPassage, type Gateway } from './policies/admit.ts';
import { finish, headOf, refusal } from './policies/answer.ts';
import type { AnswerCache } from './policies/cache.ts';
import { mostReadBytes, prepare, type Forward } from './policies/forward.ts';
import { hidden, masked } from './policies/mask.ts';
import { issueToken } from './policies/token.ts';
import type { LogPlace, LogRow } from './log-row.ts';
import type { LogPlaces } from './log-places.ts';
import type { ApiState, SpaceState } from './state.ts';
import type { Targets } from './targets.ts';

/** What both loops stand on: a call begins, perhaps with its body, and comes to an answer or to a source. */
export interface Core {
  gateway: Gateway;
  cache: AnswerCache;
  targets: Targets;
  /** Where the product answers calls of its own records and statements. */
  house: Place;
  secret: string;
  log(row: LogRow, place: LogPlace): void;
  places: LogPlaces;
}

export type Begun =
  | { passage: Passage; answer: Answer }
  /** At most so many bytes of body, read before it goes on. */
  | { passage: Passage; readBody: number }
  | { passage: Passage; forward: Forward }
  /** After a while, as the API says; `cut` breaks the connection instead. */
  | { passage: Passage; afterMs: number; then: Begun }
  | { passage: Passage; cut: true };

const tokenBodyBytes = 8 * 1024;

/** `hasBody`: whether one follows, and how long it says it is. */
export function begin(core: Core, call: GatewayCall, body: number | 'chunked'): Begun {
  const passage = admit(core.gateway, call);
  if (passage.token) return { passage, readBody: tokenBodyBytes };
  if (passage.refused) return { passage, answer: refusal(passage, passage.refused) };
  if (passage.answer)
    return { passage, answer: { ...passage.answer, headers: headOf(passage, passage.answer.headers) } };
  const { operation, api } = passage;
  const most = api!.body.limits.bodyBytes;
  if (typeof body === 'number' && body > most) return tooLarge(passage, most);
  const reads = operation!.readsBody || passage.bodyHash !== undefined || api!.body.source.is === 'mock';
  if (body !== 0 && reads) {
    const atMost = Math.min(most, mostReadBytes);
    return typeof body === 'number' && body > atMost ? tooLarge(passage, atMost) : { passage, readBody: atMost };
  }
  return goOn(core, passage, undefined);
}

/** With the body that was read. */
export function withBody(core: Core, passage: Passage & { token?: SpaceState }, body: Buffer): Begun {
  if (passage.token) return { passage, answer: issueToken(passage, passage.token, body, core.secret) };
  return goOn(core, passage, body);
}

function goOn(core: Core, passage: Passage, body: Buffer | undefined): Begun {
  const prepared = prepare(passage, body, core.cache);
  if (prepared === undefined) return { passage, answer: refusal(passage, passage.refused!) };
  if (!('status' in prepared)) return befallen(passage, { passage, forward: prepared });
  const answer: Begun = { passage, answer: finish(passage, prepared, core.cache) };
  return passage.fromCache ? answer : befallen(passage, later(passage, answer));
}

function later(passage: Passage, then: Begun): Begun {
  const { delayMs } = passage.operation!.operation.mock;
  return passage.api!.body.source.is === 'mock' && delayMs > 0 ? { passage, afterMs: delayMs, then } : then;
}

/** Faults on purpose stand before the source, so that all that lies ahead of it is tried along. */
function befallen(passage: Passage, then: Begun): Begun {
  const { faults } = passage.api!;
  if (!faults || Math.random() * 100 >= faults.share) return then;
  const { delayMs, status, cut } = faults;
  passage.notes.fault = { ...(delayMs > 0 && { delayMs }), ...(status !== null && { status }), ...(cut && { cut }) };
  let befalls = then;
  if (cut) {
    passage.refused = { code: 'fault', detail: { cut } };
    befalls = { passage, cut };
  } else if (status !== null) {
    passage.cacheKey = undefined;
    befalls = { passage, answer: refusal(passage, { code: 'fault', status, detail: { status } }) };
  }
  return delayMs > 0 ? { passage, afterMs: delayMs, then: befalls } : befalls;
}

export function tooLarge(passage: Passage, most: number): { passage: Passage; answer: Answer } {
  return { passage, answer: refusal(passage, { code: 'body_too_large', detail: { most }, told: { most } }) };
}

/** What cannot be read as a call at all has no space whose log it could stand in. */
export function unreadable(call: GatewayCall, code: 'bad_request' | 'too_long'): Answer {
  return refusal(newPassage(call), { code });
}

/** The end of a call, once: what it held is let go, and the log is told. */
export function end(core: Core, passage: Passage, status: number, bytesIn: number, bytesOut: number): void {
  if (passage.ended) return;
  passage.ended = true;
  const { shared } = core.gateway;
  if (passage.running !== undefined) shared.leave(passage.running);
  const sourceMs = passage.askedAt === undefined ? 0 : performance.now() - passage.askedAt;
  if (passage.quotaBytes !== undefined) shared.add(passage.quotaBytes, bytesIn + bytesOut, passage.quotaUntil);
  if (passage.quotaTime !== undefined) shared.add(passage.quotaTime, sourceMs, passage.quotaUntil);
  const { state, call, api, refused } = passage;
  if (!state) return;
  const place = core.places.of(passage, state);
  const { spaceId, environment, apiName, operation, application, consumerName } = place;
  const row: LogRow = {
    spaceId,
    environment,
    api: place.api,
    apiName,
    operation,
    application,
    consumerName,
    at: Date.now(),
    id: call.id,
    method: call.method,
    path: pathOf(call.target),
    status,
    code: refused?.code ?? '',
    policy: refused ? refusals[refused.code].policy : null,
    ms: performance.now() - call.startedAt,
    upstreamMs: passage.upstreamMs ?? null,
    sourceMs,
    bytesIn,
    bytesOut,
    address: call.address,
    detail: detailOf(passage),
    requestBody: api?.body.log.requestBody ? shownBody(passage.requestBody, api) : null,
    responseBody: api?.body.log.responseBody ? shownBody(passage.responseBody, api) : null,
  };
  core.log(row, place);
}

function detailOf({ refused, target, fromCache, notes }: Passage): Record<string, unknown> {
  const detail: Record<string, unknown> = { ...refused?.detail };
  if (target !== undefined) detail.target = target;
  if (fromCache) detail.cache = true;
  return Object.assign(detail, notes);
}

const mostShown = 16 * 1024;

/** What is masked for callers is for whoever reads the log too; a body that should be and cannot be is left out. */
function shownBody(body: Buffer | undefined, { body: { mask }, hidden: names }: ApiState): string | null {
  if (body === undefined) return null;
  let text = body.toString();
  if (mask.length > 0 || names.size > 0) {
    try {
      text = JSON.stringify(hidden(masked(JSON.parse(text), mask), names));
    } catch {
      return null;
    }
  }
  // the database takes no zeros
  return text.slice(0, mostShown).replaceAll('\u0000', '�');
}

/** What stands in a query may be a secret; the log keeps its names. */
function pathOf(target: string): string {
  const cut = target.indexOf('?');
  if (cut < 0) return target.slice(0, 500);
  const names = [...new URLSearchParams(target.slice(cut + 1)).keys()].map((name) => `${name}=…`).join('&');
  return `${target.slice(0, cut)}?${names}`.slice(0, 500);
}

const prefix = randomBytes(6).toString('hex');
let count = 0;
/** Of this thread and its life, so that none comes twice. */
export const newRequestId = (): string => `g${prefix}${(++count).toString(36)}`;
