import type { Platform } from '../../platform/platform.ts';
import { guardLogos } from './appearance.ts';
import { guardLicences } from './info.ts';
import { startZones } from './zones.ts';

export async function startEnterprise(platform: Platform): Promise<void> {
  guardLogos(platform);
  guardLicences(platform);
  await startZones(platform);
}
