import type { Platform } from '../../platform/platform.ts';
import { guardLogos } from './appearance.ts';
import { guardLicences } from './info.ts';

export function guardEnterpriseFiles(platform: Platform): void {
  guardLogos(platform);
  guardLicences(platform);
}
