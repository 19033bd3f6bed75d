import { connect as openSocket, isIP, type BlockList, type OnReadOpts, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, buildConnector, fetch, type RequestInit, type Response } from 'undici';
import { rangesOf } from '../http/addresses.ts';
import type { Config } from '../config.ts';
import type { AllowedRanges } from './allowed-ranges.ts';
import { everywhere, openGuard, type Endpoint } from './outgoing-guard.ts';

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

/** An answer that is read as it comes; whoever asked reads or destroys it. */
export type OutgoingStream = Omit<OutgoingAnswer, 'body'> & { body: Readable };

/** For whom the way out is opened. */
interface Sender {
  /** Whose private ranges hold too, beside the installation's. */
  spaceId?: string | undefined;
  /** Also while the installation is held after a restore: what a person waits for who signs in just now. */
  whileHeld?: boolean;
}

export interface OutgoingOptions extends Sender {
  method?: string;
  headers?: Record<string, string>;
  /** A stream is sent once: no redirect takes it along. */
  body?: string | URLSearchParams | Uint8Array | Readable;
  timeoutMs?: number;
  /** Ends the call, and the reading of what it answered. */
  signal?: AbortSignal | undefined;
  mostBytes?: number;
  /** Certificates of an own authority, in place of the public ones. */
  ca?: string | undefined;
}

export interface ConnectOptions extends Sender {
  timeoutMs?: number;
  /** The settings of the installation name this host: then it may be a private one. The product's own places are refused all the same. */
  named?: boolean;
  /** What comes is told of by this, and in no stream. */
  onread?: OnReadOpts | undefined;
}

/** The way to addresses which customers and providers name. */
export interface Outgoing {
  call(address: string | URL, options?: OutgoingOptions): Promise<OutgoingAnswer>;
  /** The same for what is too large to be held; `timeoutMs` bounds all of it. */
  stream(address: string | URL, options?: OutgoingOptions): Promise<OutgoingStream>;
  /** A connected socket for drivers of databases, mail, files and brokers: the guard holds for all of them. */
  connect(target: Endpoint, options?: ConnectOptions): Promise<Socket>;
  /** A place of the product itself, which nobody reaches whatever is allowed. */
  forbid(endpoint: Endpoint): void;
  close(): Promise<void>;
}

const mostRedirects = 3;
const connectMs = 10_000;
const defaults = { timeoutMs: 15_000, mostBytes: 2 * 1024 * 1024 };

/**
 * Connects to public addresses alone, and of others to those which the installation, or the operator for one enterprise, allows.
 * A name is resolved once and the connection goes to an address that was checked, so a name cannot mean one machine when
 * checked and another when called.
 */
