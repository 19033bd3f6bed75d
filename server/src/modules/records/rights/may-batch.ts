import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { Rights } from '../../forms/public.ts';
import type { FormPlan } from '../plan/plan.ts';
import { reaches, viewerOf, type RowFacts, type Viewer } from './reach.ts';
import { rightsFor } from './rights.ts';

/** Several records at once are a right of their own, also where each could be changed by itself. */
export function requireBatch(plan: FormPlan, rights: Rights, facts: RowFacts, viewer: Viewer): void {
  if (!reaches(plan, rights.batch, facts, viewer)) throw forbidden('records.record.no_batch');
}

/** `facts` of the whole record: what is hidden from the person counts in the rules all the same. */
export async function mayBatch(ctx: Ctx, plan: FormPlan, facts: RowFacts): Promise<void> {
  requireBatch(plan, await rightsFor(plan, ctx), facts, await viewerOf(ctx));
}
