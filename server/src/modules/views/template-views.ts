import { inControl } from '../../platform/db/db.ts';
import type { Subscriber } from '../../platform/events/events.ts';
import { madeOfTemplate } from '../forms/public.ts';
import { addSharedViews } from './shared-views.ts';

/** An application made from a template gets the labels that the template has. */
export const templateViewsSubscriber: Subscriber = {
  name: 'views.templates',
  start: 'now',
  types: ['forms.app.created'],
  async handle(platform, spaceId, events) {
    for (const { of, formId, by } of events.flatMap(madeOfTemplate))
      await inControl(platform.control, spaceId, (tx) =>
        addSharedViews(tx, formId, () =>
          of.views.map(({ type, title, settings, isDefault = false }, at) => ({
            space_id: spaceId,
            form_id: formId,
            type,
            title,
            category: null,
            audience: [],
            settings,
            position: at + 1,
            is_default: isDefault,
            changed_by: by,
          })),
        ),
      );
  },
};
