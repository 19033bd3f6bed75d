import type { Subscriber } from '../../../platform/events/events.ts';
import type { TopicGuard } from '../../../platform/http/sockets.ts';
import { planOf } from '../plan/plan.ts';
import { requireSomeRight, rightsFor } from '../rights/rights.ts';

const mostNamed = 50;

/** Tells open lists and records that something has changed: one message a form and batch, told twice it does no harm. */
export const liveSubscriber: Subscriber = {
  name: 'records.live',
  start: 'now',
  types: [
    'records.created',
    'records.updated',
    'records.deleted',
    'records.restored',
    'records.imported',
    'records.loaded',
    'records.import_undone',
    'records.process',
    'records.handed_over',
    'records.recalculated',
    'records.transferred',
    'records.grant.',
  ],
  handle(platform, spaceId, events) {
    for (const [formId, of] of Map.groupBy(events, ({ data }) => String(data.formId))) {
      const ids = [...new Set(of.map(({ data }) => data.recordId))];
      // a list reads these again; without them, or with many, all that it shows
      const records = ids.length <= mostNamed && ids.every((id) => typeof id === 'string') ? ids : null;
      platform.realtime.publish(spaceId, {
        to: { topic: `form:${formId}` },
        message: { type: 'record.changed', formId, records },
      });
    }
    if (events.some(({ type }) => movesRights(type))) platform.bus.publish({ kind: grantsChanged, spaceId });
    return Promise.resolve();
  },
};

/** Bus message: grants on records of a space, or whose records they are. */
export const grantsChanged = 'records.grants';

function movesRights(type: string): boolean {
  return type.startsWith('records.grant.') || type === 'records.transferred' || type === 'records.handed_over';
}

/** Whoever has any right on the form or one of its records may hear that it changes. */
export const mayWatchForm: TopicGuard = async (ctx, formId) => {
  try {
    const plan = await planOf(ctx, formId);
    await requireSomeRight(plan, ctx, await rightsFor(plan, ctx));
    return true;
  } catch {
    return false;
  }
};
