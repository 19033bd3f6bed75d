import type { Ctx } from '../../platform/context.ts';
import { forbidden } from '../../platform/errors.ts';
import type { TextRow } from '../../platform/text-query.ts';
import type { FormPlan } from './plan.ts';
import { factsOfRow, reaches, viewerOf } from './reach.ts';
import { rightsFor } from './rights.ts';

/** Several records at once are a right of their own. */
export async function mayBatch(ctx: Ctx, plan: FormPlan, row: TextRow): Promise<void> {
  const rights = await rightsFor(plan, ctx);
  if (!reaches(plan, rights.batch, factsOfRow(plan, row), await viewerOf(ctx))) throw forbidden('records.record.no_batch');
}
