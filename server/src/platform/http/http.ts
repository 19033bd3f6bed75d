import {
  onBehalfOfHeader,
  signedInAsHeader,
  type AgentNeed,
  type Endpoint,
  type InputOf,
  type ResponseOf,
} from '@formwork/contract/endpoint.ts';
import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bodyLimits, isLargeBody } from './bodies.ts';
import type { Ctx, TxCtx, VisitorCtx } from '../context.ts';
import { inControl } from '../db/db.ts';
import { AppError, forbidden, refuse } from '../errors.ts';
import { looseReader } from './loose-input.ts';
import { gather } from '../db/pipeline.ts';
import { ignoredHeader, queryDates } from './query-dates.ts';
import { recordRefusal } from './refusals.ts';
import { ticketShown, type ShownTicket } from './shown-ticket.ts';

/** The server as modules see it: where routes go. */
export interface Server {
  fastify: FastifyInstance;
  /** Who calls, or undefined for a visitor; throws for a space the person does not belong to. */
  identify: (request: FastifyRequest) => Promise<VisitorCtx>;
  /** Who shows a service's ticket; asked for where a service answers and nowhere else, so that a ticket opens nothing beside. */
  identifyByTicket: (request: FastifyRequest, shown: ShownTicket) => Promise<VisitorCtx>;
  /** The same call as one of the person it is made for; refuses who is not their agent. */
  actFor: (ctx: VisitorCtx, personId: string, need: AgentNeed | undefined) => Promise<VisitorCtx>;
  endpoints: Set<Endpoint>;
  /** The zone in which the space of a call writes its times; the usual one for a visitor of none. */
  zoneOf: (spaceId: string | undefined) => string;
  /** Look at every call of a signed-in person before it runs; refuse it or hold it back by throwing. */
  guards: CallGuard[];
  /** Whether somebody looks after one of these parts as no administrator: asked where their role does not let them call what is for it. */
  delegates?: (ctx: Ctx, parts: readonly DelegatedPart[]) => boolean | Promise<boolean>;
  /** The endpoints that change rights, by method and path: what was held back is run later. */
  rights: Map<string, RightsRoute>;
}

/** Answers nothing at once where there is nothing to look at: every call passes here. */
export type CallGuard = (ctx: Ctx, endpoint: AnyEndpoint, input: CallInput) => Promise<void> | undefined;

export interface CallInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** What a change of rights would change, by name, and how it is now: for whoever has to judge it. */
export interface RightsSubject {
  name: string;
  before?: unknown;
  /** How it would be then; what was sent says it itself when left out. */
  after?: unknown;
}

export interface RightsRoute {
  endpoint: AnyEndpoint;
  run: (ctx: Ctx, input: CallInput) => Promise<unknown>;
  /** null: with this input it changes nobody's rights, and need not wait. */
  describe?: (ctx: Ctx, input: CallInput) => Promise<RightsSubject | null>;
}

/** Of what is wrong with an input so many are told: nobody mends more at once. */
export const mostProblems = 50;

export function rightsKey(endpoint: Pick<AnyEndpoint, 'method' | 'path'>): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** Says what a change of rights is about; called after the endpoint's own route. */
export function describeRights<E extends AnyEndpoint>(
  server: Server,
  endpoint: E,
  describe: (ctx: Ctx, input: InputOf<E>) => Promise<RightsSubject | null>,
): void {
  server.rights.get(rightsKey(endpoint))!.describe = (ctx, input) => describe(ctx, input as InputOf<E>);
}

// biome-ignore format: the generic bounds read better in one line
type AnyEndpoint = Endpoint<any, any, any, any>; // eslint-disable-line typescript/no-explicit-any -- any endpoint at all

/** An answer which is JSON text already, or its bytes: hot paths write it themselves. A reply cannot be handed back for that, awaiting one waits for its last byte. */
export interface JsonText {
  jsonText: string | Buffer;
}

type Direct<E extends AnyEndpoint, C> = (
  ctx: C,
  input: InputOf<E>,
  reply: FastifyReply,
  request: FastifyRequest,
) => Promise<ResponseOf<E> | JsonText | FastifyReply>;
type InTransaction<E extends AnyEndpoint> = (ctx: TxCtx, input: InputOf<E>) => Promise<ResponseOf<E>>;

/**
 * Routes an endpoint to a function which runs inside a control-plane transaction of the caller's space. `before` runs ahead of it:
 * what it asks of the data plane would want a second connection inside.
 */
