import type { Permission } from '../permissions.ts';
import { routes, type Route, type RouteId } from '../routes.ts';

/** The pages of the enterprise's console that belong to administrators, in their order: what an administrator may be held to. */
export function consolePages(): Route[] {
  return (routes as readonly Route[]).filter((route) => route.layout === 'index' && route.owner.includes('admin'));
}

/** The console pages for which a permission is made: an administrator who holds none of them does not hold it either. */
export const pagesOfPermission: Partial<Record<Permission, readonly RouteId[]>> = {
  'joining.request.decide': ['userRegister'],
  'organization.person.edit': ['organization'],
  'organization.role.edit': ['roleManage'],
  'organization.console.edit': ['consolePermission'],
  'console.navigation.edit': ['webNavigation', 'webNavigationEntry', 'appNavigation'],
  'basedata.data.edit': ['baseData'],
  'forms.system.edit': ['systemManage'],
  'identity.policy.edit': ['accountSecurity'],
  'enterprise.info.edit': ['enterpriseInfo'],
  'enterprise.logo.edit': ['logo'],
  'enterprise.theme.edit': ['themeColour'],
  'enterprise.watermark.edit': ['watermark'],
  'enterprise.worktime.edit': ['workTime'],
  'iot.device.edit': ['deviceList'],
  'review.separation.edit': ['threeAdmin'],
};
