import { randomBytes } from 'node:crypto';
import { matchRoute } from '@formwork/contract/matcher.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { sql } from 'kysely';
import type { Config } from '../../../platform/config.ts';
import type { Ctx, VisitorCtx } from '../../../platform/context.ts';
import { originOfApp, pageOrigins } from '../../../platform/http/hosts.ts';
import { handCookie, readHandCookie, readSessionCookie, sessionCookie } from './session-cookie.ts';
import { hashAtHost, hashToken } from './sessions.ts';

/** Where a browser is sent, and what it is given. */
export interface Way {
  location: string;
  cookies: string[];
}

const ticketSeconds = 60;
/** Signing in at the public host takes its time. */
const handSeconds = 3_600;
const tokenShape = /^[A-Za-z0-9_-]{43}$/;
const newToken = (): string => randomBytes(32).toString('base64url');

/** At an application's host nobody is there: the public one is asked for the session, for this browser alone. A cookie that is there already is kept, or of several tabs only the last would come in. */
export function askPublicHost(ctx: VisitorCtx, path: string, cookies: string | undefined): Way {
  const { publicUrl } = ctx.platform.config;
  const browser = readHandCookie(cookies) ?? newToken();
  const ask = pathTo('loginMiddle', {}, { to: `${ctx.pageOrigin}${path}`, for: hashToken(browser) });
  return { location: new URL(publicUrl).origin + ask, cookies: [handCookie(browser, handSeconds, ctx)] };
}

/** What an application's host asks the public one: to be answered at a page of ours. Undefined for anything else. */
export function readAsked(
  config: Config,
  query: URLSearchParams,
): { origin: string; path: string; browser: string } | undefined {
  const [to, ...more] = query.getAll('to');
  const [browser, ...others] = query.getAll('for');
  if (to === undefined || browser === undefined || more.length + others.length > 0 || !tokenShape.test(browser))
    return undefined;
  const url = URL.canParse(to) ? new URL(to) : undefined;
  if (!url || url.pathname.startsWith('//') || !pageOrigins(config).has(url.origin)) return undefined;
  const route = matchRoute(url.pathname)?.route;
  if (!route || route.owner.length === 0 || originOfApp(config, route.app) !== url.origin) return undefined;
  return { origin: url.origin, path: url.pathname + url.search, browser };
}

/** The session goes over by a ticket, good once, for a minute, at that host and in that browser. */
export async function handOver(
  { platform: { control }, user }: Ctx,
  { origin, path, browser }: NonNullable<ReturnType<typeof readAsked>>,
): Promise<Way> {
  const ticket = newToken();
  await control
    .insertInto('identity.host_ticket')
    .values({
      token_hash: hashToken(ticket),
      session_id: user.sessionId,
      origin,
      browser_hash: browser,
      return_to: path,
      expires_at: sql`now() + make_interval(secs => ${ticketSeconds})` as never,
    })
    .execute();
  return { location: origin + pathTo('loginMiddle', {}, { ticket }), cookies: [] };
}

/** Back at the application's host. Undefined where the ticket is none (any more) or no browser asked for one; whoever holds a ticket of another browser is sent on to ask for their own. */
export async function takeOver(
  ctx: VisitorCtx & { pageOrigin: string },
  ticket: string,
  cookies: string | undefined,
): Promise<Way | undefined> {
  const { control } = ctx.platform;
  const browser = readHandCookie(cookies);
  if (browser === undefined || !tokenShape.test(ticket)) return undefined;
  const row = await control
    .deleteFrom('identity.host_ticket')
    .where('token_hash', '=', hashToken(ticket))
    .where('origin', '=', ctx.pageOrigin)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['session_id', 'browser_hash', 'return_to'])
    .executeTakeFirst();
  if (!row) return undefined;
  const location = ctx.pageOrigin + row.return_to;
  if (row.browser_hash !== hashToken(browser)) return { location, cookies: [] };
  const before = readSessionCookie(cookies);
  if (before !== undefined)
    await control
      .deleteFrom('identity.session_host')
      .where('token_hash', '=', hashAtHost(ctx.pageOrigin, before))
      .execute();
  const token = newToken();
  await control
    .insertInto('identity.session_host')
    .values({ token_hash: hashAtHost(ctx.pageOrigin, token), session_id: row.session_id, origin: ctx.pageOrigin })
    .execute();
  return { location, cookies: [sessionCookie(token, ctx), handCookie('', 0, ctx)] };
}
