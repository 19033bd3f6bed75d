import { sql } from 'kysely';
import type { Server } from './platform/http/http.ts';
import { isFull } from './platform/http/outage.ts';
import type { Platform } from './platform/platform.ts';
import { apiDocs } from './platform/http/api-docs.ts';
import { flowPaths } from './modules/orchestration/public.ts';
import { openApi } from './platform/http/openapi.ts';
import { api } from '@formwork/contract/api.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isDeveloper } from './modules/developer/public.ts';
import { isWithin, rangesOf } from './platform/http/addresses.ts';
import { contentSecurityPolicy } from './pages/content-security.ts';
import type { Ctx } from './platform/context.ts';
import { refuse } from './platform/errors.ts';
import { answer } from './platform/http/server.ts';

/** What machines and developers ask of a process: is it alive, is it ready, its figures, its interface. */
export function serveHealth({ fastify, identify }: Server, platform: Platform, state: { stopping: boolean }): void {
  fastify.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));

  fastify.get('/readyz', async (_request, reply) => {
    if (state.stopping) return reply.code(503).send({ status: 'stopping' });
    try {
      await sql`select 1`.execute(platform.control);
      if (isFull(platform)) return await reply.code(503).send({ status: 'no storage left' });
      return await reply.send({ status: 'ready' });
    } catch (error) {
      platform.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'no database' });
    }
  });

  fastify.get('/metrics', async (request, reply) => {
    if (!mayReadFigures(platform, request))
      return reply.code(401).send({ status: 'FORMWORK_METRICS_TOKEN is asked for' });
    platform.metrics.sockets.set(platform.realtime.openSockets());
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });

  fastify.get('/api/openapi.json', async (request, reply) => {
    const ctx = await identify(request);
    // whoever is signed in finds the flows they may call, each with its own inputs
    const document = await interfaceOf();
    if (!ctx.user || ctx.spaceId === undefined) return reply.send(document);
    const flows = await flowPaths(ctx as Ctx);
    return reply.send({ ...document, paths: { ...(document.paths as object), ...flows } });
  });
  fastify.get('/api/docs', async (request, reply) => {
    const ctx = await identify(request);
    if (!ctx.user) return answer(reply, request, refuse('platform.not_signed_in'));
    if (!(await isDeveloper(ctx as Ctx))) return answer(reply, request, refuse('platform.forbidden'));
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .send(apiDocs((await interfaceOf()) as never, nonce));
  });
}

let described: ReturnType<typeof openApi> | undefined;

/** The same for every server of a process, and for most of them never asked for. */
function interfaceOf(): ReturnType<typeof openApi> {
  return (described ??= openApi(api, '0.1.0'));
}

/** With the token; where none is set, from this machine alone, and not for whom a proxy on it calls. */
function mayReadFigures({ config: { metricsToken } }: Platform, { headers, socket }: FastifyRequest): boolean {
  if (metricsToken !== '') return isSameText(headers.authorization ?? '', `Bearer ${metricsToken}`);
  const forwarded =
    headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers['x-real-ip'] !== undefined;
  return !forwarded && isWithin(loopback, socket.remoteAddress ?? '');
}

const loopback = rangesOf(['127.0.0.0/8', '::1/128']);

/** Without telling by its time how much of it was right. */
function isSameText(given: string, right: string): boolean {
  return timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(right).digest());
}
