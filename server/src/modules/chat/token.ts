import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';

const lifeSeconds = 600;
/** What the call's clients know as success and as refusal. */
const success = '1200';
const refused = '1401';

/** GET /api2/chat/token: a short-lived signed token of the person who asks, for nobody else. */
export function chatRoutes(server: Server): void {
  server.fastify.get<{ Querystring: { userId?: string } }>(
    '/api2/chat/token',
    async (request: FastifyRequest<{ Querystring: { userId?: string } }>, reply: FastifyReply) => {
      const { user, spaceId, platform } = await server.identify(request);
      void reply.header('cache-control', 'no-store');
      // it outlives the moment in which a trustee loses the account
      if (!user || user.deputy || spaceId === undefined || request.query.userId !== user.id)
        return reply.send({ status: refused });
      return reply.send({ status: success, token: signChatToken(platform, spaceId, user.id) });
    },
  );
}

/** `<payload>.<signature>`, both base64url; the payload says who, where and until when (seconds since 1970). */
export function signChatToken(platform: Pick<Platform, 'config'>, spaceId: string, userId: string): string {
  const payload = Buffer.from(
    JSON.stringify({ spaceId, userId, until: Math.floor(Date.now() / 1000) + lifeSeconds }),
  ).toString('base64url');
  return `${payload}.${createHmac('sha256', platform.config.secret).update(`chat ${payload}`).digest('base64url')}`;
}
