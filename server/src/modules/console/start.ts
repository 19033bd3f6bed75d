import type { Platform } from '../../platform/platform.ts';
import { knowUsers } from '../forms/public.ts';
import { menuUsers } from './references.ts';

/** Once per process. */
export function startConsole(platform: Platform): void {
  knowUsers(platform, 'console', menuUsers);
}
