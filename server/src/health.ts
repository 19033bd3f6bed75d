import { sql } from 'kysely';
import type { Server } from './platform/http.ts';
import type { Platform } from './platform/platform.ts';
import { apiDocs } from './platform/api-docs.ts';
import { openApi } from './platform/openapi.ts';
import { api } from '@formwork/contract/api.ts';
import { randomBytes } from 'node:crypto';
import { contentSecurityPolicy } from './pages.ts';

/** What machines and developers ask of a process: is it alive, is it ready, its figures, its interface. */
export function serveHealth({ fastify }: Server, platform: Platform, state: { stopping: boolean }): void {
  fastify.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));

  fastify.get('/readyz', async (_request, reply) => {
    if (state.stopping) return reply.code(503).send({ status: 'stopping' });
    try {
      await sql`select 1`.execute(platform.control);
      return await reply.send({ status: 'ready' });
    } catch (error) {
      platform.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'no database' });
    }
  });

  fastify.get('/metrics', async (request, reply) => {
    const token = platform.config.metricsToken;
    if (token !== '' && request.headers.authorization !== `Bearer ${token}`) return reply.code(401).send();
    platform.metrics.sockets.set(platform.realtime.openSockets());
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });

  const document = openApi(api, '0.1.0');
  fastify.get('/api/openapi.json', (_request, reply) => reply.send(document));
  fastify.get('/api/docs', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply.type('text/html; charset=utf-8').header('content-security-policy', contentSecurityPolicy(nonce)).send(apiDocs(document as never, nonce));
  });
}
