import { inControl } from '../../../platform/db/db.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { madeOfTemplate } from '../../forms/public.ts';

/** An application made from a template gets the processes that the template has, as drafts: a designer looks at who decides and releases them. */
export const templateFlowsSubscriber: Subscriber = {
  name: 'workflow.templates',
  start: 'now',
  types: ['forms.app.created'],
  async handle(platform, spaceId, events) {
    for (const { of, formId, by } of events.flatMap(madeOfTemplate)) {
      if (!of.flow) continue;
      const graph = JSON.stringify(of.flow);
      await inControl(platform.control, spaceId, (tx) =>
        tx
          .insertInto('workflow.definition')
          .values({
            space_id: spaceId,
            form_id: formId,
            version: 1,
            graph,
            saved_by: by,
            saved_at: new Date(),
            released: null,
          })
          // handed on a second time it finds it there
          .onConflict((on) => on.doNothing())
          .execute(),
      );
    }
  },
};