export function route<E extends AnyEndpoint>(
  server: Server,
  endpoint: E,
  handler: InTransaction<E>,
  before?: (ctx: Ctx, input: InputOf<E>) => Promise<void>,
): void {
  routeDirect(server, endpoint, async (ctx, input) => {
    await before?.(ctx, input);
    return inControl(ctx.platform.control, ctx.spaceId, (tx) => handler({ ...ctx, tx }, input));
  });
}

/** Routes an endpoint to a function without a transaction: hot paths, the data plane, streams. */
export function routeDirect<E extends AnyEndpoint>(server: Server, endpoint: E, handler: Direct<E, Ctx>): void {
  const permission = endpoint.permission;
  if (permission === 'anyone') throw new Error(`${endpoint.path} is for anyone: use routeVisitor`);
  // what is held back answers JSON: it has no reply of its own any more when it runs
  if (endpoint.rights)
    server.rights.set(rightsKey(endpoint), {
      endpoint,
      run: (ctx, input) => handler(ctx, input as InputOf<E>, undefined as never, undefined as never),
    });
  add(server, endpoint, async (visitor, input, reply, request) => {
    if (!visitor.user || visitor.spaceId === undefined) throw notSignedIn(visitor);
    const may = mayCall(server, endpoint, visitor as Ctx);
    if (!(typeof may === 'boolean' ? may : await may)) throw forbidden();
    for (const guard of server.guards) {
      const looking = guard(visitor as Ctx, endpoint, input);
      if (looking) await looking;
    }
    return handler(visitor as Ctx, input as InputOf<E>, reply, request);
  });
}

/** Routes an endpoint that visitors may call too. */
export function routeVisitor<E extends AnyEndpoint>(server: Server, endpoint: E, handler: Direct<E, VisitorCtx>): void {
  add(server, endpoint, handler as never);
}

type Handler = (ctx: VisitorCtx, input: CallInput, reply: FastifyReply, request: FastifyRequest) => Promise<unknown>;

