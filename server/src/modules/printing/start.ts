import type { Platform } from '../../platform/platform.ts';
import { guardFiles } from '../files/public.ts';
import { templateFiles } from './templates.ts';

/** Once per process. A letterhead is no secret: whoever is of the space may see it. */
export function startPrinting(platform: Platform): void {
  guardFiles(platform, templateFiles, () => true);
}
