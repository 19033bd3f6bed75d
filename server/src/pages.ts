import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { matchRoute } from '@formwork/contract/matcher.ts';
import { nonceMark, pageConfigJson, pageConfigMark, type PageConfigInput } from '@formwork/contract/page-config.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import { closedOperatorPages } from '@formwork/contract/operations/grants.ts';
import { pathTo, type AppName } from '@formwork/contract/routes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { elementsOf, menusOf } from './modules/console/public.ts';
import { appearanceOf, zoneOf } from './modules/enterprise/public.ts';
import { currentPerson } from './modules/identity/public.ts';
import { closedPages, directoryOf } from './modules/organization/public.ts';
import { callerAddress } from './platform/addresses.ts';
import type { Ctx, VisitorCtx } from './platform/context.ts';
import { AppError, refuse } from './platform/errors.ts';
import type { Server } from './platform/http.ts';
import { recordRefusal } from './platform/refusals.ts';
import type { Platform } from './platform/platform.ts';
import { answer } from './platform/server.ts';

/** Serves the twelve applications: the HTML entry of the path's page, guarded by role and page rights, and the built files beside it. */
export async function servePages(server: Server, platform: Platform, webDir: string): Promise<void> {
  const { fastify } = server;
  await fastify.register(fastifyStatic, { root: path.join(webDir, 'assets'), prefix: '/assets/', immutable: true, maxAge: '365d', preCompressed: true, decorateReply: false });
  const entry = entryReader(webDir);

  fastify.setNotFoundHandler(async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (isCall(pathname) || (request.method !== 'GET' && request.method !== 'HEAD')) return answer(reply, request, refuse('platform.interface_not_found'));
    const match = matchRoute(pathname);
    const route = match && (match.route.system === undefined || match.route.system.includes(platform.config.platform)) ? match.route : undefined;
    const visit = await visitorOf(server, request);
    if (route && route.owner.length > 0 && !visit.ctx?.user && !visit.stranger) {
      return reply.redirect(pathTo('login', {}, { redirect: request.url, why: visit.ctx?.shutOut }), 302);
    }
    const closed = visit.ctx?.user ? [...closedPages(await directoryOf(platform, visit.ctx.spaceId!), visit.ctx.user), ...closedOperatorPages(visit.ctx.user)] : [];
    const refused = route !== undefined && route.owner.length > 0 && (visit.stranger || !route.owner.includes(visit.ctx!.user!.role) || closed.includes(route.id));
    if (refused && visit.ctx) await recordRefusal(visit.ctx, { path: pathname, code: 'platform.forbidden' });
    const app: AppName = route && !refused ? route.app : 'main';
    return sendEntry(reply, platform, entry(app), { ...(await pageConfig(platform, request, visit.ctx)), refused, refusedBecause: refused ? visit.because : undefined, closedPages: closed }, refused ? 403 : route ? 200 : 404, groundOf(request));
  });
}

function isCall(pathname: string): boolean {
  return /^\/(space-[a-z0-9]+\/)?(api|napi|api2|assets|socket|dev)(\/|$)/.test(pathname);
}

/** Somebody signed in who asks for a space they do not belong to is a stranger there, not a visitor. */
async function visitorOf(server: Server, request: FastifyRequest): Promise<{ ctx?: VisitorCtx; stranger: boolean; because?: ErrorCode }> {
  try {
    return { ctx: await server.identify(request), stranger: false };
  } catch (error) {
    if (error instanceof AppError) return { stranger: true, because: error.code };
    throw error;
  }
}

async function pageConfig(platform: Platform, request: FastifyRequest, ctx: VisitorCtx | undefined): Promise<PageConfigInput> {
  const { config } = platform;
  return {
    me: ctx?.user ? await currentPerson(ctx as Ctx) : null,
    ...(ctx?.user && platform.hold.state && { held: { from: platform.hold.state.restoredFrom.toISOString() } }),
    ...(ctx?.user && { appearance: await appearanceOf(platform, ctx.spaceId!), menus: await menusOf(ctx as Ctx), elements: await elementsOf(ctx as Ctx), timeZone: zoneOf(platform, ctx.spaceId!) }),
    baseAddresses: config.baseAddresses,
    websocketConfig: JSON.stringify({ socketDomain: config.baseAddresses.socket ?? '', loginIp: callerAddress(request.ip, request.socket.remoteAddress) }),
    socketProjectId: config.socketProjectId,
    previewPort: config.previewPort,
    platform: config.platform,
    gatewayPath: config.gatewayPath,
    titlePrefix: 'Formwork',
  };
}

/** An entry names the files of its build: after a new one it is read again, or its pages would ask for files that are gone. */
function entryReader(webDir: string): (app: AppName) => string {
  const entries = new Map<AppName, { html: string; builtAt: number }>();
  return (app) => {
    const file = path.join(webDir, 'apps', app, 'index.html');
    const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (builtAt === undefined) throw new Error(`the front end is not built: ${file} is missing`);
    const known = entries.get(app);
    if (known?.builtAt === builtAt) return known.html;
    const html = readFileSync(file, 'utf8');
    entries.set(app, { html, builtAt });
    return html;
  };
}

/** How the skin of the last page was, as the browser keeps it: the page begins on that ground. */
function groundOf({ headers }: FastifyRequest): string | undefined {
  return /(?:^|;\s*)ground=(dark|light)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
}

function sendEntry(reply: FastifyReply, platform: Platform, html: string, config: PageConfigInput, status: number, ground: string | undefined): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentSecurityPolicy(nonce, Object.values(platform.config.baseAddresses)))
    .send((ground === undefined ? html : html.replace('<html ', `<html data-ground="${ground}" `)).replaceAll(nonceMark, nonce).replace(pageConfigMark, () => pageConfigJson(config)));
}

/** Nothing but our own files; no inline script at all, style elements by nonce. WebAssembly may be compiled: what reads codes where the browser cannot. Pages that forms embed stand in a sandbox (see decisions/embedded-pages.md). */
export function contentSecurityPolicy(nonce: string, otherHosts: string[] = []): string {
  const hosts = [...new Set(otherHosts.map((address) => new URL(address).origin))].map((host) => ` ${host}`).join('');
  return [
    "default-src 'none'", `script-src 'self' 'wasm-unsafe-eval'${hosts}`, `style-src 'self' 'nonce-${nonce}'${hosts}`, "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${hosts}`, "font-src 'self' data:", `connect-src 'self'${hosts}`, "media-src 'self' blob:", "worker-src 'self'", "frame-src 'self' https:",
    "base-uri 'none'", "form-action 'self'", "frame-ancestors 'self'", "object-src 'none'", "manifest-src 'self'",
  ].join('; ');
}
