import type { ApiState, KnownApplication, OperationState, SpaceState } from './state.ts';
import type { Found } from './policies/route.ts';
import type { RefusalCode } from '@formwork/contract/gateway/refusals.ts';

/** Name in small letters, value as it came. */
export type Header = readonly [name: string, value: string];

/** Kept beside headers that come again and again: what of them goes on, as it is written. */
export interface Recall {
  /** Null: it has to be put together each time. */
  passed: string | null | undefined;
  /** The name that was left out of it. */
  without: string | undefined;
}

/** A request whose head was read. */
export interface GatewayCall {
  id: string;
  method: string;
  /** Path and query as they came. */
  target: string;
  headers: readonly Header[];
  /** Of exactly these headers. */
  recall?: Recall | undefined;
  address: string;
  secure: boolean;
  /** The caller's own, as a proxy that is believed says it. */
  certificate: string | undefined;
  /** Through the product's own host: an answer would run as a page of ours there. */
  ownHost: boolean;
  startedAt: number;
}

export interface Refused {
  code: RefusalCode;
  /** The rule and what it saw, for the log: nothing of it goes to the caller. */
  detail?: Record<string, unknown>;
  /** What the caller is told besides. */
  told?: Record<string, unknown>;
  headers?: readonly Header[];
  /** In the place of the code's own. */
  status?: number;
}

/** An answer that is there as a whole. */
export interface Answer {
  status: number;
  headers: Header[];
  body: Buffer;
}

/** A call on its way through the policies. */
export interface Passage {
  call: GatewayCall;
  state: SpaceState | undefined;
  api: ApiState | undefined;
  operation: OperationState | undefined;
  /** The operation, with what its path says. */
  found: Found<OperationState> | undefined;
  /** Below the API's own path, as it is written on. */
  path: string;
  query: string;
  application: KnownApplication | undefined;
  credentialId: string | undefined;
  /** How the caller showed who they are: does not go up. */
  credentialHeader: string | undefined;
  bodyHash: string | undefined;
  refused: Refused | undefined;
  running: bigint | undefined;
  quotaBytes: bigint | undefined;
  quotaTime: bigint | undefined;
  /** When its quotas begin anew. */
  quotaUntil: number | undefined;
  cacheKey: string | undefined;
  fromCache: boolean;
  requestBody: Buffer | undefined;
  responseBody: Buffer | undefined;
  upstreamMs: number | undefined;
  /** Since when it has kept its source busy. */
  askedAt: number | undefined;
  target: string | undefined;
  /** What the log tells besides. */
  notes: Record<string, unknown>;
  ended: boolean;
}

export function headerOf(headers: readonly Header[], name: string): string | undefined {
  for (const [each, value] of headers) if (each === name) return value;
  return undefined;
}
