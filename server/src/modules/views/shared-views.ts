import type { Insertable } from 'kysely';
import type { ControlTx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import type { ViewTable } from './tables.ts';

type SharedView = Pick<
  Insertable<ViewTable>,
  'space_id' | 'form_id' | 'type' | 'category' | 'position' | 'is_default' | 'changed_by'
> &
  Record<'title' | 'audience' | 'settings', object>;

/** Gives a form that was just made its shared labels; handed on a second time they are there. */
export async function addSharedViews(
  tx: ControlTx,
  formId: string,
  views: () => Promise<SharedView[]> | SharedView[],
): Promise<void> {
  if (await tx.selectFrom('views.view').select('id').where('form_id', '=', formId).executeTakeFirst()) return;
  for (const { title, audience, settings, ...view } of await views())
    await tx
      .insertInto('views.view')
      .values({
        ...view,
        id: newId(),
        person_id: null,
        title: JSON.stringify(title),
        audience: JSON.stringify(audience),
        settings: JSON.stringify(settings),
      })
      .execute();
}
