import { importDays } from '@formwork/contract/records/import.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';

/** Of files that nobody imported. */
const looseDays = 3;
const atOnce = 500;

/** Uploaded files go after their days, with the rows that were left out; what an import did, and the way back, stay. */
export const dropOldSheets = inEverySpace('records.drop_old_sheets', '55 * * * *', dropSheets);

async function dropSheets(platform: Platform, spaceId: string): Promise<void> {
  const schema = spaceSchema(spaceId);
  for (;;) {
    const { rows } = await spaceQuery<{ id: string; file_key: string; archive_key: string | null }>(platform, {
      text: `select s.id, s.file_key, s.archive_key from ${schema}.records_sheet s where s.purged_at is null and s.uploaded_at < now() - make_interval(days => ${looseDays})
               and not exists (select 1 from ${schema}.records_import i where i.sheet_id = s.id and i.started_at > now() - make_interval(days => ${importDays})) order by s.uploaded_at limit ${atOnce}`,
    });
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    // a sheet can be imported again and again: from now on it is not there
    await spaceQuery(platform, {
      text: `update ${schema}.records_sheet set purged_at = now() where id = any($1::uuid[])`,
      values: [ids],
    });
    await spaceQuery(platform, {
      text: `delete from ${schema}.records_import_failure where import_id in (select id from ${schema}.records_import where sheet_id = any($1::uuid[]))`,
      values: [ids],
    });
    for (const { file_key: key, archive_key: archive } of rows)
      for (const one of [key, archive]) if (one !== null) await platform.files.remove(one);
    await spaceQuery(platform, {
      text: `delete from ${schema}.records_sheet s where id = any($1::uuid[]) and not exists (select 1 from ${schema}.records_import i where i.sheet_id = s.id)`,
      values: [ids],
    });
  }
}
