import type { Config } from '../../platform/config.ts';

const name = 'formwork_session';
const visitName = 'formwork_visit';
const visitShape = /(?:^|;\s*)(?:__Host-)?formwork_visit=([A-Za-z0-9_-]{43})(?:;|$)/;
const shape = /(?:^|;\s*)(?:__Host-)?formwork_session=([A-Za-z0-9_-]{43})(?:;|$)/;

export function readSessionCookie(header: string | undefined): string | undefined {
  return header === undefined ? undefined : shape.exec(header)?.[1];
}

export function sessionCookie(token: string, config: Config): string {
  return `${hostPrefix(config)}${name}=${token}; Path=/; HttpOnly; SameSite=Lax${secure(config)}`;
}

export function endCookie(config: Config): string {
  return `${hostPrefix(config)}${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure(config)}`;
}

/** Ties a browser to its visit to a third party: who gets hold of the address to come back to cannot come back with it. */
export function visitCookie(token: string, seconds: number, config: Config): string {
  return `${hostPrefix(config)}${visitName}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure(config)}`;
}

export function readVisitCookie(header: string | undefined): string | undefined {
  return header === undefined ? undefined : visitShape.exec(header)?.[1];
}

/** With this name a browser takes a cookie from the very host alone, and over https alone: no other host of the domain can plant one. */
function hostPrefix(config: Config): string {
  return secure(config) === '' ? '' : '__Host-';
}

/** Secure only where people come by https: browsers drop such cookies on plain http. */
function secure(config: Config): string {
  return config.publicUrl.startsWith('https:') ? '; Secure' : '';
}
