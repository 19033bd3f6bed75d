import { randomBytes } from 'node:crypto';
import { parse as parsePlainQuery } from 'node:querystring';
import compress from '@fastify/compress';
import { quietlyGoneHeader, refusedStatusHeader, visitorBodyBytes } from '@formwork/contract/endpoint.ts';
import type { ErrorBody } from '@formwork/contract/errors.ts';
import { spacePrefixOf } from '@formwork/contract/matcher.ts';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import qs from 'qs';
import { callerAddress, isWithin, rangesOf } from './addresses.ts';
import { bodyIsThere, bracketStyle, hasTwoHosts, readBodies, watchBody } from './bodies.ts';
import type { VisitorCtx } from '../context.ts';
import { AppError, refuse } from '../errors.ts';
import { mostProblems, type Server } from './http.ts';
import { localeOf } from './locale.ts';
import { noteFull, outageOf } from './outage.ts';
import { paceOf } from './pace.ts';
import type { ConstraintRefusal, Module } from '../module.ts';
import type { Platform } from '../platform.ts';
import { isForeignHost, originOfHost } from './hosts.ts';
import { requireOwnOrigin } from './origin.ts';
import { letPagesRead } from './other-origins.ts';
import type { ShownTicket } from './shown-ticket.ts';

const slowMs = 1_000;
/** Whoever watches over the process asks it by the machine's own name. */
const watched = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

/** The paths below a space's prefix which mean the same without it. */
const spaceless = /^\/(?:api|napi|api2|socket)(?:[/?]|$)/;
const spaceOf = new WeakMap<object, string>();

