import type { VisitorCtx } from '../../../platform/context.ts';

const name = 'formwork_session';
const visitName = 'formwork_visit';
const handName = 'formwork_hand';
const shapeOf = (cookie: string): RegExp => new RegExp(`(?:^|;\\s*)(?:__Host-)?${cookie}=([A-Za-z0-9_-]{43})(?:;|$)`);
const visitShape = shapeOf(visitName);
const shape = shapeOf(name);
const handShape = shapeOf(handName);

/** Whose cookie it is: each host of the installation has its own, and goes by its own scheme. */
type Host = Pick<VisitorCtx, 'platform' | 'pageOrigin'>;

export function readSessionCookie(header: string | undefined): string | undefined {
  return header === undefined ? undefined : shape.exec(header)?.[1];
}

export function sessionCookie(token: string, host: Host): string {
  return `${hostPrefix(host)}${name}=${token}; Path=/; HttpOnly; SameSite=Lax${secure(host)}`;
}

export function endCookie(host: Host): string {
  return `${hostPrefix(host)}${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure(host)}`;
}

/** Ties a browser to its visit to a third party: who gets hold of the address to come back to cannot come back with it. */
export function visitCookie(token: string, seconds: number, host: Host): string {
  return `${hostPrefix(host)}${visitName}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure(host)}`;
}

export function readVisitCookie(header: string | undefined): string | undefined {
  return header === undefined ? undefined : visitShape.exec(header)?.[1];
}

/** The same for a browser that an application's host sends to the public one to have its session handed over. */
export function handCookie(token: string, seconds: number, host: Host): string {
  return `${hostPrefix(host)}${handName}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure(host)}`;
}

export function readHandCookie(header: string | undefined): string | undefined {
  return header === undefined ? undefined : handShape.exec(header)?.[1];
}

/** With this name a browser takes a cookie from the very host alone, and over https alone: no other host of the domain can plant one. */
function hostPrefix(host: Host): string {
  return secure(host) === '' ? '' : '__Host-';
}

/** Secure only where people come by https: browsers drop such cookies on plain http. */
function secure({ platform, pageOrigin = platform.config.publicUrl }: Host): string {
  return pageOrigin.startsWith('https:') ? '; Secure' : '';
}
