import { registerApps } from '../agents/public.ts';
import { appsThere } from './apps.ts';
import type { Platform } from '../../platform/platform.ts';
import { formUsers } from './uses/form-users.ts';
import { knowUsers } from './uses/known-users.ts';
import { buttonUsers, ruleUsers } from './uses/setting-users.ts';

/** Once per process. */
export function startForms(platform: Platform): void {
  registerApps(platform, appsThere);
  knowUsers(platform, 'forms', formUsers);
  knowUsers(platform, 'buttons', buttonUsers);
  knowUsers(platform, 'rules', ruleUsers);
}
