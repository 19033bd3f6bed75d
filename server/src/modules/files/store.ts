import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileView } from '@formwork/contract/files/api.ts';
import type { Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { FileMissing, StoreFailed, type ByteRange, type StoredFile } from '../../platform/files/files.ts';
import { notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { mediaTypeOf, sampleBytes } from './media-type.ts';
import { requireClean } from './scan.ts';
import type { FileTable } from './tables.ts';

export interface StoredContent extends StoredFile {
  mediaType: string;
}

export interface NewFile extends StoredContent {
  name: string;
  purpose: string;
}

/** Stores a stream, reads its type on the way, and refuses what a virus was found in. */
export async function storeContent(platform: Platform, content: Readable): Promise<StoredContent> {
  const sample: Buffer[] = [];
  let sampled = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (sampled < sampleBytes) sample.push(chunk.subarray(0, sampleBytes - sampled));
      sampled += chunk.length;
      done(null, chunk);
    },
  });
  const stored = await storedThrough(platform, content, through);
  try {
    await requireClean(platform, stored.key);
  } catch (error) {
    await platform.files.remove(stored.key);
    throw error;
  }
  const mediaType = await mediaTypeOf(Buffer.concat(sample));
  return { ...stored, mediaType };
}

/** Whoever sends broke off, or the store did: its own failure says more than the stream that it left. */
async function storedThrough(platform: Platform, content: Readable, through: Transform): Promise<StoredFile> {
  const storing = platform.files.put(through);
  // nobody reads on
  storing.catch(() => through.destroy());
  const [stored, sent] = await Promise.allSettled([storing, pipeline(content, through)]);
  if (stored.status === 'fulfilled' && sent.status === 'fulfilled') return stored.value;
  if (stored.status === 'fulfilled') await platform.files.remove(stored.value.key);
  if (stored.status === 'rejected' && (stored.reason instanceof StoreFailed || sent.status === 'fulfilled'))
    throw stored.reason;
  throw (sent as PromiseRejectedResult).reason;
}

/** Writes down stored contents as files of the person, attached to nothing yet. */
export async function addFiles(ctx: Ctx, files: NewFile[]): Promise<FileView[]> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const added: FileView[] = [];
    for (const file of files) added.push(await addFile({ ...ctx, tx }, file));
    return added;
  });
}

export async function addFile(ctx: TxCtx, { name, purpose, mediaType, size, sha256, key }: NewFile): Promise<FileView> {
  const row = await ctx.tx
    .insertInto('files.file')
    .values({
      space_id: ctx.spaceId,
      id: newId(),
      name,
      media_type: mediaType,
      size,
      sha256,
      key,
      purpose,
      created_by: ctx.user.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(ctx, 'files.file.uploaded', { id: row.id, name, size, type: mediaType });
  return viewOf(row);
}

/** The content of a file that was got with access, see `readableFile`. */
export async function openFileContent(
  platform: Platform,
  file: Pick<Selectable<FileTable>, 'key'>,
  range?: ByteRange,
): Promise<Readable> {
  try {
    return await platform.files.open(file.key, range);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    platform.log.error({ err: error }, 'the content of a file is not in the store');
    throw notFound('files.file.not_found');
  }
}

export function viewOf(row: Selectable<FileTable>): FileView {
  return { id: row.id, name: row.name, size: row.size, type: row.media_type, createdAt: row.created_at.toISOString() };
}
