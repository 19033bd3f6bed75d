import type { Arrangement } from '@formwork/contract/views/view.ts';
import type { TxCtx } from '../../platform/context.ts';

/** How the person has arranged the lists of a form, by label. */
export async function arrangementsOf(ctx: TxCtx, formId: string): Promise<Record<string, Arrangement>> {
  const rows = await ctx.tx
    .selectFrom('views.arrangement')
    .select(['label', 'settings'])
    .where('form_id', '=', formId)
    .where('person_id', '=', ctx.user.id)
    .execute();
  return Object.fromEntries(rows.map(({ label, settings }) => [label, settings]));
}
