import type { Platform } from '../../platform/platform.ts';
import { onHandOver } from '../organization/public.ts';
import { handOverTasks } from './hand-over.ts';
import { listenForReleases } from './released.ts';
import { guardSignatures } from './signature.ts';

/** Once per process. */
export function startWorkflow(platform: Platform): void {
  listenForReleases(platform);
  guardSignatures(platform);
  onHandOver(platform, 'tasks', handOverTasks);
}
