import { inControl } from '../../platform/db/db.ts';
import type { Subscriber } from '../../platform/events/events.ts';
import { addSharedViews } from './shared-views.ts';

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
        for (const [from, to] of copies)
          await addSharedViews(tx, to, async () => {
            const views = await tx
              .selectFrom('views.view')
              .select(['type', 'title', 'category', 'audience', 'settings', 'position', 'is_default', 'changed_by'])
              .where('form_id', '=', from)
              .where('person_id', 'is', null)
              .orderBy('position')
              .orderBy('id')
              .execute();
            return views.map((view) => ({
              ...view,
              space_id: spaceId,
              form_id: to,
              changed_by: actor ?? view.changed_by,
            }));
          });
      });
    }
  },
};
