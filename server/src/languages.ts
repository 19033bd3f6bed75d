import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Locale } from '@formwork/contract/identity/api.ts';
import type { Server } from './platform/http.ts';

const dictionaries = new URL('../../packages/web/src/i18n/', import.meta.url);

/**
 * The texts a server answers for: those of its errors. A page that is older than its server learns new ones here, and
 * merges them over its own.
 */
export function serveLanguages({ fastify }: Server): void {
  const texts = new Map(Locale.options.map((locale) => [locale, JSON.parse(readFileSync(new URL(`errors.${locale}.json`, dictionaries), 'utf8')) as Record<string, string>]));
  const version = createHash('sha256').update(JSON.stringify([...texts])).digest('hex').slice(0, 12);

  fastify.get<{ Querystring: { lang?: string } }>('/napi/lang/json', (request, reply) => {
    const locale = Locale.safeParse(request.query.lang).data ?? 'zh-CN';
    return reply.header('cache-control', 'no-cache').send({ status: 200, data: { code: 200, data: { version, [locale]: texts.get(locale) } } });
  });
}
