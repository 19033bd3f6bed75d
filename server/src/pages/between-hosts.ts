import { pathTo, routeById, type Route } from '@formwork/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import { askPublicHost, handOver, readAsked, takeOver, type Way } from '../modules/identity/public.ts';
import type { Ctx, VisitorCtx } from '../platform/context.ts';
import { isHandedOver, livesOnHosts, originOfApp, originOfHost } from '../platform/http/hosts.ts';
import type { Platform } from '../platform/platform.ts';

/** Elsewhere, or here as a page that says what is wrong. */
export type Elsewhere = (Way & { status: 302 | 303 }) | { status: 400 | 410 };

/**
 * Where applications live on hosts of their own: each page at its application's, what visitors see at the public one, and a session on its
 * way between them. Undefined: the page is here.
 */
export async function elsewhere(
  platform: Platform,
  request: FastifyRequest,
  route: Route | undefined,
  { ctx, stranger }: { ctx?: VisitorCtx; stranger: boolean },
): Promise<Elsewhere | undefined> {
  const { config } = platform;
  const origin = originOfHost(config, request.headers.host);
  if (!livesOnHosts(config) || origin === undefined || route === undefined) return undefined;
  const { search, searchParams } = new URL(request.url, 'http://localhost');
  const { cookie } = request.headers;
  const publicOrigin = new URL(config.publicUrl).origin;
  if (route.id === routeById.loginMiddle.id && request.method === 'GET') {
    const ticket = searchParams.get('ticket');
    if (isHandedOver(config, origin) && ticket !== null) {
      const way = ctx && (await takeOver({ ...ctx, pageOrigin: origin }, ticket, cookie));
      return way ? { ...way, status: 303 } : { status: 410 };
    }
    if (origin === publicOrigin && searchParams.has('to')) {
      const asked = readAsked(config, searchParams);
      if (!asked) return { status: 400 };
      if (stranger) return undefined;
      if (ctx?.user) return { ...(await handOver(ctx as Ctx, asked)), status: 303 };
      const back = pathTo('login', {}, { redirect: pathTo('loginMiddle') + search, why: ctx?.shutOut });
      return { location: publicOrigin + back, cookies: [], status: 303 };
    }
  }
  const home = route.owner.length === 0 ? publicOrigin : originOfApp(config, route.app);
  if (home !== origin) return { location: home + request.url, cookies: [], status: 302 };
  if (route.owner.length > 0 && ctx && !ctx.user && !stranger && isHandedOver(config, origin))
    return { ...askPublicHost(ctx, request.url, cookie), status: 303 };
  return undefined;
}
