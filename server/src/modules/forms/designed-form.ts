import type { Selectable } from 'kysely';
import type { ControlTx } from '../../platform/db/db.ts';
import { notFound } from '../../platform/errors.ts';
import type { FormTable } from './tables.ts';

/** The form for those who design: the outer guard of the endpoint has let them in. */
export async function designedForm(tx: ControlTx, formId: string): Promise<Selectable<FormTable>> {
  const form = await tx
    .selectFrom('forms.form')
    .selectAll()
    .where('id', '=', formId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!form) throw notFound('forms.form.not_found');
  return form;
}
