import type { Permission } from '../permissions.ts';
import { navOf, routes, type Route, type RouteId } from '../routes.ts';

/** The pages of the enterprise's console that belong to administrators, in their order: what an administrator may be held to. */
export function consolePages(): Route[] {
  const placeOf = (route: Route) => navOf(route)?.order ?? Number.MAX_SAFE_INTEGER;
  return (routes as readonly Route[])
    .filter((route) => route.layout === 'index' && route.owner.includes('admin'))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The console pages for which a permission is made: an administrator who holds none of them does not hold it either. */
export const pagesOfPermission: Partial<Record<Permission, readonly RouteId[]>> = {
  'joining.request.decide': ['userRegister'],
  'organization.person.edit': ['organization'],
  'organization.delegate.edit': ['organization'],
  'organization.delegate.end': ['organization'],
  'organization.role.edit': ['roleManage'],
  'organization.console.edit': ['consolePermission'],
  'console.navigation.edit': ['webNavigation', 'webNavigationEntry', 'appNavigation', 'appNavigationEntry'],
  'basedata.data.edit': ['baseData'],
  'forms.system.edit': ['systemManage'],
  'identity.policy.edit': ['accountSecurity'],
  'enterprise.info.edit': ['enterpriseInfo'],
  'enterprise.logo.edit': ['logo'],
  'enterprise.theme.edit': ['themeColour'],
  'enterprise.style.edit': ['styleSheet'],
  'enterprise.watermark.edit': ['watermark'],
  'enterprise.worktime.edit': ['workTime'],
  'iot.device.edit': ['deviceList'],
  'review.separation.edit': ['threeAdmin'],
};
