import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildGallery, nonceMark } from '../../../tools/gallery.ts';
import type { Server } from '../platform/http/http.ts';
import { contentSecurityPolicy } from './content-security.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Every shared component in its skins and states. Exists only with FORMWORK_DEVELOPMENT=true, and is built when somebody first looks. */
export function serveGallery({ fastify }: Pick<Server, 'fastify'>): void {
  fastify.get('/dev/gallery', async (_request, reply) => {
    const folder = await buildGallery();
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(readFileSync(path.join(folder, 'index.html'), 'utf8').replaceAll(nonceMark, nonce));
  });
  fastify.get<{ Params: { name: string } }>('/dev/assets/:name', async (request, reply) => {
    const name = path.basename(request.params.name);
    const file = path.join(await buildGallery(), 'assets', name);
    if (!existsSync(file)) return reply.code(404).send();
    return reply.type(types[path.extname(name)] ?? 'application/octet-stream').send(readFileSync(file));
  });
}
