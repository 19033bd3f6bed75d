import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Elements } from '@formwork/contract/console/elements.ts';
import { Locale } from '@formwork/contract/identity/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FastifyRequest } from 'fastify';
import { elementsOf } from './modules/console/public.ts';
import type { Ctx } from './platform/context.ts';
import { AppError } from './platform/errors.ts';
import type { Server } from './platform/http/http.ts';
import { localesPreferred } from './platform/http/locale.ts';

const dictionaries = new URL('../../packages/web/src/i18n/', import.meta.url);

/** The texts of the product's errors, by language. */
const errorTexts = new Map(
  Locale.options.map((locale) => [
    locale,
    JSON.parse(readFileSync(new URL(`errors.${locale}.json`, dictionaries), 'utf8')) as Record<string, string>,
  ]),
);
const ownVersion = hashOf([...errorTexts]);

/** Changes with the product's texts and with the wordings of the enterprise: who has this one need not ask. */
export function languageVersion(elements: Elements | undefined): string {
  const wordings = Object.keys(elements ?? {}).length > 0;
  return wordings ? hashOf([ownVersion, elements]) : ownVersion;
}

/**
 * The texts a server answers for: those of its errors, and what the enterprise of the address calls the elements of pages, for its
 * people. A page that is older than its server learns new ones here, and merges them over its own. `lang` names one or several
 * languages; without it the header decides.
 */
export function serveLanguages(server: Server): void {
  server.fastify.get<{ Querystring: { lang?: string } }>('/napi/lang/json', async (request, reply) => {
    const elements = await elementsFor(server, request);
    const asked = localesAsked(request.query.lang, request.headers['accept-language']);
    const texts = asked.map((locale) => [locale, { ...errorTexts.get(locale), ...wordingsOf(elements, locale) }]);
    return reply
      .header('cache-control', 'no-cache')
      .send({
        status: 200,
        data: { code: 200, data: { version: languageVersion(elements), ...Object.fromEntries(texts) } },
      });
  });
}

function localesAsked(lang: unknown, header: string | undefined): Locale[] {
  const named = String(lang ?? '')
    .split(',')
    .flatMap((one) => Locale.safeParse(one.trim()).data ?? []);
  return named.length > 0 ? [...new Set(named)] : localesPreferred(header).slice(0, 1);
}

async function elementsFor(server: Server, request: FastifyRequest): Promise<Elements> {
  try {
    const ctx = await server.identify(request);
    return ctx.user ? await elementsOf(ctx as Ctx) : {};
  } catch (error) {
    // a stranger in the space of the address gets the product's own texts
    if (error instanceof AppError) return {};
    throw error;
  }
}

/** `wordings.<page>.<group>.<element>`, where an administrator gave another name. */
function wordingsOf(elements: Elements, locale: Locale): Record<string, string> {
  return Object.fromEntries(
    Object.entries(elements).flatMap(([page, settings]) =>
      Object.entries(settings?.elements ?? {}).flatMap(([element, { title }]) =>
        title && textIn(title, locale) ? [[`wordings.${page}.${element}`, textIn(title, locale)]] : [],
      ),
    ),
  );
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
