import { Readable } from 'node:stream';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { partBytes, type FileView, type PartedUpload, type filesApi } from '@formwork/contract/files/api.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { conflict, invalid, notFound, refuse } from '../../platform/errors.ts';
import { StoreFailed } from '../../platform/files/files.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { addFile, storeContent } from './store.ts';
import type { UploadTable } from './tables.ts';
import { cleanName } from './upload.ts';

/** Days an upload that nobody goes on with is kept. */
const idleDays = 2;

/** A new upload in parts, or the one which the person began with the same file. */
export async function beginUpload(ctx: Ctx, { body }: InputOf<typeof filesApi.beginUpload>): Promise<PartedUpload> {
  const name = cleanName(body.name);
  if (name === '') throw invalid('files.file.empty_name');
  const limit = ctx.platform.config.maxUploadBytes;
  if (body.size > limit) throw refuse('files.file.too_large', { name, maxMb: Math.floor(limit / 1024 / 1024) });
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await tx
      .insertInto('files.upload')
      .values({
        space_id: ctx.spaceId,
        id: newId(),
        name,
        size: body.size,
        purpose: body.purpose,
        fingerprint: body.fingerprint,
        created_by: ctx.user.id,
      })
      .onConflict((key) =>
        key
          .columns(['space_id', 'created_by', 'fingerprint'])
          .where('removing', '=', false)
          .doUpdateSet({ touched_at: sql<Date>`now()` }),
      )
      .execute();
    const upload = await tx
      .selectFrom('files.upload')
      .selectAll()
      .where('created_by', '=', ctx.user.id)
      .where('fingerprint', '=', body.fingerprint)
      .where('removing', '=', false)
      .executeTakeFirstOrThrow();
    // a fingerprint is what the browser says: another size is another file
    if (upload.size !== body.size) throw conflict('files.upload.out_of_place');
    return viewOf(tx, upload);
  });
}

/** The next bytes. What is stored stays when the line drops: the browser asks where to go on. */
export async function uploadPart(
  ctx: Ctx,
  { params }: InputOf<typeof filesApi.uploadPart>,
  _reply: FastifyReply,
  request: FastifyRequest,
): Promise<PartedUpload> {
  const { uploadId, at } = params;
  const before = await inControl(ctx.platform.control, ctx.spaceId, async (tx) =>
    viewOf(tx, await ownUpload(tx, ctx, uploadId)),
  );
  if (before.received !== at) throw conflict('files.upload.out_of_place', { received: before.received });
  if (!request.isMultipart()) throw refuse('platform.bad_body');
  const part = await request.file({ limits: { files: 1, fileSize: partBytes } });
  if (!part) throw invalid('files.file.none');
  const { key, size } = await ctx.platform.files.put(part.file).catch((error: unknown) => {
    throw error instanceof StoreFailed ? error : refuse('platform.bad_body');
  });
  try {
    if (part.file.truncated || size === 0 || at + size > before.size)
      throw conflict('files.upload.out_of_place', { received: before.received });
    return await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
      const upload = await ownUpload(tx, ctx, uploadId);
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('files.upload_part')
        .values({ space_id: ctx.spaceId, upload_id: uploadId, at, size, key })
        .onConflict((row) => row.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n)
        throw conflict('files.upload.out_of_place', { received: (await viewOf(tx, upload)).received });
      await tx
        .updateTable('files.upload')
        .set({ touched_at: sql<Date>`now()` })
        .where('id', '=', uploadId)
        .execute();
      return viewOf(tx, upload);
    });
  } catch (error) {
    await ctx.platform.files.remove(key);
    throw error;
  }
}

/** The parts become one content, which is typed and scanned like any other. */
export async function finishUpload(ctx: Ctx, { params }: InputOf<typeof filesApi.finishUpload>): Promise<FileView> {
  const { platform, spaceId } = ctx;
  const { upload, parts } = await inControl(platform.control, spaceId, async (tx) => {
    const found = await ownUpload(tx, ctx, params.uploadId);
    return {
      upload: found,
      parts: await tx
        .selectFrom('files.upload_part')
        .select(['key', 'size'])
        .where('upload_id', '=', found.id)
        .orderBy('at')
        .execute(),
    };
  });
  if (parts.reduce((sum, { size }) => sum + size, 0) !== upload.size) throw conflict('files.upload.incomplete');
  const content = await storeContent(
    platform,
    Readable.from(
      joined(
        platform,
        parts.map(({ key }) => key),
      ),
      { objectMode: false },
    ),
  );
  try {
    const file = await inControl(platform.control, spaceId, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('files.upload')
        .set({ removing: true })
        .where('id', '=', upload.id)
        .where('removing', '=', false)
        .executeTakeFirst();
      // somebody finished or gave it up in between
      if (numUpdatedRows === 0n) throw notFound('files.upload.not_found');
      return addFile({ ...ctx, tx }, { ...content, name: upload.name, purpose: upload.purpose });
    });
    await dropMarkedUploads(platform, spaceId);
    return file;
  } catch (error) {
    await platform.files.remove(content.key);
    throw error;
  }
}

export async function dropUpload(ctx: Ctx, { params }: InputOf<typeof filesApi.dropUpload>): Promise<null> {
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { id } = await ownUpload(tx, ctx, params.uploadId);
    await tx.updateTable('files.upload').set({ removing: true }).where('id', '=', id).execute();
  });
  await dropMarkedUploads(ctx.platform, ctx.spaceId);
  return null;
}

/** Uploads that nobody went on with, and those whose removal was cut off. */
export async function dropIdleUploads(platform: Platform, spaceId: string): Promise<void> {
  await inControl(platform.control, spaceId, (tx) =>
    tx
      .updateTable('files.upload')
      .set({ removing: true })
      .where('touched_at', '<', sql<Date>`now() - make_interval(days => ${idleDays})`)
      .execute(),
  );
  await dropMarkedUploads(platform, spaceId);
}

/** Contents first: a part without content is found again by the next run. */
async function dropMarkedUploads(platform: Platform, spaceId: string): Promise<void> {
  const parts = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('files.upload_part')
      .innerJoin('files.upload', 'files.upload.id', 'files.upload_part.upload_id')
      .select('key')
      .where('removing', '=', true)
      .execute(),
  );
  for (const { key } of parts) await platform.files.remove(key);
  await inControl(platform.control, spaceId, async (tx) => {
    if (parts.length > 0)
      await tx
        .deleteFrom('files.upload_part')
        .where(
          'key',
          'in',
          parts.map(({ key }) => key),
        )
        .execute();
    await tx
      .deleteFrom('files.upload')
      .where('removing', '=', true)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('files.upload_part')
              .select('at')
              .whereRef('files.upload_part.upload_id', '=', 'files.upload.id'),
          ),
        ),
      )
      .execute();
  });
}

async function ownUpload(tx: ControlTx, ctx: Ctx, id: string): Promise<Selectable<UploadTable>> {
  const upload = await tx
    .selectFrom('files.upload')
    .selectAll()
    .where('id', '=', id)
    .where('created_by', '=', ctx.user.id)
    .where('removing', '=', false)
    .executeTakeFirst();
  if (!upload) throw notFound('files.upload.not_found');
  return upload;
}

async function viewOf(tx: ControlTx, { id, name, size }: Selectable<UploadTable>): Promise<PartedUpload> {
  const { received } = await tx
    .selectFrom('files.upload_part')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('received'))
    .where('upload_id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, name, size, received };
}

async function* joined(platform: Platform, keys: string[]): AsyncGenerator<Buffer> {
  for (const key of keys) yield* (await platform.files.open(key)) as AsyncIterable<Buffer>;
}
