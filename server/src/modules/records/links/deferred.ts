import { newId } from '../../../platform/ids.ts';
import type { SpaceTx } from '../../../platform/space-data.ts';
import type { FormPlan } from '../plan.ts';

/** Records that are to be made right behind a change: some, or all that name changed ones. */
export type Scope = { ids: string[] } | { via: string; targets: string[] };

export const recalculationAsked = 'records.recalculation_asked';

/** Notes them in the transaction of the change; the event starts the job when it is committed. */
export async function defer(tx: SpaceTx, plan: FormPlan, scope: Scope): Promise<void> {
  const id = newId();
  await tx.query({ text: `insert into ${tx.schema}.records_recalculation (id, form_id, scope) values ($1, $2, $3)`, values: [id, plan.form.formId, JSON.stringify(scope)] });
  await tx.event(recalculationAsked, id, { id, formId: plan.form.formId });
}
