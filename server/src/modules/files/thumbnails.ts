import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { thumbnailTypes, type filesApi } from '@formwork/contract/files/api.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import sharp from 'sharp';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { notFound } from '../../platform/errors.ts';
import { resourcePolicy } from '../../platform/http/shown-ticket.ts';
import type { Platform } from '../../platform/platform.ts';
import { readableFile, readableFiles } from './access.ts';
import { openFileContent } from './store.ts';
import type { FileTable, ThumbnailTable } from './tables.ts';

/** What a picture may unfold to: a small file can claim to be gigantic. */
const mostPixels = 100_000_000;
const largestFile = 100 * 1024 * 1024;

sharp.cache(false);
sharp.concurrency(1);

/** Made one after the other, and once for those who ask at the same moment. */
const making = new Map<string, Promise<Selectable<ThumbnailTable>>>();
let queue: Promise<unknown> = Promise.resolve();

export async function openThumbnail(
  ctx: Ctx,
  { params, query }: InputOf<typeof filesApi.thumbnail>,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const file = await readableFile(ctx, params.fileId);
  const tag = `"${file.sha256.slice(0, 32)}-${query.edge}"`;
  void reply
    .header('etag', tag)
    // who may see the file now may keep its small picture for a while
    .header('cache-control', 'private, max-age=600')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', resourcePolicy(request))
    .type('image/webp');
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  const { key, size } = await thumbnailOf(ctx, file, query.edge);
  return reply.header('content-length', size).send(await openFileContent(ctx.platform, { key }));
}

/** A picture as paper needs it: JPEG, on white, no larger than a page shows; undefined for what is none, or not for this person. */
export async function pictureForPrint(ctx: Ctx, fileId: string): Promise<Buffer | undefined> {
  const [file] = await readableFiles(ctx, [fileId]);
  if (!file || !thumbnailTypes.includes(file.media_type) || file.size > largestFile) return undefined;
  const content = await buffer(await openFileContent(ctx.platform, file));
  return sharp(content, { limitInputPixels: mostPixels, failOn: 'none' })
    .autoOrient()
    .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => undefined);
}

/** The kept one, or a new one. */
async function thumbnailOf(ctx: Ctx, file: Selectable<FileTable>, edge: number): Promise<Selectable<ThumbnailTable>> {
  if (!thumbnailTypes.includes(file.media_type) || file.size > largestFile) throw notFound('files.file.no_thumbnail');
  const kept = await keptThumbnail(ctx, file.id, edge);
  if (kept) return kept;
  const name = `${ctx.spaceId} ${file.id} ${edge}`;
  let made = making.get(name);
  if (!made) {
    made = queue.then(() => makeThumbnail(ctx, file, edge));
    making.set(name, made);
    queue = made.catch(() => undefined);
    void queue.then(() => making.delete(name));
  }
  return made;
}

async function makeThumbnail(ctx: Ctx, file: Selectable<FileTable>, edge: number): Promise<Selectable<ThumbnailTable>> {
  const picture = await smallPicture(ctx.platform, file, edge);
  const { key, size } = await ctx.platform.files.put(Readable.from(picture, { objectMode: false }));
  try {
    const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
      tx
        .insertInto('files.thumbnail')
        .values({ space_id: ctx.spaceId, file_id: file.id, edge, size, key })
        .onConflict((same) => same.doNothing())
        .returningAll()
        .executeTakeFirst(),
    );
    if (row) return row;
  } catch (error) {
    await ctx.platform.files.remove(key);
    throw error;
  }
  // another process was quicker
  await ctx.platform.files.remove(key);
  const theirs = await keptThumbnail(ctx, file.id, edge);
  if (!theirs) throw notFound('files.file.not_found');
  return theirs;
}

async function smallPicture(platform: Platform, file: Selectable<FileTable>, edge: number): Promise<Buffer> {
  const content = await buffer(await openFileContent(platform, file));
  try {
    return await sharp(content, { limitInputPixels: mostPixels, failOn: 'none' })
      .autoOrient()
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
  } catch (error) {
    platform.log.info({ err: error, fileId: file.id }, 'no small picture could be made of a file');
    throw notFound('files.file.no_thumbnail');
  }
}

function keptThumbnail(ctx: Ctx, fileId: string, edge: number): Promise<Selectable<ThumbnailTable> | undefined> {
  return inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('files.thumbnail')
      .selectAll()
      .where('file_id', '=', fileId)
      .where('edge', '=', edge)
      .executeTakeFirst(),
  );
}
