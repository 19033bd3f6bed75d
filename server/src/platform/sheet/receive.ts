import type { FastifyRequest } from 'fastify';
import { invalid, refuse } from '../errors.ts';
import type { Platform } from '../platform.ts';

/** Keeps the one file of a multipart call and answers its key; whoever called removes it. */
export async function receiveSheet(
  platform: Platform,
  request: FastifyRequest,
): Promise<{ key: string; fileName: string; size: number }> {
  if (!request.isMultipart()) throw refuse('platform.bad_body');
  const part = await request.file({ limits: { files: 1, fileSize: platform.config.maxUploadBytes } });
  if (!part) throw invalid('records.sheet.no_file');
  const { key, size } = await platform.files.put(part.file);
  if (part.file.truncated) {
    await platform.files.remove(key);
    throw refuse('platform.body_too_large');
  }
  return { key, size, fileName: part.filename.replace(/^.*[\\/]/, '').slice(0, 255) };
}
