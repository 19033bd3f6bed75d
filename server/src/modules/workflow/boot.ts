import type { Platform } from '../../platform/platform.ts';
import { knowUsers } from '../forms/public.ts';
import { knowManners } from '../records/public.ts';
import { mannersNow } from './notify/manners-now.ts';
import { knowRoleReach, onHandOver } from '../organization/public.ts';
import { reachOfRole } from './rights/role-reach.ts';
import { handOverTasks } from './rights/hand-over.ts';
import { processUsers } from './design/references.ts';
import { listenForReleases } from './design/released.ts';
import { guardSignatures } from './commands/signature.ts';

/** Once per process. */
export function startWorkflow(platform: Platform): void {
  listenForReleases(platform);
  guardSignatures(platform);
  knowManners(platform, (spaceId, people) => mannersNow(platform, spaceId, people));
  knowUsers(platform, 'workflow', processUsers);
  onHandOver(platform, 'tasks', handOverTasks);
  knowRoleReach(platform, 'workflow', reachOfRole);
}
