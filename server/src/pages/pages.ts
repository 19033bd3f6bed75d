import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import { matchRoute, spacePrefixOf, type RouteMatch } from '@formwork/contract/matcher.ts';
import { defaultTimeZone } from '@formwork/contract/forms/values/dates.ts';
import type { PageConfigInput } from '@formwork/contract/page-config.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import { closedOperatorPages, holds } from '@formwork/contract/operations/grants.ts';
import { mayOpen, pathTo, type AppName } from '@formwork/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import { languageVersion } from '../languages.ts';
import { originsOfEmbedding } from '../modules/analytics/public.ts';
import { elementsOf, menusOf } from '../modules/console/public.ts';
import { appearanceOf, styleSheetOf, zoneOf } from '../modules/enterprise/public.ts';
import { currentPerson, openSpaceName, serviceTickets } from '../modules/identity/public.ts';
import { closedPages, delegatedPartsOf, directoryOf } from '../modules/organization/public.ts';
import { callerAddress } from '../platform/http/addresses.ts';
import type { Ctx, VisitorCtx } from '../platform/context.ts';
import { AppError, refuse } from '../platform/errors.ts';
import { addressesFor } from '../platform/http/hosts.ts';
import type { Server } from '../platform/http/http.ts';
import { recordRefusal } from '../platform/http/refusals.ts';
import type { Platform } from '../platform/platform.ts';
import { answer } from '../platform/http/server.ts';
import { elsewhere } from './between-hosts.ts';
import { entryReader, sendEntry } from './entry.ts';
import { firstAnswers } from './first-calls.ts';
import { firstRowsHtml } from './first-rows.ts';
import { localeOf, lookOf } from './look.ts';

/** Serves the twelve applications: the HTML entry of the path's page, guarded by role and page rights, and the built files beside it. */
export async function servePages(server: Server, platform: Platform, webDir: string): Promise<void> {
  const { fastify } = server;
  await fastify.register(fastifyStatic, {
    root: path.join(webDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
    // the same for everybody and no secret: pages of any host of the installation take them from `static`
    setHeaders: (reply) =>
      void reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin'),
  });
  const entry = entryReader(webDir);
  const answers = firstAnswers(fastify);

  fastify.setNotFoundHandler(async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (isCall(pathname) || (request.method !== 'GET' && request.method !== 'HEAD'))
      return answer(reply, request, refuse('platform.interface_not_found'));
    const match = matchRoute(pathname);
    const route =
      match && (match.route.system === undefined || match.route.system.includes(platform.config.platform))
        ? match.route
        : undefined;
    const visit = await visitorOf(server, request);
    const other = await elsewhere(platform, request, route, visit);
    if (other && 'location' in other) {
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      for (const cookie of other.cookies) void reply.header('set-cookie', cookie);
      return reply.redirect(other.location, other.status);
    }
    if (route && route.owner.length > 0 && !visit.ctx?.user && !visit.stranger) {
      return reply.redirect(pathTo('login', {}, { redirect: request.url, why: visit.ctx?.shutOut }), 302);
    }
    const { closed, delegated } = visit.ctx?.user ? await pagesOf(platform, visit.ctx as Ctx) : nobodys;
    const refused =
      route !== undefined &&
      route.owner.length > 0 &&
      (visit.stranger || !mayOpen(route, visit.ctx!.user!.role, delegated) || closed.includes(route.id));
    if (refused && visit.ctx) await recordRefusal(visit.ctx, { path: pathname, code: 'platform.forbidden' });
    const app: AppName = route && !refused ? route.app : 'main';
    const open = refused ? undefined : match;
    const sentAlong =
      open && visit.ctx?.user && request.method === 'GET' ? answers(request, open, visit.ctx as Ctx) : undefined;
    const shower = await shownBy(platform, open);
    const config = await pageConfig(platform, request, visit.ctx, shower);
    return sendEntry(request, reply, {
      entry: entry(app),
      config: {
        ...config,
        refused,
        refusedBecause: refused ? visit.because : undefined,
        closedPages: closed,
        delegated,
      },
      status: other?.status ?? (refused ? 403 : route ? 200 : 404),
      look: lookOf(request, open?.route, visit.ctx?.user),
      locale: localeOf(request),
      pageId: open?.route.id,
      styleSheet: !open?.route.style
        ? undefined
        : shower === undefined
          ? (config.appearance?.styleSheet ?? undefined)
          : await styleSheetOf(platform, shower),
      answers: sentAlong,
      rows: (found) =>
        open
          ? firstRowsHtml(open, found, { locale: localeOf(request), timeZone: config.timeZone ?? defaultTimeZone })
          : '',
      framedBy: open?.route.id === 'embed' ? await originsOfEmbedding(platform, open.params.id ?? '') : [],
      addresses: config.baseAddresses ?? {},
    });
  });
}

