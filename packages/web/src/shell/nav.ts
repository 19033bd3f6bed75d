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
  return manifest
    .filter((route) => route.nav && route.layout === layoutOf[place] && mayOpen(route, role) && !isClosed(route.id))
    .filter((route) => route.system === undefined || (route.system as readonly string[]).includes(platform))
    .sort((a, b) => a.nav!.order - b.nav!.order)
    .map((route) => ({ route, path: fillPattern(route.pattern, {}) }));
}
