import { inControl } from '../../platform/db.ts';
import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';

/** The copy of an application gets the shared labels of its forms; fields have the same ids in both. */
export const copiesSubscriber: Subscriber = {
  name: 'views.copies',
  start: 'now',
  types: ['forms.app.created'],
  async handle(platform, spaceId, events) {
    for (const { data, actor } of events) {
      const copies = Object.entries((data.forms as Record<string, string> | undefined) ?? {});
      if (copies.length === 0) continue;
      await inControl(platform.control, spaceId, async (tx) => {
        for (const [from, to] of copies) {
          // handed on a second time it finds them there
          if (await tx.selectFrom('views.view').select('id').where('form_id', '=', to).executeTakeFirst()) continue;
          const views = await tx.selectFrom('views.view').selectAll().where('form_id', '=', from).where('person_id', 'is', null).orderBy('position').orderBy('id').execute();
          for (const { type, title, category, audience, settings, position, is_default: isDefault, changed_by: by } of views) {
            await tx.insertInto('views.view').values({
              space_id: spaceId, id: newId(), form_id: to, person_id: null, type, title: JSON.stringify(title), category, audience: JSON.stringify(audience), settings: JSON.stringify(settings), position, is_default: isDefault, changed_by: actor ?? by,
            }).execute();
          }
        }
      });
    }
  },
};
