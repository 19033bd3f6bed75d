import type { Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileTable } from './tables.ts';

/** Whether the person may see what the file is attached to. `id` is what the module wrote down when it attached it. */
export type FileGuard = (ctx: Ctx, id: string, fileId: string) => boolean | Promise<boolean>;

const guards = new WeakMap<Platform, Map<string, FileGuard>>();

/** A module above says who sees the files attached to its things; called once, in the module's `start`. */
export function guardFiles(platform: Platform, kind: string, guard: FileGuard): void {
  const known = guards.get(platform) ?? new Map<string, FileGuard>();
  known.set(kind, guard);
  guards.set(platform, known);
}

/** The file, when the person may see it: the own one until it is attached, then the one of a thing that they see. */
export async function readableFile(ctx: Ctx, id: string): Promise<Selectable<FileTable>> {
  const file = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx.selectFrom('files.file').selectAll().where('id', '=', id).where('removing', '=', false).executeTakeFirst());
  if (!file || !(await mayRead(ctx, file))) throw notFound('files.file.not_found');
  return file;
}

async function mayRead(ctx: Ctx, file: Selectable<FileTable>): Promise<boolean> {
  if (file.attached_kind === null || file.attached_id === null) return file.created_by === ctx.user.id;
  const guard = guards.get(ctx.platform)?.get(file.attached_kind);
  return guard ? guard(ctx, file.attached_id, file.id) : false;
}
