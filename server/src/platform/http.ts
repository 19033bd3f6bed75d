import type { Endpoint, InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Ctx, TxCtx, VisitorCtx } from './context.ts';
import { enterSpace } from './db.ts';
import { AppError, forbidden, refuse } from './errors.ts';
import { looseReader } from './loose-input.ts';

/** The server as modules see it: where routes go. */
export interface Server {
  fastify: FastifyInstance;
  /** Who calls, or undefined for a visitor; throws for a space the person does not belong to. */
  identify: (request: FastifyRequest) => Promise<VisitorCtx>;
  endpoints: Set<Endpoint>;
}

// biome-ignore format: the generic bounds read better in one line
type AnyEndpoint = Endpoint<any, any, any, any>; // eslint-disable-line typescript/no-explicit-any -- any endpoint at all

/** An answer which is JSON text already: hot paths write it themselves. A reply cannot be handed back for that, awaiting one waits for its last byte. */
export interface JsonText {
  jsonText: string;
}

type Direct<E extends AnyEndpoint, C> = (ctx: C, input: InputOf<E>, reply: FastifyReply, request: FastifyRequest) => Promise<ResponseOf<E> | JsonText | FastifyReply>;
type InTransaction<E extends AnyEndpoint> = (ctx: TxCtx, input: InputOf<E>) => Promise<ResponseOf<E>>;

/** Routes an endpoint to a function which runs inside a control-plane transaction of the caller's space. */
export function route<E extends AnyEndpoint>(server: Server, endpoint: E, handler: InTransaction<E>): void {
  routeDirect(server, endpoint, (ctx, input) =>
    ctx.platform.control.transaction().execute(async (tx) => {
      await enterSpace(tx, ctx.spaceId);
      return handler({ ...ctx, tx }, input);
    }));
}

/** Routes an endpoint to a function without a transaction: hot paths, the data plane, streams. */
export function routeDirect<E extends AnyEndpoint>(server: Server, endpoint: E, handler: Direct<E, Ctx>): void {
  const permission = endpoint.permission;
  if (permission === 'anyone') throw new Error(`${endpoint.path} is for anyone: use routeVisitor`);
  add(server, endpoint, async (visitor, input, reply, request) => {
    if (!visitor.user || visitor.spaceId === undefined) throw refuse('platform.not_signed_in');
    if (!roleHolds(visitor.user.role, permission)) throw forbidden();
    return handler(visitor as Ctx, input as InputOf<E>, reply, request);
  });
}

/** Routes an endpoint that visitors may call too. */
export function routeVisitor<E extends AnyEndpoint>(server: Server, endpoint: E, handler: Direct<E, VisitorCtx>): void {
  add(server, endpoint, handler as never);
}

type Handler = (ctx: VisitorCtx, input: { params: unknown; query: unknown; body: unknown }, reply: FastifyReply, request: FastifyRequest) => Promise<unknown>;

function add(server: Server, endpoint: AnyEndpoint, handler: Handler): void {
  server.endpoints.add(endpoint);
  const readParams = reader(endpoint.params, 'params', true);
  const readQuery = reader(endpoint.query, 'query', true);
  const readJson = reader(endpoint.body, 'body', false);
  const readForm = reader(endpoint.body, 'body', true);
  const checkResponse = process.env.NODE_ENV === 'test' && endpoint.transfer !== 'stream';

  server.fastify.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    handler: async (request, reply) => {
      const ctx = await server.identify(request);
      // A refusal for want of rights comes before one for bad input: input rules are not for strangers.
      const early = refusalBeforeInput(endpoint, ctx);
      if (early) throw early;
      const formEncoded = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
      const input = {
        params: readParams(request.params),
        query: readQuery(request.query),
        body: endpoint.transfer === 'multipart' ? undefined : (formEncoded ? readForm : readJson)(request.body),
      };
      const result = await handler(ctx, input, reply, request);
      // A reply is thenable: what a handler answered itself arrives here as undefined, after it is sent.
      if (result === reply || reply.sent) return reply;
      const text = isJsonText(result) ? result.jsonText : JSON.stringify(result ?? null);
      if (checkResponse) endpoint.response.parse(JSON.parse(text));
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

function refusalBeforeInput(endpoint: AnyEndpoint, ctx: VisitorCtx): AppError | undefined {
  if (endpoint.permission === 'anyone') return undefined;
  if (!ctx.user) return refuse('platform.not_signed_in');
  return roleHolds(ctx.user.role, endpoint.permission) ? undefined : forbidden();
}

function reader(schema: z.ZodType | undefined, part: string, loose: boolean): (value: unknown) => unknown {
  if (!schema) return () => (part === 'body' ? undefined : {});
  const soften = loose ? looseReader(schema) : (value: unknown) => value;
  return (value) => {
    const result = schema.safeParse(soften(value ?? {}));
    if (result.success) return result.data;
    throw inputError(result.error, part);
  };
}

function isJsonText(result: unknown): result is JsonText {
  return typeof result === 'object' && result !== null && 'jsonText' in result;
}

/** zod's findings as field errors; `input.<issue>` texts are in the dictionaries. */
export function inputError(error: z.ZodError, part = 'body'): AppError {
  const fields = error.issues.map((issue) => {
    const { code, path, message: _message, input: _input, ...data } = issue as typeof issue & { input?: unknown };
    return { path: (part === 'body' ? path : [part, ...path]).join('.'), code: `input.${code}`, data: JSON.parse(JSON.stringify(data)) as Record<string, unknown> };
  });
  return new AppError('platform.invalid_input', undefined, fields);
}
