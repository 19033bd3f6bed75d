import { sql } from 'kysely';
import { inControl } from '../../../platform/db/db.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';

/** As long as a reviewer may leave one waiting, and its refused rows are offered. */
const keepDays = 30;
const atOnce = 500;

/** Uploaded lists of people go with all that was read from them: they are full of names and numbers. What an import did, the audit trail tells. */
export const dropOldPeopleSheets = inEverySpace(
  'organization.drop_old_people_sheets',
  '25 3 * * *',
  async (platform, spaceId) => {
    const old = () =>
      inControl(platform.control, spaceId, (tx) =>
        tx
          .selectFrom('organization.people_import')
          .select(['id', 'file_key'])
          .where('created_at', '<', sql<Date>`now() - make_interval(days => ${keepDays})`)
          .orderBy('created_at')
          .limit(atOnce)
          .execute(),
      );
    for (let rows = await old(); rows.length > 0; rows = await old()) {
      // the file first: one whose row is gone would be found by nobody
      for (const { file_key: key } of rows) await platform.files.remove(key);
      await inControl(platform.control, spaceId, (tx) =>
        tx
          .deleteFrom('organization.people_import')
          .where(
            'id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute(),
      );
    }
  },
);
