import type { Platform } from '../../platform/platform.ts';
import { knowUsers } from '../forms/public.ts';
import { onHandOver } from '../organization/public.ts';
import { handOverTasks } from './hand-over.ts';
import { processUsers } from './references.ts';
import { listenForReleases } from './released.ts';
import { guardSignatures } from './signature.ts';

/** Once per process. */
export function startWorkflow(platform: Platform): void {
  listenForReleases(platform);
  guardSignatures(platform);
  knowUsers(platform, 'workflow', processUsers);
  onHandOver(platform, 'tasks', handOverTasks);
}
