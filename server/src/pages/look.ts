import { frameColors, type FrameColor } from '@formwork/contract/frame-cookie.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import { isOperatorRole } from '@formwork/contract/roles.ts';
import type { Route } from '@formwork/contract/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../platform/context.ts';

/** How a page looks before any script is there: attributes of its root element. */
export type Look = Record<string, string>;

/** As the last page of this browser was: its ground, and for who is signed in the frame in its colours. */
export function lookOf(request: FastifyRequest, route: Route | undefined, user: Ctx['user'] | undefined): Look {
  const cookies = request.headers.cookie ?? '';
  const ground = /(?:^|;\s*)ground=(dark|light)(?:;|$)/.exec(cookies)?.[1];
  const look: Look = ground === undefined ? {} : { 'data-ground': ground };
  if (!user || !route || route.layout === 'access' || !showsFrame(request)) return look;
  const kept = /(?:^|;\s*)frame=([\w.-]+)(?:;|$)/.exec(cookies)?.[1] ?? '';
  const place =
    route.layout === 'index' ? 'enterprise' : route.layout === 'root' || isOperatorRole(user.role) ? 'operator' : 'app';
  const { folded, colors } = frameColors(kept);
  return {
    ...look,
    'data-frame': place,
    ...(folded && { 'data-folded': '' }),
    ...(colors && { style: styleOf(colors, place) }),
  };
}

/** The language of the last page. */
export function localeOf({ headers }: FastifyRequest): Locale {
  return /(?:^|;\s*)lang=en(?:;|$)/.test(headers.cookie ?? '') ? 'en' : 'zh-CN';
}

/** Embedded pages have none, and a phone's own frame neither. */
function showsFrame({ url, headers }: FastifyRequest): boolean {
  return !url.includes('__NAKED__=') && headers['sec-fetch-dest'] !== 'iframe';
}

function styleOf(colors: Record<FrameColor, string>, place: 'app' | 'enterprise' | 'operator'): string {
  const shown = { ground: colors.ground, line: colors.line, bone: colors.bone, side: colors.side, bar: colors[place] };
  return Object.entries(shown)
    .map(([name, color]) => `--frame-${name}:#${color}`)
    .join(';');
}
