import { exportDays } from '@formwork/contract/records/export.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { dropExports } from './exports.ts';

/** Exports are no archive: they go after three days, with their files. */
export const dropOldExports = inEverySpace('records.drop_old_exports', '50 * * * *', async (platform, spaceId) => {
  const { rows } = await spaceQuery<{ id: string }>(platform, {
    text: `select id from ${spaceSchema(spaceId)}.records_export where created_at < now() - make_interval(days => ${exportDays})`,
  });
  if (rows.length > 0)
    await dropExports(
      { platform, spaceId },
      rows.map(({ id }) => id),
    );
});
