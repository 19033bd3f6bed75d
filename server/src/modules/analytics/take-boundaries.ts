import { buffer } from 'node:stream/consumers';
import type { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { attachFiles, openFileContent, readableFile } from '../files/public.ts';
import { mapFiles } from './boundaries.ts';
import { requireSeen } from './require-seen.ts';
import { shapeOf } from './shape.ts';

const mostMb = 20;

/** An uploaded file becomes what maps of a chart are drawn of; why it cannot be is said at it. */
export async function takeBoundaries(
  ctx: Ctx,
  { params: { chartId }, body }: InputOf<typeof analyticsApi.boundaries>,
): Promise<ResponseOf<typeof analyticsApi.boundaries>> {
  await requireSeen(ctx, 'chart', chartId, 'edit');
  const file = await readableFile(ctx, body.file, 'download');
  if (file.size > mostMb * 1024 * 1024)
    throw invalid('analytics.map.too_large', [{ path: 'body.file', code: 'analytics.map.too_large' }], {
      most: mostMb,
    });
  const shape = shapeOf((await buffer(await openFileContent(ctx.platform, file))).toString());
  if (typeof shape === 'string') throw invalid(shape, [{ path: 'body.file', code: shape }]);
  const refused = await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, [file.id], { kind: mapFiles, id: chartId });
  if (refused.length > 0) throw notFound('analytics.map.file_gone');
  return { file: file.id, name: file.name, regions: shape.features.map(({ properties }) => properties.name) };
}
