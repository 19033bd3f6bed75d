import { holds } from '@formwork/contract/operations/grants.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TopicGuard } from '../../platform/sockets.ts';
import { knowReadings } from '../records/public.ts';
import { readPoints } from './read-points.ts';

/** Once per process. */
export function startIot(platform: Platform): void {
  knowReadings(platform, readPoints);
}

/** Whoever may see devices may hear what they report. */
export const mayWatchDevice: TopicGuard = (ctx) => Promise.resolve(holds(ctx.user, 'iot.device.read'));
