import { importDays } from '@formwork/contract/records/import.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { forgetSheets } from '../../../platform/sheet/import/forget-sheets.ts';

/** Of files that nobody imported. */
const looseDays = 3;
const atOnce = 500;

/** Uploaded files go after their days, with the rows that were left out; what an import did, and the way back, stay. */
export const dropOldSheets = forgetSheets<string>('records.drop_old_sheets', '55 * * * *', {
  async old(platform, spaceId) {
    const schema = spaceSchema(spaceId);
    const { rows } = await spaceQuery<{ id: string; file_key: string; archive_key: string | null }>(platform, {
      text: `select s.id, s.file_key, s.archive_key from ${schema}.records_sheet s where s.purged_at is null and s.uploaded_at < now() - make_interval(days => ${looseDays})
               and not exists (select 1 from ${schema}.records_import i where i.sheet_id = s.id and i.started_at > now() - make_interval(days => ${importDays})) order by s.uploaded_at limit ${atOnce}`,
    });
    return rows.map(({ id, file_key, archive_key }) => ({ id, files: [file_key, archive_key] }));
  },
  async close(platform, spaceId, ids) {
    const schema = spaceSchema(spaceId);
    // a sheet can be imported again and again: from now on it is not there
    await spaceQuery(platform, {
      text: `update ${schema}.records_sheet set purged_at = now() where id = any($1::uuid[])`,
      values: [ids],
    });
    await spaceQuery(platform, {
      text: `delete from ${schema}.records_import_failure where import_id in (select id from ${schema}.records_import where sheet_id = any($1::uuid[]))`,
      values: [ids],
    });
  },
  forget: (platform, spaceId, ids) =>
    spaceQuery(platform, {
      text: `delete from ${spaceSchema(spaceId)}.records_sheet s where id = any($1::uuid[]) and not exists (select 1 from ${spaceSchema(spaceId)}.records_import i where i.sheet_id = s.id)`,
      values: [ids],
    }),
});
