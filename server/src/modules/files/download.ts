import { Readable } from 'node:stream';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { inlineTypes, type FileView, type filesApi } from '@formwork/contract/files/api.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import type { ByteRange } from '../../platform/files/files.ts';
import { resourcePolicy } from '../../platform/http/shown-ticket.ts';
import type { Platform } from '../../platform/platform.ts';
import { readableFile } from './access.ts';
import { matches, readRange } from './conditions.ts';
import { openFileContent, viewOf } from './store.ts';
import type { FileTable } from './tables.ts';

/** A file's content, or one range of it. Only types that cannot run anything are shown in place. */
export async function openFile(
  ctx: Ctx,
  { params, query }: InputOf<typeof filesApi.open>,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const file = await readableFile(ctx, params.fileId, query.inline === undefined ? 'download' : 'preview');
  const inline = query.inline !== undefined && inlineTypes.includes(file.media_type);
  // Told once a download, not once a range of it; pictures shown in place would drown all else.
  const counts =
    request.method === 'GET' && isFromStart(file, request) && !(inline && file.media_type.startsWith('image/'));
  return sendFile(
    ctx.platform,
    file,
    query.inline !== undefined,
    reply,
    request,
    counts ? () => recordDownload(ctx, file) : undefined,
  );
}

/** Name, size and type, for a page that shows the file. */
export async function viewFile(ctx: Ctx, { params }: InputOf<typeof filesApi.view>): Promise<FileView> {
  return viewOf(await readableFile(ctx, params.fileId));
}

/** The content of a file that was got with access, whole or the range that is asked for. */
export async function sendFile(
  platform: Platform,
  file: Selectable<FileTable>,
  inPlace: boolean,
  reply: FastifyReply,
  request: FastifyRequest,
  onSend?: () => Promise<void>,
): Promise<FastifyReply> {
  const tag = `"${file.sha256}"`;
  const inline = inPlace && inlineTypes.includes(file.media_type);
  // The plugin's own switch: a body compressed on the way would have other offsets than the file.
  request.headers['x-no-compression'] = '1';
  void reply
    .header('etag', tag)
    .header('cache-control', 'private, no-cache')
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', reply.getHeader('cross-origin-resource-policy') ?? resourcePolicy(request))
    .header(
      'content-security-policy',
      file.media_type === 'application/pdf'
        ? "frame-ancestors 'self'"
        : "default-src 'none'; sandbox; frame-ancestors 'self'",
    )
    .header('content-disposition', disposition(inline ? 'inline' : 'attachment', file.name))
    .type(file.media_type);

  if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const range = rangeOf(file, request);
  if (range === 'outside')
    return reply
      .code(416)
      .header('content-range', `bytes */${file.size}`)
      .removeHeader('content-disposition')
      .type('text/plain')
      .send('');
  if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  void reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  await onSend?.();
  // A stream, because the length of a text would replace the one of the file.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  if (file.size === 0) return reply.send('');
  return reply.send(await openFileContent(platform, file, range));
}

function rangeOf(file: Selectable<FileTable>, { headers }: FastifyRequest): ByteRange | 'outside' | undefined {
  const ifRange = headers['if-range'];
  return ifRange === undefined || ifRange === `"${file.sha256}"` ? readRange(headers.range, file.size) : undefined;
}

function isFromStart(file: Selectable<FileTable>, request: FastifyRequest): boolean {
  const range = rangeOf(file, request);
  return range !== 'outside' && (range?.start ?? 0) === 0;
}

async function recordDownload(ctx: Ctx, { id, name, size }: Selectable<FileTable>): Promise<void> {
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    record({ ...ctx, tx }, 'files.file.downloaded', { id, name, size }),
  );
}

/** RFC 6266: an ASCII name for old clients, the real one in UTF-8 (RFC 5987) for all others. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
