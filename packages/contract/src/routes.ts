import type { DelegatedPart } from './delegated.ts';
import type { Role } from './roles.ts';
import { appDesignRoutes } from './routes/app-design.ts';
import { appFrameworkRoutes } from './routes/app-framework.ts';
import { appViewRoutes } from './routes/app-view.ts';
import { bigDataRoutes } from './routes/big-data.ts';
import { etlRoutes } from './routes/etl.ts';
import { indexRoutes } from './routes/index.ts';
import { iotRoutes } from './routes/iot.ts';
import { logicRoutes } from './routes/logic.ts';
import { mainRoutes } from './routes/main.ts';
import { operationsRoutes } from './routes/operations.ts';
import { frameOfPattern, navAbovePattern, navOfPattern, type PageFrame, type PagePlace } from './routes/places.ts';
import { sourceRoutes } from './routes/sources.ts';
import { userRoutes } from './routes/user.ts';

/** The twelve separately served front-end applications. */
export const appNames = [
  'main',
  'app-design',
  'big-data',
  'index',
  'gis',
  'chat',
  'user',
  'operations',
  'logic',
  'app-framework',
  'app-view',
  'iot',
] as const;
export type AppName = (typeof appNames)[number];

/** index: the enterprise's console, root: the operator's, customer: where people work, access: no frame. */
export type Layout = 'index' | 'root' | 'customer' | 'access';

export interface Route {
  id: string;
  /** Segments are literals, `{name}` or `{name?}`. */
  pattern: `/${string}`;
  title: { zh: string; en: string };
  /** Roles that may open the page; empty lets any visitor in. */
  owner: readonly Role[];
  /** People who look after one of these somewhere open it too, and find that much there. */
  delegable?: readonly DelegatedPart[];
  layout: Layout;
  app: AppName;
  /** The page module, below the application's folder. */
  page: string;
  /** Editions in which the page exists; every edition when left out. */
  system?: readonly ('qpaas' | 'qycloud')[];
  /** The navigation that lists the page. */
  belong?: 'console' | 'header';
  /** The page renders user-made content in a sandboxed frame. */
  sandbox?: boolean;
  /** The enterprise's own style sheet applies. */
  style?: boolean;
  /** Links on this page open in a new window. */
  newWindow?: boolean;
  /** Its place among the tabs at the bottom of a phone, under a shorter title where it needs one. */
  phoneTab?: { icon: string; order: number; title?: { zh: string; en: string } };
}

/** One entry a page, a file an application: `routes/`, their places in `routes/places.ts`. Only pages that work stand there; `docs/ADD_A_THING.md` says how to add one. */
export const routes = [
  ...mainRoutes,
  ...appViewRoutes,
  ...userRoutes,
  ...appFrameworkRoutes,
  ...appDesignRoutes,
  ...indexRoutes,
  ...bigDataRoutes,
  ...iotRoutes,
  ...logicRoutes,
  ...sourceRoutes,
  ...etlRoutes,
  ...operationsRoutes,
] as const satisfies readonly Route[];

type ManifestRoute = (typeof routes)[number];
export type RouteId = ManifestRoute['id'];

/** The ids of the pages that one application brings. */
export type RouteIdOf<App extends AppName> = Extract<ManifestRoute, { app: App }>['id'];

export const routeById = Object.fromEntries(routes.map((route) => [route.id, route])) as unknown as Record<
  RouteId,
  Route
>;

/** Its place in the side navigations and the launcher, from `routes/places.ts`; none where it is reached by links alone. */
export function navOf({ pattern }: Pick<Route, 'pattern'>): PagePlace | undefined {
  return navOfPattern(pattern);
}

/** The place it belongs to, where it has none of its own. */
export function navAbove({ pattern }: Pick<Route, 'pattern'>): PagePlace | undefined {
  return navAbovePattern(pattern);
}

/** What stands around it: usually the shell of its place. */
export function frameOf({ pattern }: Pick<Route, 'pattern'>, query?: Record<string, unknown>): PageFrame | undefined {
  return frameOfPattern(pattern, query);
}

/** Opens without anything named in its address. */
export function isWhole({ pattern }: Pick<Route, 'pattern'>): boolean {
  return !/\{\w+\}/.test(pattern);
}

/** By their role, or as somebody who looks after what the page is for. */
export function mayOpen(route: Route, role: Role | undefined, delegated: readonly DelegatedPart[] = []): boolean {
  return (
    route.owner.length === 0 ||
    (role !== undefined && route.owner.includes(role)) ||
    delegated.some((part) => route.delegable?.includes(part))
  );
}

type ParamNames<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
type Params<Names extends string> = { [N in Names as N extends `${string}?` ? never : N]: string } & {
  [N in Names as N extends `${infer Plain}?` ? Plain : never]?: string;
};
export type PathParams<Id extends RouteId> = Params<
  Exclude<ParamNames<Extract<ManifestRoute, { id: Id }>['pattern']>, 'spaceUri?'>
>;
export type QueryInput = Record<string, string | number | boolean | null | undefined>;

/** The address of a page, without a space: links and the router put the current one in front. */
export function pathTo<Id extends RouteId>(
  id: Id,
  ...[params, query]: Record<string, never> extends PathParams<Id>
    ? [params?: PathParams<Id>, query?: QueryInput]
    : [params: PathParams<Id>, query?: QueryInput]
): string {
  return fillPattern(routeById[id].pattern, params ?? {}) + queryText(query);
}

/** The address of a page that data names; undefined where this product has none of that name. */
export function pathOfPage(
  id: string,
  params: Record<string, string> = {},
  query?: Record<string, string>,
): string | undefined {
  return id in routeById ? fillPattern(routeById[id as RouteId].pattern, params) + queryText(query) : undefined;
}

export function fillPattern(pattern: string, params: Record<string, string | undefined>): string {
  const segments = pattern
    .split('/')
    .filter((segment) => segment !== '')
    .flatMap((segment) => {
      const name = /^\{(\w+)(\?)?\}$/.exec(segment);
      if (!name) return [segment];
      const value = params[name[1]!];
      if (value === undefined && name[2] === undefined) throw new Error(`The path ${pattern} needs ${name[1]}`);
      return value === undefined ? [] : [encodeURIComponent(value)];
    });
  return `/${segments.join('/')}`;
}

function queryText(query: QueryInput | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0
    ? ''
    : `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`;
}
