import type { Readable } from 'node:stream';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { filesPerArchive, type filesApi } from '@formwork/contract/files/api.ts';
import type { FastifyReply } from 'fastify';
import ZipStream from 'zip-stream';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { readableFiles } from './access.ts';
import { disposition } from './download.ts';
import { openFileContent } from './store.ts';
import { cleanName } from './upload.ts';

interface Entry {
  name: string;
  open: () => Promise<Readable>;
  date?: Date;
  /** Compressed already: stored as it is. */
  packed?: boolean;
}

/** Several files as one zip, written while it is sent. */
export async function openArchive(
  ctx: Ctx,
  { query }: InputOf<typeof filesApi.archive>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ids = [...new Set(query.ids.split(','))];
  if (ids.length > filesPerArchive) throw invalid('files.file.too_many', undefined, { max: filesPerArchive });
  const files = await readableFiles(ctx, ids);
  if (files.length === 0) throw notFound('files.file.not_found');
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    record({ ...ctx, tx }, 'files.archive.downloaded', {
      id: files[0]!.id,
      count: files.length,
      files: files.map(({ id, name }) => ({ id, name })),
    }),
  );
  const names = uniqueNames(files.map(({ name }) => name));
  const zip = zipOfFiles(
    files.map((file, index) => ({
      name: names[index]!,
      open: () => openFileContent(ctx.platform, file),
      date: file.created_at,
      packed: isPacked(file.media_type),
    })),
    (error) => ctx.platform.log.error({ err: error }, 'an archive of files broke off'),
  );
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', disposition('attachment', `${cleanName(query.name) || 'files'}.zip`))
    .type('application/zip')
    .send(zip);
}

/** `a.txt`, `a (2).txt`: no two alike, in whatever case, because some systems know no case. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
    const stem = name.slice(0, name.length - ending.length);
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${stem} (${n})${ending}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Pictures, films and office files are compressed already. */
function isPacked(type: string): boolean {
  return /^(image\/(?!bmp|svg|tiff)|video\/|audio\/(?!wav))|zip|openxmlformats|gzip|rar|7z|pdf/.test(type);
}

/** A zip that is written while it is read; contents are opened one by one. */
export function zipOfFiles(entries: Iterable<Entry>, onBroken?: (error: unknown) => void): ZipStream {
  const zip = new ZipStream({ level: 6 });
  void (async () => {
    for (const { name, open, date, packed } of entries) {
      const content = await open();
      await new Promise<void>((done, fail) => {
        content.once('error', fail);
        zip.entry(content, { name, ...(date && { date }), store: packed === true }, (error) =>
          error ? fail(error) : done(),
        );
      });
      if (zip.destroyed) return;
    }
    zip.finish();
  })().catch((error: unknown) => {
    onBroken?.(error);
    zip.destroy(error as Error);
  });
  return zip;
}
