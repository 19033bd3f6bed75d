import type { Platform } from '../../platform/platform.ts';
import { guardFiles } from '../files/public.ts';
import { knowUsers } from '../forms/public.ts';
import { templateUsers } from './references.ts';
import { templateFiles } from './templates.ts';

/** Once per process. A letterhead is no secret: whoever is of the space may see it. */
export function startPrinting(platform: Platform): void {
  guardFiles(platform, templateFiles, () => true);
  knowUsers(platform, 'printing', templateUsers);
}
