import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { attachFiles, readableFile } from '../files/public.ts';

/** Takes an upload, or keeps a file that is there already, as the enterprise's own; its type has been read from its content. */
export async function adoptFile(
  ctx: Ctx,
  id: string,
  wanted: { kind: string; path: string; types: readonly string[]; bytes: number },
): Promise<void> {
  const { kind, path, types, bytes } = wanted;
  const file = await readableFile(ctx, id);
  if (!types.includes(file.media_type))
    throw invalid('enterprise.file.wrong_type', [{ path, code: 'enterprise.file.wrong_type' }]);
  const tooLarge = { maxMb: bytes / 1024 / 1024 };
  if (file.size > bytes)
    throw invalid('enterprise.file.too_large', [{ path, code: 'enterprise.file.too_large', data: tooLarge }], tooLarge);
  const [left] = await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, [id], { kind, id: ctx.spaceId });
  if (left !== undefined) throw invalid('enterprise.file.taken', [{ path, code: 'enterprise.file.taken' }]);
}
