import type { IncomingMessage } from 'node:http';
import { bodyBytesOf, visitorBodyBytes, type Endpoint } from '@formwork/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import qs from 'qs';
import type { Config } from '../config.ts';
import { refuse } from '../errors.ts';

/** Limits of the specification for bracket-style queries and form-encoded bodies. */
export const bracketStyle = { depth: 5, parameterLimit: 1_000, arrayLimit: 20 } as const;

// What a body may be made of: reading costs by the value and by the key, not by the byte.
const mostKeys = 2_000;
const mostItems = 20_000;
const mostDepth = 100;
const mostValues = 200_000;
/** Below this much text nothing can be too many. */
const smallText = 2 * mostKeys;
/** Uploads take their time. */
const uploadTimes = 60;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The largest number of values in a body. */
    mostValues?: number;
    /** The text of the body is kept. */
    signed?: boolean;
  }
  interface FastifyRequest {
    /** The body as it was sent, where the endpoint is signed. */
    sentText?: string;
  }
}

/** How Fastify is to read the bodies of an endpoint. */
export function bodyLimits(endpoint: Pick<Endpoint, 'permission' | 'body' | 'bodyBytes' | 'signed'>): {
  bodyLimit: number;
  config: { mostValues: number; signed: boolean };
} {
  const bodyLimit = bodyBytesOf(endpoint);
  return { bodyLimit, config: { mostValues: Math.min(bodyLimit / 10, mostValues), signed: endpoint.signed === true } };
}

/** More than a visitor may send, by what it says of itself. */
export function isLargeBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > visitorBodyBytes;
}

export function readBodies(fastify: FastifyInstance): void {
  // the one way: no text of a body reaches a schema by `__proto__` or `constructor`
  const readJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.signed) request.sentText = body as string;
    if (isModest(body as string, request.routeOptions.config.mostValues ?? visitorBodyBytes / 10))
      void readJson(request, body as string, done);
    else done(refuse('platform.body_too_large'));
  });
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, qs.parse(body as string, { ...bracketStyle, throwOnLimitExceeded: true }));
    } catch {
      done(refuse('platform.bad_body'));
    }
  });
}

/** Whether a JSON text holds no more than may be read in a moment: so many values, keys of one object, items of one list, levels. */
export function isModest(text: string, values: number): boolean {
  if (text.length < smallText) return true;
  const counts: number[] = [];
  const most: number[] = [];
  let total = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 34: // "
        at = endOfText(text, at);
        break;
      case 91: // [
      case 123: // {
        counts.push(1);
        most.push(text.charCodeAt(at) === 91 ? mostItems : mostKeys);
        if (counts.length > mostDepth) return false;
        break;
      case 93: // ]
      case 125: // }
        counts.pop();
        most.pop();
        break;
      case 44: // ,
        if (++counts[counts.length - 1]! > most.at(-1)! || ++total > values) return false;
        break;
    }
  }
  return true;
}

/** Where the quotation mark stands that ends a text. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === 92) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

const watches = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** A body that comes a byte at a time keeps its connection for so long and no longer. */
export function watchBody(request: FastifyRequest, { bodySeconds }: Pick<Config, 'bodySeconds'>): void {
  const { raw, headers } = request;
  if (raw.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)) return;
  const upload = headers['content-type']?.startsWith('multipart/') ?? false;
  const watch = setTimeout(
    () => {
      if (raw.complete) return;
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      raw.socket.destroySoon();
    },
    bodySeconds * 1_000 * (upload ? uploadTimes : 1),
  );
  watch.unref();
  watches.set(raw, watch);
}

/** The body is there, or nobody waits for it any more. */
export function bodyIsThere({ raw }: FastifyRequest): void {
  clearTimeout(watches.get(raw));
}

/** Two names of a host, of which a proxy may have believed the other one. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}
