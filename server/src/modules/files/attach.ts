import { inControl, type ControlTx } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import './tables.ts';

export interface Attachment {
  /** A kind for which a guard is registered, see `guardFiles`. */
  kind: string;
  /** Whatever the guard needs to find the thing again. */
  id: string;
}

/**
 * Makes files part of a thing; answers the ids that could not be: unknown, another person's, or part of something else.
 * May be repeated, so a subscriber can do it after the thing was written.
 */
export async function attachFiles(
  platform: Platform,
  spaceId: string,
  uploader: string,
  ids: string[],
  to: Attachment,
): Promise<string[]> {
  if (ids.length === 0) return [];
  return inControl(platform.control, spaceId, (tx) => attachFilesIn(tx, uploader, ids, to));
}

/** The same in the transaction of the thing. */
export async function attachFilesIn(
  tx: ControlTx,
  uploader: string,
  ids: readonly string[],
  to: Attachment,
): Promise<string[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await tx
    .updateTable('files.file')
    .set({ attached_kind: to.kind, attached_id: to.id })
    .where('id', 'in', wanted)
    .where('removing', '=', false)
    .where((eb) =>
      eb.or([
        eb.and([eb('attached_kind', 'is', null), eb('created_by', '=', uploader)]),
        eb.and([eb('attached_kind', '=', to.kind), eb('attached_id', '=', to.id)]),
      ]),
    )
    .returning('id')
    .execute();
  const attached = new Set(rows.map((row) => row.id));
  return wanted.filter((id) => !attached.has(id));
}

/** Makes files of one thing part of another. May be repeated. */
export async function passFilesOn(
  platform: Platform,
  spaceId: string,
  ids: readonly string[],
  from: Attachment,
  to: Attachment,
): Promise<void> {
  if (ids.length === 0) return;
  await inControl(platform.control, spaceId, (tx) =>
    tx
      .updateTable('files.file')
      .set({ attached_kind: to.kind, attached_id: to.id })
      .where('id', 'in', ids)
      .where('attached_kind', '=', from.kind)
      .where('attached_id', '=', from.id)
      .where('removing', '=', false)
      .execute(),
  );
}
