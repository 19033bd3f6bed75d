import type { Platform } from '../../platform/platform.ts';
import { inControl } from '../../platform/db/db.ts';

/** Types of files by id, as read from their content; a file that is not there has none. */
export async function mediaTypes(
  platform: Platform,
  spaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('files.file')
      .select(['id', 'media_type'])
      .where('id', 'in', [...ids])
      .execute(),
  );
  return new Map(rows.map(({ id, media_type: type }) => [id, type]));
}
