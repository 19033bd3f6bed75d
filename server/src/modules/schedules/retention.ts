import { sql } from 'kysely';
import { inControl } from '../../platform/db/db.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';

/** Moments are looked up for 90 days. */
export const forgetOldDues = inEverySpace('schedules.forget', '40 3 * * *', (platform, spaceId) =>
  inControl(platform.control, spaceId, (tx) =>
    tx
      .deleteFrom('schedules.due')
      .where('space_id', '=', spaceId)
      .where('due', '<', sql<Date>`now() - interval '90 days'`)
      .where('state', 'not in', ['ready', 'waiting'])
      .execute(),
  ),
);
