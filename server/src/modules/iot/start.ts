import { holds } from '@formwork/contract/operations/grants.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TopicGuard } from '../../platform/http/sockets.ts';
import { isUuid } from '../../platform/ids.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { knowReadings } from '../records/public.ts';
import { readPoints } from './read-points.ts';

/** Once per process. */
export function startIot(platform: Platform): void {
  knowReadings(platform, readPoints);
}

/** Whoever may see devices may hear what they report: those of this space. */
export const mayWatchDevice: TopicGuard = async (ctx, id) => {
  if (!holds(ctx.user, 'iot.device.read') || !isUuid(id)) return false;
  const { rows } = await spaceQuery(ctx.platform, {
    text: `select 1 from ${spaceSchema(ctx.spaceId)}.iot_device where id = $1`,
    values: [id],
  });
  return rows.length > 0;
};
