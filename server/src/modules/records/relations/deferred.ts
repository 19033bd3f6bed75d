import { createHash } from 'node:crypto';
import { newId } from '../../../platform/ids.ts';
import type { SpaceTx } from '../../../platform/db/space-data.ts';
import type { FormPlan } from '../plan/plan.ts';

/** Records that are to be made right behind a change: some, or all that name changed ones. */
export type Scope = { ids: string[] } | { via: string; targets: string[] };

export const recalculationAsked = 'records.recalculation_asked';

/** Notes them in the transaction of the change; the event starts the job when it is committed. */
export async function defer(tx: SpaceTx, plan: FormPlan, scope: Scope): Promise<void> {
  const id = newId();
  await tx.query({
    text: `insert into ${tx.schema}.records_recalculation (id, form_id, scope) values ($1, $2, $3)`,
    values: [id, plan.form.formId, JSON.stringify(scope)],
  });
  await tx.event(recalculationAsked, id, { id, formId: plan.form.formId });
}

/** All records of a form because of an event; asked for again by the same one it stays the same. */
export async function deferAll(tx: SpaceTx, plan: FormPlan, eventId: string): Promise<void> {
  const { formId } = plan.form;
  const id = idOf(`${eventId} ${formId}`);
  await tx.query({
    text: `insert into ${tx.schema}.records_recalculation (id, form_id) values ($1, $2) on conflict (id) do nothing`,
    values: [id, formId],
  });
  await tx.event(recalculationAsked, id, { id, formId });
}

/** A uuid that is the same for the same text: of version 8, which says that it is made in a way of one's own (RFC 9562). */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
