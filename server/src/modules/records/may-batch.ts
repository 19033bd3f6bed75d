import type { Ctx } from '../../platform/context.ts';
import { forbidden } from '../../platform/errors.ts';
import type { TextRow } from '../../platform/text-query.ts';
import type { Rights } from '../forms/public.ts';
import type { FormPlan } from './plan.ts';
import { factsOfRow, reaches, viewerOf, type RowFacts, type Viewer } from './reach.ts';
import { rightsFor } from './rights.ts';

/** Several records at once are a right of their own, also where each could be changed by itself. */
export function requireBatch(plan: FormPlan, rights: Rights, facts: RowFacts, viewer: Viewer): void {
  if (!reaches(plan, rights.batch, facts, viewer)) throw forbidden('records.record.no_batch');
}

export async function mayBatch(ctx: Ctx, plan: FormPlan, row: TextRow): Promise<void> {
  requireBatch(plan, await rightsFor(plan, ctx), factsOfRow(plan, row), await viewerOf(ctx));
}
