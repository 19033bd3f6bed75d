import { registerApps } from '../agents/public.ts';
import { registerTargets, registerUses } from '../definitions/public.ts';
import { knowRoleReach, knowSystems } from '../organization/public.ts';
import { appsThere } from './apps/apps.ts';
import { titlesOfSystems } from './apps/systems.ts';
import { reachOfRole } from './rights/in-care.ts';
import { notificationUsers } from './notifications/notification-users.ts';
import type { Platform } from '../../platform/platform.ts';
import { definitionUsers, findForms } from './uses/definition-users.ts';
import { formUsers } from './uses/form-users.ts';
import { knowUsers } from './uses/known-users.ts';
import { formUses } from './uses/named-definitions.ts';
import { buttonUsers, ruleUsers } from './uses/setting-users.ts';

/** Once per process. */
export function startForms(platform: Platform): void {
  registerApps(platform, appsThere);
  knowSystems(platform, titlesOfSystems);
  knowRoleReach(platform, 'forms', reachOfRole);
  registerTargets(platform, 'form', findForms);
  registerUses(platform, 'forms', formUses);
  knowUsers(platform, 'definitions', definitionUsers);
  knowUsers(platform, 'forms', formUsers);
  knowUsers(platform, 'buttons', buttonUsers);
  knowUsers(platform, 'rules', ruleUsers);
  knowUsers(platform, 'notifications', notificationUsers);
}
