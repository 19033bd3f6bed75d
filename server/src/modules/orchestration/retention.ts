import { everySpace } from '../../platform/jobs/jobs-retention.ts';
import type { PeriodicTask } from '../../platform/jobs/jobs.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';

/** Messages that nobody waited for in seven days. */
export const dropOldMessages: PeriodicTask = {
  name: 'orchestration.drop_old_messages',
  cron: '35 2 * * *',
  async run(platform, only) {
    for (const spaceId of only === undefined ? await everySpace(platform) : [only])
      await spaceQuery(platform, {
        text: `delete from ${spaceSchema(spaceId)}.orchestration_message where at < $1`,
        values: [new Date(Date.now() - 7 * 86_400_000)],
      });
  },
};
