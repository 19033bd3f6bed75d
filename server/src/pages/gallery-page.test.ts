import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { serveGallery } from './gallery-page.ts';

test('the gallery is served with the policy of the product, and nothing beside it', { timeout: 600_000 }, async () => {
  const fastify = Fastify();
  serveGallery({ fastify });
  const page = await fastify.inject('/dev/gallery');
  const nonce = /nonce="([^"]+)"/.exec(page.body)?.[1];
  expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page.body)?.[1];
  expect((await fastify.inject(`/dev/${script}`)).statusCode).toBe(200);
  expect((await fastify.inject('/dev/assets/..%2Findex.html')).statusCode).toBe(404);
  await fastify.close();
});