function add(server: Server, endpoint: AnyEndpoint, handler: Handler): void {
  server.endpoints.add(endpoint);
  const readParams = reader(endpoint.params, 'params', true);
  const readQuery = reader(endpoint.query, 'query', true);
  const readDates = queryDates(endpoint.query);
  const readJson = reader(endpoint.body, 'body', false);
  const readForm = reader(endpoint.body, 'body', true);
  const checkResponse = process.env.NODE_ENV === 'test' && endpoint.transfer !== 'stream';

  async function handle(ctx: VisitorCtx, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    // A refusal for want of rights comes before one for bad input: input rules are not for strangers.
    const refusing = refusalBeforeInput(server, endpoint, ctx);
    const early = refusing instanceof Promise ? await refusing : refusing;
    if (early) throw early;
    const dated = readDates?.(request.query, () => server.zoneOf(ctx.spaceId));
    if (dated && dated.ignored.length > 0) void reply.header(ignoredHeader, dated.ignored.join(','));
    const formEncoded = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    const input = {
      params: readParams(request.params),
      query: readQuery(dated ? dated.query : request.query),
      body: endpoint.transfer === 'multipart' ? undefined : (formEncoded ? readForm : readJson)(flatEnough(request)),
    };
    return handler(ctx, input, reply, request);
  }

  server.fastify.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...bodyLimits(endpoint),
    // whoever may not call it has nothing read: a body costs before anybody knows who sent it
    onRequest: (request, _reply, done) => {
      if (endpoint.permission === 'anyone' || endpoint.transfer === 'multipart' || !isLargeBody(request)) return done();
      callerOf(server, request, endpoint)
        .then((ctx) => refusalBeforeInput(server, endpoint, ctx))
        .then((early) => done(early), done);
    },
    handler: async (request, reply) => {
      const caller = await callerOf(server, request, endpoint);
      requireSamePerson(caller, request.headers[signedInAsHeader]);
      const principal = request.headers[onBehalfOfHeader];
      const ctx = typeof principal === 'string' ? await server.actFor(caller, principal, endpoint.agents) : caller;
      const result = await handle(ctx, request, reply).catch(async (error: unknown) => {
        if (error instanceof AppError && error.status === 403)
          await recordRefusal(ctx, { method: endpoint.method, path: endpoint.path, code: error.code });
        throw error;
      });
      // A reply is thenable: what a handler answered itself arrives here as undefined, after it is sent or who asked has left.
      if (result === reply || reply.sent || reply.raw.headersSent) return reply;
      const text = isJsonText(result) ? result.jsonText : JSON.stringify(result ?? null);
      if (checkResponse) endpoint.response.parse(JSON.parse(String(text)));
      // a call that the server makes for a page has no line to leave by
      if ('cork' in request.raw.socket) gather(request.raw.socket);
      if (endpoint.status) void reply.code(endpoint.status);
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

/** By the ticket that is shown, else by cookie or token. */
async function callerOf(server: Server, request: FastifyRequest, endpoint: AnyEndpoint): Promise<VisitorCtx> {
  const shown = ticketShown(request, endpoint);
  return shown ? server.identifyByTicket(request, shown) : server.identify(request);
}

/** By their role, or as somebody who looks after a part; that one is asked of the organization, which rarely has to be read. */
function mayCall(server: Server, { permission, delegable }: AnyEndpoint, ctx: Ctx): boolean | Promise<boolean> {
  if (permission === 'anyone' || holds(ctx.user, permission)) return true;
  return delegable !== undefined && server.delegates !== undefined && server.delegates(ctx, delegable);
}

function refusalBeforeInput(
  server: Server,
  endpoint: AnyEndpoint,
  ctx: VisitorCtx,
): AppError | undefined | Promise<AppError | undefined> {
  if (endpoint.permission !== 'anyone') {
    if (!ctx.user || ctx.spaceId === undefined) return notSignedIn(ctx);
    const may = mayCall(server, endpoint, ctx as Ctx);
    if (typeof may !== 'boolean') return may.then((yes) => (yes ? refusalByKind(endpoint, ctx) : forbidden()));
    if (!may) return forbidden();
  }
  return refusalByKind(endpoint, ctx);
}

function refusalByKind(endpoint: AnyEndpoint, ctx: VisitorCtx): AppError | undefined {
  if (ctx.user?.byToken && (endpoint.inSession || endpoint.inPerson)) return forbidden('developer.token_not_here');
  return endpoint.inPerson && ctx.user?.deputy ? forbidden('identity.hosting.in_person') : undefined;
}

/** In another tab the same browser may have switched to somebody else since: what a page asks for one person is not done as another. */
function requireSamePerson({ user }: VisitorCtx, expected: string | string[] | undefined): void {
  if (user && typeof expected === 'string' && expected !== user.id) throw refuse('identity.session.other_person');
}

function notSignedIn({ shutOut }: VisitorCtx): AppError {
  return refuse(shutOut ?? 'platform.not_signed_in');
}

/** Nested deeper than anything we read; a schema that calls itself would run out of stack. */
const mostDeep = 200;
/** So short a body cannot be as deep. */
const shortBody = 2 * mostDeep;

function flatEnough({ body, headers }: FastifyRequest): unknown {
  if (Number(headers['content-length'] ?? Infinity) > shortBody && isDeep(body))
    throw new AppError('platform.invalid_input', undefined, [{ path: '', code: 'input.too_deep' }]);
  return body;
}

/** Level by level, without calling itself. */
function isDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostDeep) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

function reader(schema: z.ZodType | undefined, part: string, loose: boolean): (value: unknown) => unknown {
  if (!schema) return () => (part === 'body' ? undefined : {});
  const soften = loose ? looseReader(schema) : (value: unknown) => value;
  return (value) => {
    const result = schema._zod.run({ value: soften(value ?? {}), issues: [] }, { async: false });
    if (result instanceof Promise) throw new Error('a schema of an endpoint has to answer at once');
    if (result.issues.length === 0) return result.value;
    // words are made for those that are told alone
    throw inputError(
      new z.ZodError(
        result.issues
          .slice(0, mostProblems)
          .map((issue) => z.core.util.finalizeIssue(issue, { async: false }, z.config())),
      ),
      part,
    );
  };
}

function isJsonText(result: unknown): result is JsonText {
  return typeof result === 'object' && result !== null && 'jsonText' in result;
}

/** Names that were sent come back in a refusal; they are cut, so that it is shorter than what it refuses. */
const longestPath = 200;
const mostNames = 10;

/** zod's findings as field errors; `input.<issue>` texts are in the dictionaries. */
export function inputError(error: z.ZodError, part = 'body'): AppError {
  const fields = error.issues.map((issue) => {
    // what each branch of a union found wrong would say everything many times over
    const {
      code,
      path,
      message: _message,
      input: _input,
      errors: _branches,
      ...data
    } = issue as typeof issue & { input?: unknown; errors?: unknown };
    return {
      path: (part === 'body' ? path : [part, ...path]).join('.').slice(0, longestPath),
      code: `input.${code}`,
      data: readableData(data),
    };
  });
  return new AppError('platform.invalid_input', undefined, fields);
}

function readableData(data: object): Record<string, unknown> {
  const { keys, ...others } = JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
  return Array.isArray(keys)
    ? { ...others, keys: keys.slice(0, mostNames).map((key) => String(key).slice(0, longestPath)) }
    : others;
}
