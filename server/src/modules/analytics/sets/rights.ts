import { dataSetDocument } from '@formwork/contract/analytics/dataset.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { requireOn } from '../../definitions/public.ts';

export async function requireSet(ctx: Ctx, id: string, level: 'see' | 'edit') {
  try {
    return await requireOn(ctx, dataSetDocument.kind, id, level);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw notFound('analytics.set.gone');
    throw error;
  }
}

/** Whoever sees a data set may hear that it was read anew. */
export async function mayWatchSet(ctx: Ctx, id: string): Promise<boolean> {
  try {
    await requireSet(ctx, id, 'see');
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
