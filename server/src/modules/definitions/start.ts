import type { Platform } from '../../platform/platform.ts';
import { knowRoleReach, onHandOver } from '../organization/public.ts';
import { handOverDefinitions } from './hand-over.ts';
import { listenForPresence } from './presence.ts';
import { reachOfRole } from './role-reach.ts';
import { listenForReleases } from './released.ts';
import { listenForRules } from './rules.ts';

/** Once per process. */
export function startDefinitions(platform: Platform): void {
  onHandOver(platform, 'definitions', handOverDefinitions);
  knowRoleReach(platform, 'definitions', reachOfRole);
  listenForPresence(platform);
  listenForReleases(platform);
  listenForRules(platform);
}
