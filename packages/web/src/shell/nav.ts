import type { Me } from '@formwork/contract/identity/api.ts';
import { isOperatorRole } from '@formwork/contract/roles.ts';
import {
  fillPattern,
  isWhole,
  mayOpen,
  navAbove,
  navOf,
  routes,
  type Layout,
  type Route,
} from '@formwork/contract/routes.ts';
import { areas, type Area, type PagePlace } from '@formwork/contract/routes/places.ts';
import { isClosed, lookedAfter } from '../session/session.ts';
import type { Place } from '@formwork/ui/skin/skins.ts';

export interface NavRoute {
  route: Route;
  nav: PagePlace;
  path: string;
}

/** Where a page stands; an operator's own pages are the operator's console, whatever their layout. */
export function placeOf(layout: Layout | undefined, me: Pick<Me, 'role'> | null): Place {
  if (layout === 'index') return 'enterprise';
  return layout === 'root' || (me !== null && isOperatorRole(me.role)) ? 'operator' : 'app';
}

/** The area whose side navigation a page has beside it; one without a place of its own has that of what is above it, or of its console. */
export function areaOf(route: Route | undefined, place: Place): Area {
  if (place === 'operator') return 'operator';
  const area = route && (navOf(route) ?? navAbove(route))?.area;
  if (place === 'app') return 'workspace';
  return area === undefined || area === 'workspace' || area === 'operator' ? 'administration' : area;
}

/** Every page that a person may open without a record, in the order of their places. */
export function placedPages(role: Me['role'], platform: string, manifest: readonly Route[] = routes): NavRoute[] {
  return openPages(role, platform, manifest)
    .filter(isWhole)
    .flatMap((route) => {
      const nav = placeFor(route, role);
      return nav ? [{ route, nav, path: fillPattern(route.pattern, {}) }] : [];
    })
    .sort((a, b) => a.nav.order - b.nav.order);
}

/** The operator's overview comes before the pages of their console. */
function placeFor(route: Route, role: Me['role']): PagePlace | undefined {
  const nav = navOf(route);
  return nav && route.id === 'home' && isOperatorRole(role) ? { ...nav, area: 'operator', group: '', order: 0 } : nav;
}

/** Which of the pages one is at: the page itself, or what it belongs to. */
export function currentPage(pages: readonly NavRoute[], route: Route | undefined): string | undefined {
  if (!route || pages.some((each) => each.route.id === route.id)) return route?.id;
  const above = navAbove(route);
  return pages.find(({ nav }) => nav === above)?.route.id ?? route.id;
}

/** The pages of an area under their groups; `side`: those of its side navigation alone. */
export function groupsOf(pages: readonly NavRoute[], area: Area, { side = false } = {}): [string, NavRoute[]][] {
  const own = pages.filter(({ nav }) => nav.area === area && (!side || nav.side));
  return [...Map.groupBy(own, ({ nav }) => nav.group)];
}

/** The areas in which a person has pages. */
export function areasOf(pages: readonly NavRoute[]): Area[] {
  return areas.filter((area) => pages.some(({ nav }) => nav.area === area));
}

/** The first page of an area's side navigation: where its name leads. */
export function firstOf(pages: readonly NavRoute[], area: Area): NavRoute | undefined {
  return pages.find(({ nav }) => nav.area === area && nav.side);
}

/** The pages at the bottom of a phone, in their order. */
export function phoneTabsOf(
  role: Me['role'],
  platform: string,
  manifest: readonly Route[] = routes,
): { route: Route; path: string }[] {
  return openPages(role, platform, manifest)
    .filter((route) => route.phoneTab && route.layout === 'customer')
    .sort((a, b) => a.phoneTab!.order - b.phoneTab!.order)
    .map((route) => ({ route, path: fillPattern(route.pattern, {}) }));
}

function openPages(role: Me['role'], platform: string, manifest: readonly Route[]): Route[] {
  return manifest
    .filter((route) => mayOpen(route, role, lookedAfter()) && !isClosed(route.id))
    .filter((route) => route.system === undefined || (route.system as readonly string[]).includes(platform));
}
