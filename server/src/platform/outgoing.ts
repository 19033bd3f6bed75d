import { lookup as resolveName } from 'node:dns';
import { isIP, type BlockList, type LookupFunction } from 'node:net';
import { Agent, fetch, type RequestInit } from 'undici';
import { isWithin, notPublic, rangesOf } from './addresses.ts';
import type { Config } from './config.ts';

/** Why a call did not happen; what the outside answered is not in it. */
export class OutgoingError extends Error {
  readonly reason: 'address' | 'redirects' | 'size' | 'network' | 'held';

  constructor(reason: OutgoingError['reason'], cause?: unknown) {
    super(`an outgoing call failed: ${reason}`, { cause });
    this.name = 'OutgoingError';
    this.reason = reason;
  }
}

export interface OutgoingAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

export interface OutgoingOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams | Uint8Array;
  timeoutMs?: number;
  mostBytes?: number;
  /** Also while the installation is held after a restore: what a person waits for who signs in just now. */
  whileHeld?: boolean;
}

/** The way to addresses which customers and providers name. */
export interface Outgoing {
  call(address: string | URL, options?: OutgoingOptions): Promise<OutgoingAnswer>;
  close(): Promise<void>;
}

const mostRedirects = 3;
const defaults = { timeoutMs: 15_000, mostBytes: 2 * 1024 * 1024 };

/**
 * Calls public addresses alone, and of others those which the installation allows. A name is resolved once and the connection
 * goes to the address that was checked, so a name cannot mean one machine when checked and another when called.
 */
export function openOutgoing(config: Pick<Config, 'outgoingAllowed'>, isHeld: () => boolean = () => false): Outgoing {
  const allowed = rangesOf(config.outgoingAllowed);
  const agent = new Agent({ connect: { lookup: guardedLookup(allowed), timeout: 10_000 }, maxRedirections: 0 } as Agent.Options);

  return {
    async call(address, options = {}) {
      if (isHeld() && !options.whileHeld) throw new OutgoingError('held');
      const { timeoutMs, mostBytes } = { ...defaults, ...options };
      const signal = AbortSignal.timeout(timeoutMs);
      let url = requireCallable(new URL(address), allowed);
      let init: RequestInit = { method: options.method ?? 'GET', headers: options.headers ?? {}, ...(options.body === undefined ? {} : { body: options.body }) };
      for (let redirects = 0; ; redirects++) {
        const response = await fetch(url, { ...init, redirect: 'manual', dispatcher: agent, signal }).catch((error: unknown) => { throw asOutgoing(error); });
        const location = response.headers.get('location');
        if (response.status < 300 || response.status > 399 || location === null) {
          return { status: response.status, headers: response.headers, body: await readLimited(response.body, mostBytes) };
        }
        await response.body?.cancel();
        if (redirects >= mostRedirects) throw new OutgoingError('redirects');
        const next = requireCallable(new URL(location, url), allowed);
        // credentials are for the one who was named, and a body is not sent twice
        init = next.origin === url.origin && ['GET', 'HEAD'].includes(init.method ?? 'GET') ? init : { method: 'GET', headers: {} };
        url = next;
      }
    },
    close: () => agent.close(),
  };
}

function requireCallable(url: URL, allowed: BlockList): URL {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || (isIP(host) !== 0 && !mayCall(host, allowed))) throw new OutgoingError('address');
  return url;
}

function mayCall(address: string, allowed: BlockList): boolean {
  return !isWithin(notPublic, address) || isWithin(allowed, address);
}

/** Of all addresses of a name the callable ones; the connection takes one of these. */
function guardedLookup(allowed: BlockList): LookupFunction {
  return (name, options, callback) => {
    resolveName(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const callable = addresses.filter(({ address }) => mayCall(address, allowed));
      if (callable.length === 0) return callback(new OutgoingError('address'), '', 0);
      if (options.all) return callback(null, callable);
      callback(null, callable[0]!.address, callable[0]!.family);
    });
  };
}

async function readLimited(body: AsyncIterable<Uint8Array> | null, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body ?? []) {
      size += part.length;
      if (size > mostBytes) throw new OutgoingError('size');
      parts.push(part);
    }
  } catch (error) {
    throw asOutgoing(error);
  }
  return Buffer.concat(parts);
}

function asOutgoing(error: unknown): OutgoingError {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof OutgoingError) return at;
  return new OutgoingError('network', error);
}
