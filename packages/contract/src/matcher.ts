import { reservedAppIds } from './reserved-app-ids.ts';
import { routes, type Layout, type Route } from './routes.ts';

export interface RouteMatch<R extends Route = Route> {
  route: R;
  params: Record<string, string>;
  /** The space prefix of the address in lower case, `space-x`. */
  spaceUri: string | undefined;
  /** The phone variant, below `/m/`. */
  phone: boolean;
}

const spacePrefix = /^space-[a-z0-9]+$/i;
const layoutsOutsideSpaces: readonly Layout[] = ['access'];

/** The segments of a path, decoded; undefined when an escape in it is broken. */
export function segmentsOf(pathname: string): string[] | undefined {
  try {
    return pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

export function isSpacePrefix(segment: string | undefined): segment is string {
  return segment !== undefined && spacePrefix.test(segment);
}

/** The space prefix at the start of a path, in lower case: however it is typed, it is one space. */
export function spacePrefixOf(pathname: string): string | undefined {
  const first = pathname.split('/', 2)[1];
  return isSpacePrefix(first) ? first.toLowerCase() : undefined;
}

/**
 * Finds the page of a path. Every pattern that fits is ranked from the left, segment by segment: a literal before a required
 * parameter before an optional one; the manifest's order decides between equals.
 */
export function createMatcher<R extends Route>(
  manifest: readonly R[],
): (pathname: string) => RouteMatch<R> | undefined {
  const compiled = manifest.map((route) => ({ route, pattern: compile(route.pattern) }));

  return function match(pathname) {
    const segments = segmentsOf(pathname);
    if (!segments) return undefined;
    const spaceUri = isSpacePrefix(segments[0]) ? segments[0].toLowerCase() : undefined;
    const inSpace = spaceUri === undefined ? segments : segments.slice(1);
    const phone = inSpace[0] === 'm';
    const rest = phone ? inSpace.slice(1) : inSpace;

    let best: { route: R; rank: string; params: Record<string, string> } | undefined;
    for (const { route, pattern } of compiled) {
      if (phone && route.layout !== 'customer') continue;
      if (spaceUri !== undefined && !pattern.takesSpace && !layoutsOutsideSpaces.includes(route.layout)) continue;
      const bound = bind(pattern.segments, rest);
      if (bound && (!best || bound.rank < best.rank)) best = { route, ...bound };
    }
    if (!best) return undefined;
    return {
      route: best.route,
      params: spaceUri === undefined ? best.params : { spaceUri, ...best.params },
      spaceUri,
      phone,
    };
  };
}

export const matchRoute: (pathname: string) => RouteMatch | undefined = createMatcher<Route>(routes);

type Segment = { literal: string } | { name: string; optional: boolean };

function compile(pattern: string): { takesSpace: boolean; segments: Segment[] } {
  const all = pattern
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment): Segment => {
      const parameter = /^\{(\w+)(\?)?\}$/.exec(segment);
      return parameter ? { name: parameter[1]!, optional: parameter[2] !== undefined } : { literal: segment };
    });
  const first = all[0];
  // the space is taken off a path before patterns are tried, so that no other parameter can ever hold it
  const takesSpace = first !== undefined && 'name' in first && first.name === 'spaceUri';
  return { takesSpace, segments: takesSpace ? all.slice(1) : all };
}

interface Bound {
  /** One digit a path segment: 0 literal, 1 required, 2 optional. */
  rank: string;
  params: Record<string, string>;
}

/** Binds path segments to pattern segments from the left, stepping back where an optional parameter took too much. */
function bind(pattern: readonly Segment[], path: readonly string[], from = 0, at = 0): Bound | undefined {
  const segment = pattern[from];
  const value = path[at];
  if (segment === undefined) return value === undefined ? { rank: '', params: {} } : undefined;
  if ('literal' in segment) {
    if (segment.literal !== value) return undefined;
    return prefixed('0', bind(pattern, path, from + 1, at + 1));
  }
  if (value !== undefined && accepts(segment.name, value)) {
    const taken = prefixed(segment.optional ? '2' : '1', bind(pattern, path, from + 1, at + 1), segment.name, value);
    if (taken) return taken;
  }
  return segment.optional ? bind(pattern, path, from + 1, at) : undefined;
}

function accepts(name: string, value: string): boolean {
  return name === 'app' ? !reservedAppIds.has(value) : true;
}

function prefixed(digit: string, rest: Bound | undefined, name?: string, value?: string): Bound | undefined {
  if (!rest) return undefined;
  return { rank: digit + rest.rank, params: name === undefined ? rest.params : { [name]: value!, ...rest.params } };
}
