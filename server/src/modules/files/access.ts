import type { Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileTable } from './tables.ts';

/** Whether the person may see what the file is attached to. `id` is what the module wrote down when it attached it. */
export type FileGuard = (ctx: Ctx, id: string, fileId: string, use: FileUse) => boolean | Promise<boolean>;
/** To be shown in a page, or to be had as a file. */
export type FileUse = 'preview' | 'download';

const guards = new WeakMap<Platform, Map<string, FileGuard>>();

/** A module above says who sees the files attached to its things; called once, in the module's `start`. */
export function guardFiles(platform: Platform, kind: string, guard: FileGuard): void {
  const known = guards.get(platform) ?? new Map<string, FileGuard>();
  known.set(kind, guard);
  guards.set(platform, known);
}

/** The file, when the person may see it: the own one until it is attached, then the one of a thing that they see. */
export async function readableFile(ctx: Ctx, id: string, use: FileUse = 'preview'): Promise<Selectable<FileTable>> {
  const file = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx.selectFrom('files.file').selectAll().where('id', '=', id).where('removing', '=', false).executeTakeFirst(),
  );
  if (!file || !(await mayRead(ctx, file, use))) throw notFound('files.file.not_found');
  return file;
}

/** Those of the files that the person may have, in the order they were asked for. */
export async function readableFiles(ctx: Ctx, ids: readonly string[]): Promise<Selectable<FileTable>[]> {
  if (ids.length === 0) return [];
  const found = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx.selectFrom('files.file').selectAll().where('id', 'in', ids).where('removing', '=', false).execute(),
  );
  const byId = new Map(found.map((file) => [file.id, file]));
  const wanted = ids.flatMap((id) => byId.get(id) ?? []);
  const readable = await Promise.all(wanted.map((file) => mayRead(ctx, file, 'download')));
  return wanted.filter((_, index) => readable[index]);
}

export interface FileFacts {
  name: string;
  size: number;
  type: string;
}

/** Of these files those that the person uploaded, or that they may read, and what is true of them, whatever somebody says of them. */
export async function factsOfFiles(
  ctx: Ctx,
  ids: readonly string[],
  whose: 'uploaded' | 'readable',
): Promise<Map<string, FileFacts>> {
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx.selectFrom('files.file').selectAll().where('id', 'in', ids).where('removing', '=', false).execute(),
  );
  const found = await Promise.all(
    rows.map(async (file) => (whose === 'uploaded' ? file.created_by === ctx.user.id : mayRead(ctx, file, 'preview'))),
  );
  return new Map(
    rows.flatMap(({ id, name, size, media_type: type }, index) =>
      found[index] ? [[id, { name, size, type }] as const] : [],
    ),
  );
}

async function mayRead(ctx: Ctx, file: Selectable<FileTable>, use: FileUse): Promise<boolean> {
  if (file.attached_kind === null || file.attached_id === null) return file.created_by === ctx.user.id;
  const guard = guards.get(ctx.platform)?.get(file.attached_kind);
  return guard ? guard(ctx, file.attached_id, file.id, use) : false;
}
