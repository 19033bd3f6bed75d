import type { Platform } from '../../platform/platform.ts';
import { guardFiles } from '../files/public.ts';
import { mapFiles } from './boundaries.ts';
import { maySeeChart } from './require-seen.ts';
import { setFiles } from './sets/read-source.ts';
import { mayWatchSet } from './sets/rights.ts';
import { maySeeScreen, screenFiles } from './take-video.ts';

export function startAnalytics(platform: Platform): void {
  guardFiles(platform, setFiles, mayWatchSet);
  guardFiles(platform, mapFiles, maySeeChart);
  guardFiles(platform, screenFiles, maySeeScreen);
}
