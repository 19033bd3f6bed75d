import type { InputOf } from '@formwork/contract/endpoint.ts';
import { filesPerUpload, type FileView, type filesApi } from '@formwork/contract/files/api.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { AppError, invalid, refuse } from '../../platform/errors.ts';
import { StoreFailed } from '../../platform/files/files.ts';
import { addFiles, storeContent, type NewFile } from './store.ts';

/** All files of an upload, or none of them. */
export async function uploadFiles(
  ctx: Ctx,
  { query }: InputOf<typeof filesApi.upload>,
  _reply: FastifyReply,
  request: FastifyRequest,
): Promise<FileView[]> {
  if (!request.isMultipart()) throw refuse('platform.bad_body');
  const stored: NewFile[] = [];
  try {
    await receive(ctx, request, query.purpose, stored);
    if (stored.length === 0) throw invalid('files.file.none');
  } catch (error) {
    await dropContents(ctx, stored);
    // The rest of the body has to go by, or the connection could neither be used again nor closed.
    request.raw.unpipe();
    request.raw.resume();
    throw error instanceof AppError ? error : refusalOf(error);
  }
  try {
    return await addFiles(ctx, stored);
  } catch (error) {
    await dropContents(ctx, stored);
    throw error;
  }
}

async function dropContents(ctx: Ctx, stored: NewFile[]): Promise<void> {
  for (const { key } of stored)
    await ctx.platform.files
      .remove(key)
      .catch((cause: unknown) => ctx.platform.log.warn({ err: cause, key }, 'a refused upload was left in the store'));
}

async function receive(ctx: Ctx, request: FastifyRequest, purpose: string, stored: NewFile[]): Promise<void> {
  const limit = ctx.platform.config.maxUploadBytes;
  const parts = request.files({
    limits: { files: filesPerUpload, fileSize: limit, fields: 20, fieldSize: 10_000, parts: filesPerUpload + 20 },
    throwFileSizeLimit: false,
  });
  for await (const part of parts) {
    const name = cleanName(part.filename);
    if (name === '') throw invalid('files.file.empty_name');
    const content = await storeContent(ctx.platform, part.file).catch((error: unknown) => {
      throw error instanceof AppError || error instanceof StoreFailed || !part.file.errored
        ? new NotTheBody(error)
        : refuse('platform.bad_body');
    });
    stored.push({ ...content, name, purpose });
    if (part.file.truncated) throw refuse('files.file.too_large', { name, maxMb: Math.floor(limit / 1024 / 1024) });
  }
}

/** The last part of a path, without characters that name nothing, at most 255 bytes of it with its ending. */
export function cleanName(given: string | undefined): string {
  const name = (given ?? '')
    .normalize('NFC')
    .split(/[\\/]/)
    .at(-1)!
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  if (name === '.' || name === '..') return '';
  if (Buffer.byteLength(name) <= 255) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  let stem = [...name.slice(0, name.length - ending.length)];
  while (Buffer.byteLength(stem.join('')) + Buffer.byteLength(ending) > 255) stem = stem.slice(0, -1);
  return stem.join('') + ending;
}

/** What went wrong on our side. */
class NotTheBody extends Error {
  constructor(cause: unknown) {
    super('an upload could not be stored', { cause });
  }
}

/** What reading the parts threw is about the body that was sent. */
function refusalOf(error: unknown): unknown {
  if (error instanceof NotTheBody) return error.cause;
  if ((error as { code?: string }).code === 'FST_FILES_LIMIT')
    return invalid('files.file.too_many', undefined, { max: filesPerUpload });
  return refuse('platform.bad_body');
}
