import { inControl } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Ids of the forms of a space that have records: those once released. */
export async function releasedFormIds(platform: Platform, spaceId: string): Promise<string[]> {
  const rows = await inControl(platform.control, spaceId, (tx) =>
    tx.selectFrom('forms.release').select('form_id').distinct().orderBy('form_id').execute(),
  );
  return rows.map((row) => row.form_id);
}