/** The enterprise that shows something to visitors, as the address of a link or an embedding names it: its sheet and its clock hold there. */
async function shownBy(platform: Platform, match: RouteMatch | undefined): Promise<string | undefined> {
  if (match?.route.id !== 'share' && match?.route.id !== 'embed') return undefined;
  const spaceId = /^[a-z0-9]{1,40}(?=-)/.exec(match.params.token ?? match.params.id ?? '')?.[0];
  return spaceId !== undefined && (await openSpaceName(platform, spaceId)) !== undefined ? spaceId : undefined;
}

const nobodys: { closed: string[]; delegated: DelegatedPart[] } = { closed: [], delegated: [] };

/** Pages that are closed to the person, and what opens others to them. */
async function pagesOf(platform: Platform, { spaceId, user }: Ctx): Promise<typeof nobodys> {
  const directory = await directoryOf(platform, spaceId);
  return {
    closed: [...closedPages(directory, user), ...closedOperatorPages(user)],
    delegated: delegatedPartsOf(directory, user),
  };
}

function isCall(pathname: string): boolean {
  const space = spacePrefixOf(pathname);
  const inside = space === undefined ? pathname : pathname.slice(space.length + 1);
  return /^\/(api|napi|api2|assets|socket|dev|gateway|id|\.well-known)(\/|$)/.test(inside);
}

/** Somebody signed in who asks for a space they do not belong to is a stranger there, not a visitor. */
async function visitorOf(
  server: Server,
  request: FastifyRequest,
): Promise<{ ctx?: VisitorCtx; stranger: boolean; because?: ErrorCode }> {
  try {
    return { ctx: await server.identify(request), stranger: false };
  } catch (error) {
    if (error instanceof AppError) return { stranger: true, because: error.code };
    throw error;
  }
}

/** What of a restore a person hears on every page. */
function heldFor({ hold }: Platform, { user, spaceId }: Ctx): PageConfigInput['held'] {
  if (hold.state) return { from: hold.state.restoredFrom.toISOString(), what: 'installation' };
  const own = hold.spaces.get(spaceId);
  if (own) return { from: own.restoredFrom.toISOString(), what: own.restoring ? 'restoring' : 'space' };
  const other = [...hold.spaces.values()].find(({ restoring }) => !restoring);
  return other && holds(user, 'operations.hold.end')
    ? { from: other.restoredFrom.toISOString(), what: 'others' }
    : null;
}

async function pageConfig(
  platform: Platform,
  request: FastifyRequest,
  ctx: VisitorCtx | undefined,
  shower: string | undefined,
): Promise<PageConfigInput> {
  const { config } = platform;
  const addresses = addressesFor(config, request.headers.host);
  const elements = ctx?.user ? await elementsOf(ctx as Ctx) : undefined;
  return {
    languageVersion: languageVersion(elements),
    me: ctx?.user ? await currentPerson(ctx as Ctx) : null,
    ...(ctx?.user && { held: heldFor(platform, ctx as Ctx) }),
    ...(ctx?.user && {
      appearance: await appearanceOf(platform, ctx.spaceId!),
      menus: await menusOf(ctx as Ctx),
      ...(elements && { elements }),
      timeZone: zoneOf(platform, ctx.spaceId!),
    }),
    ...(shower !== undefined && { timeZone: zoneOf(platform, shower) }),
    ...addresses,
    ...(ctx?.user && { serviceTickets: await serviceTickets(ctx as Ctx) }),
    websocketConfig: JSON.stringify({
      socketDomain: addresses.baseAddresses.socket ?? '',
      loginIp: callerAddress(request.ip, request.socket.remoteAddress),
    }),
    socketProjectId: config.socketProjectId,
    previewPort: config.previewPort,
    platform: config.platform,
    ruleVersion: config.ruleVersion,
    // for both editions the specification has it off
    singleSignOn: { qpaas: false, qycloud: false },
    gatewayPath: config.gatewayPath,
    titlePrefix: 'Formwork',
  };
}
