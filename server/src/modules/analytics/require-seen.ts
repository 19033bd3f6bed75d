import type { AnalysisKind } from '@formwork/contract/analytics/page-api.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { requireOn } from '../definitions/public.ts';

/** What is gone and what one may not see are told alike, in the words of its kind. */
export async function requireSeen(ctx: Ctx, kind: AnalysisKind, id: string, level: 'see' | 'edit' = 'see') {
  try {
    return await requireOn(ctx, kind, id, level);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw notFound(`analytics.${kind}.gone`);
    throw error;
  }
}

export function maySeeChart(ctx: Ctx, id: string): Promise<boolean> {
  return maySee(ctx, 'chart', id);
}

export async function maySee(ctx: Ctx, kind: AnalysisKind, id: string): Promise<boolean> {
  try {
    await requireSeen(ctx, kind, id);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