export async function createServer(
  platform: Platform,
  modules: readonly Module[],
  identify: (
    visitor: VisitorCtx,
    headers: Pick<FastifyRequest['headers'], 'cookie' | 'authorization'>,
  ) => Promise<VisitorCtx>,
  identifyByTicket: (visitor: VisitorCtx, shown: ShownTicket) => Promise<VisitorCtx>,
  actFor: Server['actFor'],
  zoneOf: Server['zoneOf'],
): Promise<Server> {
  const { config, log, metrics } = platform;
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  const overHttps = config.publicUrl.startsWith('https:');
  // under the server's own type for loggers, or its type would name ours
  const logger: FastifyBaseLogger = log;
  const fastify = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // our lines name their request themselves
    childLoggerFactory: (whole) => whole,
    trustProxy: proxiesBefore(config.trustProxy),
    // endpoints that read more say so
    bodyLimit: visitorBodyBytes,
    // a filter of the largest size the contract allows fits an address
    http: { maxHeaderSize: 192 * 1024 },
    forceCloseConnections: 'idle',
    genReqId: () => `${prefix}-${(++count).toString(36)}`,
    routerOptions: { querystringParser: readQuery, maxParamLength: 500 },
    rewriteUrl(request) {
      const { url = '/' } = request;
      const space = spacePrefixOf(url);
      const inside = space === undefined ? '' : url.slice(space.length + 1);
      if (space === undefined || !spaceless.test(inside)) return url;
      spaceOf.set(request, space.slice('space-'.length));
      return inside;
    },
  });
  await fastify.register(compress, { global: true, threshold: 4_096, encodings: ['gzip'] });
  readBodies(fastify);
  answerErrors(fastify, platform, constraintsOf(modules));

  // hooks that answer by a callback: a promise each would cost every request
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', bearsToken(request.url) ? 'no-referrer' : 'same-origin');
    // pages and files say more of what they may do
    if (request.url.startsWith('/api'))
      void reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (overHttps) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (hasTwoHosts(request.raw)) throw refuse('platform.bad_request');
    if (isForeignHost(config, request.headers.host) && !watched.test(request.url)) throw refuse('platform.wrong_host');
    if (letPagesRead(request, reply, config)) return;
    requireOwnOrigin(request, config);
    watchBody(request, config);
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    bodyIsThere(request);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    // one that was refused before it became a socket is closed by nobody else, and the server could not stop for it
    if (request.headers.upgrade !== undefined && reply.statusCode >= 400) request.raw.socket.destroySoon();
    const ms = reply.elapsedTime;
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${Math.trunc(reply.statusCode / 100)}xx`;
    metrics.requests.observe({ area: areaOf(route), status }, ms / 1000);
    metrics.answers.inc({ method: request.method, route, status });
    if (ms > slowMs) log.warn(requestLine(request, reply, ms), 'slow request');
    else if (log.isLevelEnabled('debug')) log.debug(requestLine(request, reply, ms), 'request');
    done();
  });

  const server: Server = {
    fastify,
    actFor,
    zoneOf,
    endpoints: new Set(),
    identify: (request) => identify(visitorOf(platform, request), request.headers),
    identifyByTicket: (request, shown) => identifyByTicket(visitorOf(platform, request), shown),
    guards: [paceOf(config), (ctx, endpoint) => refuseWhileRestored(platform, ctx, endpoint)],
    rights: new Map(),
  };
  for (const module of modules) module.routes?.(server);
  return server;
}

/** In a space that is exchanged just now for how it was, what is written would be lost; accounts are not part of it. */
function refuseWhileRestored(
  { hold }: Platform,
  { spaceId }: { spaceId: string },
  { method, path }: { method: string; path: string },
): undefined {
  if (method !== 'GET' && !path.startsWith('/identity/') && hold.spaces.get(spaceId)?.restoring === true)
    throw refuse('platform.restoring');
  return undefined;
}

/** Asked from the nearest address outwards: the first one that is not trusted is the caller's. */
function proxiesBefore(trusted: number | string[]): false | ((address: string, hop: number) => boolean) {
  if (trusted === 0) return false;
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  const ranges = rangesOf(trusted);
  return (address) => isWithin(ranges, address);
}

/** `/api/forms/apps` is of forms; pages are of none. */
function areaOf(route: string): string {
  let area = areas.get(route);
  if (area === undefined) areas.set(route, (area = /^\/api\/([^/]+)/.exec(route)?.[1] ?? 'pages'));
  return area;
}
/** By route, of which there are so many and no more. */
const areas = new Map<string, string>();

/** The address of a shared thing or of a file's ticket is a secret: it opens it. */
const secretPath = /^(\/share\/|\/api\/files\/tickets\/)[^/?]+/;
/** So is that of a page which is handed a ticket or an invitation. */
const secretQuery = /[?&](?:ticket|preview|invite)=/;

function bearsToken(url: string): boolean {
  return secretPath.test(url) || secretQuery.test(url);
}

function loggedPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(secretPath, '$1…');
}

function requestLine(request: FastifyRequest, reply: FastifyReply, ms: number): object {
  return {
    requestId: request.id,
    method: request.method,
    path: loggedPath(request.url),
    status: reply.statusCode,
    ms: Math.round(ms),
  };
}

/** Names and texts alone, which is nearly every query, are read the same by the platform's own parser in a tenth of the time. */
function readQuery(text: string): Record<string, unknown> {
  if (!/\[|%5b/i.test(text)) {
    const plain = parsePlainQuery(text);
    if (
      Object.entries(plain).every(
        ([name, value]) => typeof value === 'string' && name !== '' && !(name in Object.prototype),
      )
    )
      return plain;
  }
  return qs.parse(text, bracketStyle);
}

/** The space of the address: its prefix, which api paths have lost on the way in. */
function visitorOf(platform: Platform, request: FastifyRequest): VisitorCtx {
  const spaceId = spaceOf.get(request.raw) ?? spacePrefixOf(request.url)?.slice('space-'.length);
  const pageOrigin = originOfHost(platform.config, request.headers.host);
  return {
    platform,
    requestId: request.id,
    ip: callerAddress(request.ip, request.socket.remoteAddress),
    userAgent: request.headers['user-agent'] ?? '',
    // a document that the browser fetches by itself comes in the language of the page, which its address names
    locale: localeOf((request.query as { lang?: string } | undefined)?.lang ?? request.headers['accept-language']),
    ...(spaceId === undefined ? {} : { spaceId }),
    ...(pageOrigin === undefined ? {} : { pageOrigin }),
  };
}

function constraintsOf(modules: readonly Module[]): Map<string, ConstraintRefusal> {
  return new Map(modules.flatMap((module) => Object.entries(module.constraintCodes ?? {})));
}

function answerErrors(fastify: FastifyInstance, platform: Platform, constraints: Map<string, ConstraintRefusal>): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const known = error instanceof AppError ? error : refusalFor(error, constraints);
    if (known.code === 'platform.full') noteFull(platform);
    // nobody is there any more to answer
    const left = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed;
    if (known.status >= 500 && !left)
      platform.log.error(
        { err: error, requestId: request.id, method: request.method, path: loggedPath(request.url) },
        'a request failed',
      );
    return answer(reply, request, known);
  });
}

/** What an address names is not there, no longer, cannot be at all, or asks for another password than the one given. */
const quietStatuses: readonly number[] = [403, 404, 410, 422, 429];

export function answer(reply: FastifyReply, request: FastifyRequest, error: AppError): FastifyReply {
  const body: ErrorBody = { code: error.code, requestId: request.id };
  if (error.data) body.data = error.data;
  if (error.fields) body.fields = error.fields.slice(0, mostProblems);
  if (error.status === 429 && typeof error.data?.secondsLeft === 'number')
    void reply.header('retry-after', error.data.secondsLeft);
  const quietly = quietStatuses.includes(error.status) && request.headers[quietlyGoneHeader] !== undefined;
  if (quietly) void reply.header(refusedStatusHeader, error.status);
  return reply
    .code(quietly ? 200 : error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** What the database or the server itself refused, as one of our codes. */
function refusalFor(
  error: FastifyError & { constraint?: string },
  constraints: Map<string, ConstraintRefusal>,
): AppError {
  const known = error.constraint === undefined ? undefined : constraints.get(error.constraint);
  if (typeof known === 'string') return new AppError(known);
  if (known) return new AppError(known.code, undefined, [{ path: known.path, code: known.code }]);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.code === 'FST_REQ_FILE_TOO_LARGE')
    return refuse('platform.body_too_large');
  if (error.code?.startsWith('FST_ERR_CTP') || error instanceof SyntaxError) return refuse('platform.bad_body');
  // whoever sent it broke off, or was told that it took too long: nothing of ours failed
  if (error.code === 'ECONNRESET' && error.message === 'aborted') return refuse('platform.bad_body');
  // characters that no text of the database can hold: a zero, half a character
  if (error.code === '22021' || error.code === '22P05') return refuse('platform.bad_body');
  const outage = outageOf(error);
  if (outage) return refuse(outage);
  if (error.statusCode !== undefined && error.statusCode < 500)
    return refuse(error.statusCode === 404 ? 'platform.interface_not_found' : 'platform.bad_body');
  return refuse('platform.internal');
}
