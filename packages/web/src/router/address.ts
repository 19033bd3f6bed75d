import { isSpacePrefix, matchRoute, segmentsOf, spacePrefixOf } from '@formwork/contract/matcher.ts';

/** Puts the space in front of a path, unless the path has one or belongs to no space. Query and hash stay. */
export function withSpace(path: string, spaceUri: string | undefined): string {
  const [pathname, rest] = splitPath(path);
  if (spaceUri === undefined || spacePrefixOf(pathname) !== undefined) return path;
  const route = matchRoute(pathname)?.route;
  if (!route?.pattern.startsWith('/{spaceUri?}')) return path;
  return `/${spaceUri}${pathname === '/' ? '' : pathname}${rest}`;
}

/** The phone variant of a customer page's path; other paths stay as they are. */
export function toPhone(path: string): string {
  const [pathname, rest] = splitPath(path);
  const match = matchRoute(pathname);
  if (!match || match.phone || match.route.layout !== 'customer') return path;
  const segments = pathname.split('/').filter((segment) => segment !== '');
  segments.splice(isSpacePrefix(segments[0]) ? 1 : 0, 0, 'm');
  return `/${segments.join('/')}${rest}`;
}

/** Whether a path is of the phone variant, known to us or not: such pages show no top loading bar. */
export function isPhonePath(pathname: string): boolean {
  const segments = segmentsOf(pathname) ?? [];
  return (isSpacePrefix(segments[0]) ? segments[1] : segments[0]) === 'm';
}

/** `space-a` names the space `a`. */
export function spaceIdOf(spaceUri: string | undefined): string | undefined {
  return spaceUri?.slice('space-'.length);
}

/** The prefix names another space than the person's own. */
export function isCrossSpace(spaceUri: string | undefined, entId: string | undefined): boolean {
  return spaceUri !== undefined && entId !== undefined && spaceIdOf(spaceUri) !== entId;
}

/** Where to go after sign-in: a path of this server, never another host. */
export function ownPath(asked: string | undefined): string {
  if (asked === undefined || !/^\/(?![/\\])/.test(asked)) return '/';
  return /[\u0000-\u001f\\]/.test(asked) ? '/' : asked;
}

function splitPath(path: string): [pathname: string, rest: string] {
  const at = path.search(/[?#]/);
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
}
