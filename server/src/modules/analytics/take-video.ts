import type { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError, invalid, notFound } from '../../platform/errors.ts';
import { attachFiles, readableFile } from '../files/public.ts';
import { requireSeen } from './require-seen.ts';

/** What films of screens are attached to; the id is the screen's. */
export const screenFiles = 'analytics.screen';

/** An uploaded film becomes part of a screen. */
export async function takeVideo(
  ctx: Ctx,
  { params: { screenId }, body }: InputOf<typeof analyticsApi.video>,
): Promise<ResponseOf<typeof analyticsApi.video>> {
  await requireSeen(ctx, 'screen', screenId, 'edit');
  const file = await readableFile(ctx, body.file, 'download');
  if (!file.media_type.startsWith('video/'))
    throw invalid('analytics.video.kind', [{ path: 'body.file', code: 'analytics.video.kind' }]);
  const to = { kind: screenFiles, id: screenId };
  const refused = await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, [file.id], to);
  if (refused.length > 0) throw notFound('analytics.video.gone');
  return { file: file.id, name: file.name };
}

export async function maySeeScreen(ctx: Ctx, id: string): Promise<boolean> {
  try {
    await requireSeen(ctx, 'screen', id);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
