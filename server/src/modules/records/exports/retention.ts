import { exportDays } from '@formwork/contract/records/export.ts';
import { everySpace } from '../../../platform/jobs-retention.ts';
import type { PeriodicTask } from '../../../platform/jobs.ts';
import { spaceQuery, spaceSchema } from '../../../platform/space-data.ts';
import { dropExports } from './exports.ts';

/** Exports are no archive: they go after three days, with their files. */
export const dropOldExports: PeriodicTask = {
  name: 'records.drop_old_exports',
  cron: '50 * * * *',
  async run(platform) {
    for (const spaceId of await everySpace(platform)) {
      const { rows } = await spaceQuery<{ id: string }>(platform, { text: `select id from ${spaceSchema(spaceId)}.records_export where created_at < now() - make_interval(days => ${exportDays})` });
      if (rows.length > 0) await dropExports({ platform, spaceId }, rows.map(({ id }) => id));
    }
  },
};
