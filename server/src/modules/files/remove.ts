import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { filesApi } from '@formwork/contract/files/api.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Attachment } from './attach.ts';
import { dropIdleUploads } from './parts.ts';
import './tables.ts';

/** How long an upload may wait for the form it was made for. */
const looseDays = 7;
const atOnce = 200;

/** An own file that belongs to nothing yet. */
export async function removeFile(ctx: Ctx, { params }: InputOf<typeof filesApi.remove>): Promise<null> {
  const id = params.fileId;
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const file = await tx
      .selectFrom('files.file')
      .select(['attached_kind', 'name'])
      .where('id', '=', id)
      .where('created_by', '=', ctx.user.id)
      .where('removing', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (!file) throw notFound('files.file.not_found');
    if (file.attached_kind !== null) throw conflict('files.file.attached');
    await tx.updateTable('files.file').set({ removing: true }).where('id', '=', id).execute();
    await record({ ...ctx, tx }, 'files.file.removed', { id, name: file.name });
  });
  await removeMarked(ctx.platform, ctx.spaceId);
  return null;
}

/** What was attached to a thing and is no part of it any more: all but what is kept, or only what is named. */
export async function dropAttached(
  platform: Platform,
  spaceId: string,
  { kind, id }: Attachment,
  which: readonly string[] | { only: readonly string[] },
): Promise<void> {
  await inControl(platform.control, spaceId, (tx) => {
    const attached = tx
      .updateTable('files.file')
      .set({ removing: true })
      .where('attached_kind', '=', kind)
      .where('attached_id', '=', id);
    if ('only' in which) return attached.where('id', 'in', [...which.only]).execute();
    return (which.length > 0 ? attached.where('id', 'not in', which) : attached).execute();
  });
  await removeMarked(platform, spaceId);
}

/** Uploads that never became part of anything, and contents whose removal was cut off. */
export const dropLooseFiles = inEverySpace('files.drop_loose', '20 3 * * *', async (platform, spaceId) => {
  await inControl(platform.control, spaceId, (tx) =>
    tx
      .updateTable('files.file')
      .set({ removing: true })
      .where('attached_kind', 'is', null)
      .where('created_at', '<', sql<Date>`now() - make_interval(days => ${looseDays})`)
      .execute(),
  );
  await removeMarked(platform, spaceId);
  await dropIdleUploads(platform, spaceId);
});

/** Content first: a row without content is found again by the next run, a content without a row by nobody. */
async function removeMarked(platform: Platform, spaceId: string): Promise<void> {
  for (;;) {
    const rows = await inControl(platform.control, spaceId, (tx) =>
      tx.selectFrom('files.file').select(['id', 'key']).where('removing', '=', true).limit(atOnce).execute(),
    );
    for (const { id, key } of rows) {
      const small = await inControl(platform.control, spaceId, (tx) =>
        tx.selectFrom('files.thumbnail').select('key').where('file_id', '=', id).execute(),
      );
      for (const content of [...small.map((one) => one.key), key]) await platform.files.remove(content);
      await inControl(platform.control, spaceId, async (tx) => {
        await tx.deleteFrom('files.thumbnail').where('file_id', '=', id).execute();
        await tx.deleteFrom('files.file').where('id', '=', id).where('removing', '=', true).execute();
      });
    }
    if (rows.length < atOnce) return;
  }
}