export function openOutgoing(
  config: Pick<Config, 'outgoingAllowed'>,
  isHeld: () => boolean = () => false,
  ranges: Pick<AllowedRanges, 'of'> = { of: () => [] },
  guard = openGuard(),
): Outgoing {
  const allowed = rangesOf(config.outgoingAllowed);
  const shared = newAgent([allowed]);
  const ofSpaces = new Map<string, { key: string; agent: Agent }>();

  /** What an enterprise is allowed is its own: connections that are kept open are not shared with others. */
  function agentOf(spaceId: string | undefined): Agent {
    const extra = spaceId === undefined ? [] : ranges.of(spaceId);
    if (spaceId === undefined || extra.length === 0) return shared;
    const key = extra.join(' ');
    const known = ofSpaces.get(spaceId);
    if (known?.key === key) return known.agent;
    // what was allowed before is not any more: calls under way end, no other begins
    void known?.agent.close();
    const agent = newAgent([allowed, rangesOf(extra)]);
    ofSpaces.set(spaceId, { key, agent });
    return agent;
  }

  function newAgent(lists: readonly BlockList[], ca?: string): Agent {
    const encrypt = buildConnector({ timeout: connectMs, ...(ca === undefined ? {} : { ca }) });
    return new Agent({
      // what is asked may take as long as `timeoutMs` says, and nothing else bounds it
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
        dial({ host: plainHost(options.hostname), port }, lists, connectMs).then(
          (socket) => {
            if (options.protocol === 'https:') encrypt({ ...options, httpSocket: socket }, callback);
            else callback(null, socket);
          },
          (error: Error) => callback(error, null),
        );
      },
    });
  }

  async function dial(
    target: Endpoint,
    lists: readonly BlockList[],
    timeoutMs: number,
    onread?: OnReadOpts,
  ): Promise<Socket> {
    const addresses = await guard.callable(target, lists).catch((error: unknown) => {
      throw new OutgoingError('network', error);
    });
    if (addresses.length === 0) throw new OutgoingError('address');
    let failure: unknown;
    for (const address of addresses) {
      try {
        return await socketTo(address, target.port, timeoutMs, onread);
      } catch (error) {
        failure = error;
      }
    }
    throw new OutgoingError('network', failure);
  }

  async function follow(address: string | URL, options: OutgoingOptions, agent: Agent): Promise<OutgoingAnswer> {
    const { status, headers, body } = await asked(address, options, agent);
    return { status, headers, body: await readLimited(body, options.mostBytes ?? defaults.mostBytes) };
  }

  async function asked(address: string | URL, options: OutgoingOptions, agent: Agent): Promise<Response> {
    const { timeoutMs } = { ...defaults, ...options };
    const until = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, until]) : until;
    let url = requireCallable(new URL(address));
    let init: RequestInit = {
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      ...(options.body === undefined ? {} : { body: options.body as NonNullable<RequestInit['body']> }),
      ...(options.body instanceof Readable ? { duplex: 'half' } : {}),
    };
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(url, { ...init, redirect: 'manual', dispatcher: agent, signal }).catch(
        (error: unknown) => {
          throw asOutgoing(error);
        },
      );
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) return response;
      await response.body?.cancel();
      if (redirects >= mostRedirects) throw new OutgoingError('redirects');
      const next = requireCallable(new URL(location, url));
      // credentials are for the one who was named, and a body is not sent twice
      init =
        next.origin === url.origin && ['GET', 'HEAD'].includes(init.method ?? 'GET')
          ? init
          : { method: 'GET', headers: {} };
      url = next;
    }
  }

  return {
    async call(address, options = {}) {
      if (isHeld() && !options.whileHeld) throw new OutgoingError('held');
      if (options.ca === undefined) return follow(address, options, agentOf(options.spaceId));
      const extra = options.spaceId === undefined ? [] : ranges.of(options.spaceId);
      const own = newAgent([allowed, rangesOf(extra)], options.ca);
      try {
        return await follow(address, options, own);
      } finally {
        await own.destroy();
      }
    },
    async stream(address, options = {}) {
      if (isHeld() && !options.whileHeld) throw new OutgoingError('held');
      const extra = options.spaceId === undefined ? [] : ranges.of(options.spaceId);
      const own = options.ca === undefined ? undefined : newAgent([allowed, rangesOf(extra)], options.ca);
      try {
        const { status, headers, body } = await asked(address, options, own ?? agentOf(options.spaceId));
        const read = body === null ? Readable.from([]) : Readable.fromWeb(body as never);
        // a deadline that passes before anybody reads is told to whoever reads then
        read.on('error', () => {});
        if (own) read.once('close', () => void own.destroy());
        return { status, headers, body: read };
      } catch (error) {
        await own?.destroy();
        throw error;
      }
    },
    async connect(target, { spaceId, named = false, timeoutMs = connectMs, whileHeld = false, onread } = {}) {
      if (isHeld() && !whileHeld) throw new OutgoingError('held');
      const extra = spaceId === undefined ? [] : ranges.of(spaceId);
      return dial(
        { host: plainHost(target.host), port: target.port },
        named ? [everywhere] : [allowed, rangesOf(extra)],
        timeoutMs,
        onread,
      );
    },
    forbid: (endpoint) => guard.forbid({ ...endpoint, host: plainHost(endpoint.host) }),
    async close() {
      await Promise.all([shared, ...[...ofSpaces.values()].map(({ agent }) => agent)].map((agent) => agent.close()));
    },
  };
}

function plainHost(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function requireCallable(url: URL): URL {
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '') throw new OutgoingError('address');
  return url;
}

/** By address: nothing is left to resolve. */
function socketTo(address: string, port: number, timeoutMs: number, onread?: OnReadOpts): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const options = { host: address, port, family: isIP(address), noDelay: true };
    const socket = openSocket({ ...options, ...(onread && { onread }) });
    const patience = setTimeout(() => socket.destroy(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs);
    socket.once('error', (error) => {
      clearTimeout(patience);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(patience);
      socket.removeAllListeners('error');
      // until its driver listens, a break is nobody's to hear; the driver finds the socket closed
      socket.on('error', () => {});
      resolve(socket);
    });
  });
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
