import { sql } from 'kysely';
import { inControl } from '../../../platform/db/db.ts';
import { forgetSheets } from '../../../platform/sheet/import/forget-sheets.ts';

/** As long as a reviewer may leave one waiting, and its refused rows are offered. */
const keepDays = 30;
const atOnce = 500;

export const dropOldPeopleSheets = forgetSheets<string>('organization.drop_old_people_sheets', '25 3 * * *', {
  async old(platform, spaceId) {
    const rows = await inControl(platform.control, spaceId, (tx) =>
      tx
        .selectFrom('organization.people_import')
        .select(['id', 'file_key'])
        .where('created_at', '<', sql<Date>`now() - make_interval(days => ${keepDays})`)
        .orderBy('created_at')
        .limit(atOnce)
        .execute(),
    );
    return rows.map(({ id, file_key }) => ({ id, files: [file_key] }));
  },
  forget: (platform, spaceId, ids) =>
    inControl(platform.control, spaceId, (tx) =>
      tx.deleteFrom('organization.people_import').where('id', 'in', ids).execute(),
    ),
});
