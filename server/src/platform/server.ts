import { randomBytes } from 'node:crypto';
import { parse as parsePlainQuery } from 'node:querystring';
import compress from '@fastify/compress';
import { visitorBodyBytes } from '@formwork/contract/endpoint.ts';
import type { ErrorBody, ErrorCode } from '@formwork/contract/errors.ts';
import { spacePrefixOf } from '@formwork/contract/matcher.ts';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import qs from 'qs';
import { callerAddress, isWithin, rangesOf } from './addresses.ts';
import { bodyIsThere, bracketStyle, hasTwoHosts, readBodies, watchBody } from './bodies.ts';
import type { VisitorCtx } from './context.ts';
import { AppError, refuse } from './errors.ts';
import { mostProblems, type Server } from './http.ts';
import { localeOf } from './locale.ts';
import { noteFull, outageOf } from './outage.ts';
import type { Module } from './module.ts';
import type { Platform } from './platform.ts';
import { requireOwnOrigin } from './origin.ts';

const slowMs = 1_000;

/** The paths below a space's prefix which mean the same without it. */
const spaceless = /^\/(space-[a-z0-9]+)(\/(?:api|napi|api2|socket)(?:[/?].*)?)$/;
const spaceOf = new WeakMap<object, string>();

export async function createServer(platform: Platform, modules: Module[], identify: (visitor: VisitorCtx, headers: Pick<FastifyRequest['headers'], 'cookie' | 'authorization'>) => Promise<VisitorCtx>, actFor: Server['actFor'], zoneOf: Server['zoneOf']): Promise<Server> {
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
      const match = spaceless.exec(request.url ?? '');
      if (!match) return request.url ?? '/';
      spaceOf.set(request, match[1]!.slice('space-'.length));
      return match[2]!;
    },
  });
  await fastify.register(compress, { global: true, threshold: 4_096, encodings: ['gzip'] });
  readBodies(fastify);
  answerErrors(fastify, platform, constraintsOf(modules));

  // hooks that answer by a callback: a promise each would cost every request
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff').header('referrer-policy', bearsToken(request.url) ? 'no-referrer' : 'same-origin');
    // pages and files say more of what they may do
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (overHttps) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (hasTwoHosts(request.raw)) throw refuse('platform.bad_request');
    requireOwnOrigin(request, config);
    watchBody(request, config);
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    bodyIsThere(request);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
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
    guards: [],
    rights: new Map(),
  };
  for (const module of modules) module.routes?.(server);
  return server;
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
  return /^\/api\/([^/]+)/.exec(route)?.[1] ?? 'pages';
}

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
  return { requestId: request.id, method: request.method, path: loggedPath(request.url), status: reply.statusCode, ms: Math.round(ms) };
}

/** Names and texts alone, which is nearly every query, are read the same by the platform's own parser in a tenth of the time. */
function readQuery(text: string): Record<string, unknown> {
  if (!/\[|%5b/i.test(text)) {
    const plain = parsePlainQuery(text);
    if (Object.entries(plain).every(([name, value]) => typeof value === 'string' && name !== '' && !(name in Object.prototype))) return plain;
  }
  return qs.parse(text, bracketStyle);
}

/** The space of the address: its prefix, which api paths have lost on the way in. */
function visitorOf(platform: Platform, request: FastifyRequest): VisitorCtx {
  const spaceId = spaceOf.get(request.raw) ?? spacePrefixOf(request.url)?.slice('space-'.length);
  return {
    platform,
    requestId: request.id,
    ip: callerAddress(request.ip, request.socket.remoteAddress),
    userAgent: request.headers['user-agent'] ?? '',
    // a document that the browser fetches by itself comes in the language of the page, which its address names
    locale: localeOf((request.query as { lang?: string } | undefined)?.lang ?? request.headers['accept-language']),
    ...(spaceId === undefined ? {} : { spaceId }),
  };
}

function constraintsOf(modules: Module[]): Map<string, ErrorCode> {
  return new Map(modules.flatMap((module) => Object.entries(module.constraintCodes ?? {})));
}

function answerErrors(fastify: FastifyInstance, platform: Platform, constraints: Map<string, ErrorCode>): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const known = error instanceof AppError ? error : refusalFor(error, constraints);
    if (known.code === 'platform.full') noteFull(platform);
    if (known.status >= 500) platform.log.error({ err: error, requestId: request.id, method: request.method, path: loggedPath(request.url) }, 'a request failed');
    return answer(reply, request, known);
  });
}

export function answer(reply: FastifyReply, request: FastifyRequest, error: AppError): FastifyReply {
  const body: ErrorBody = { code: error.code, requestId: request.id };
  if (error.data) body.data = error.data;
  if (error.fields) body.fields = error.fields.slice(0, mostProblems);
  if (error.status === 429 && typeof error.data?.secondsLeft === 'number') void reply.header('retry-after', error.data.secondsLeft);
  return reply.code(error.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** What the database or the server itself refused, as one of our codes. */
function refusalFor(error: FastifyError & { constraint?: string }, constraints: Map<string, ErrorCode>): AppError {
  const code = error.constraint === undefined ? undefined : constraints.get(error.constraint);
  if (code) return new AppError(code);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.code === 'FST_REQ_FILE_TOO_LARGE') return refuse('platform.body_too_large');
  if (error.code?.startsWith('FST_ERR_CTP') || error instanceof SyntaxError) return refuse('platform.bad_body');
  // characters that no text of the database can hold: a zero, half a character
  if (error.code === '22021' || error.code === '22P05') return refuse('platform.bad_body');
  const outage = outageOf(error);
  if (outage) return refuse(outage);
  if (error.statusCode !== undefined && error.statusCode < 500) return refuse(error.statusCode === 404 ? 'platform.interface_not_found' : 'platform.bad_body');
  return refuse('platform.internal');
}
