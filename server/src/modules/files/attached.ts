import type { Selectable } from 'kysely';
import { inControl } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Attachment } from './attach.ts';
import type { FileTable } from './tables.ts';

/** Those of the files that are part of a thing, or of any of its kind, in the order they were asked for; who may know of the thing, the caller has asked. */
export async function attachedFiles(
  platform: Platform,
  spaceId: string,
  ids: readonly string[],
  to: Pick<Attachment, 'kind'> & Partial<Attachment>,
): Promise<Selectable<FileTable>[]> {
  if (ids.length === 0) return [];
  const rows = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('files.file')
      .selectAll()
      .where('id', 'in', [...new Set(ids)])
      .where('attached_kind', '=', to.kind)
      .$if(to.id !== undefined, (qb) => qb.where('attached_id', '=', to.id!))
      .where('removing', '=', false)
      .execute(),
  );
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** What became part of things of a kind, of those files that came before then. */
export async function attachedOf(
  platform: Platform,
  spaceId: string,
  kind: string,
  before: Date,
): Promise<{ id: string; of: string }[]> {
  const rows = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('files.file')
      .select(['id', 'attached_id'])
      .where('attached_kind', '=', kind)
      .where('created_at', '<', before)
      .where('removing', '=', false)
      .execute(),
  );
  return rows.flatMap(({ id, attached_id: of }) => (of === null ? [] : [{ id, of }]));
}
