import type { Me } from '@formwork/contract/identity/api.ts';
import { isOperatorRole } from '@formwork/contract/roles.ts';
import { fillPattern, mayOpen, routes, type Layout, type Route } from '@formwork/contract/routes.ts';
import { isClosed } from '../session/session.ts';
import type { Place } from '@formwork/ui/skins.ts';

export interface NavRoute {
  route: Route;
  path: string;
}

/** Where a page stands; an operator's own pages are the operator's console, whatever their layout. */
export function placeOf(layout: Layout | undefined, me: Pick<Me, 'role'> | null): Place {
  if (layout === 'index') return 'enterprise';
  return layout === 'root' || (me !== null && isOperatorRole(me.role)) ? 'operator' : 'app';
}

const layoutOf = { app: 'customer', enterprise: 'index', operator: 'root' } as const satisfies Record<Place, Layout>;

/** The pages a person finds in the navigation of a place, in their order. */
export function navOf(place: Place, role: Me['role'], platform: string, manifest: readonly Route[] = routes): NavRoute[] {
  return placed('nav', place, role, platform, manifest);
}

/** The pages at the bottom of a phone, in their order. */
export function phoneTabsOf(role: Me['role'], platform: string, manifest: readonly Route[] = routes): NavRoute[] {
  return placed('phoneTab', 'app', role, platform, manifest);
}

function placed(where: 'nav' | 'phoneTab', place: Place, role: Me['role'], platform: string, manifest: readonly Route[]): NavRoute[] {
  return manifest
    .filter((route) => route[where] && route.layout === layoutOf[place] && mayOpen(route, role) && !isClosed(route.id))
    .filter((route) => route.system === undefined || (route.system as readonly string[]).includes(platform))
    .sort((a, b) => a[where]!.order - b[where]!.order)
    .map((route) => ({ route, path: fillPattern(route.pattern, {}) }));
}
