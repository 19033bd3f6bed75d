import type { Subscriber } from '../../platform/events.ts';
import type { TopicGuard } from '../../platform/sockets.ts';
import { planOf } from './plan.ts';
import { requireSomeRight, rightsFor } from './rights.ts';

/** Tells open lists and records that something has changed: one message a form and batch, told twice it does no harm. */
export const liveSubscriber: Subscriber = {
  name: 'records.live',
  types: ['records.created', 'records.updated', 'records.deleted', 'records.restored', 'records.imported', 'records.process', 'records.handed_over', 'records.recalculated', 'records.transferred', 'records.grant.'],
  handle(platform, spaceId, events) {
    for (const formId of new Set(events.map(({ data }) => String(data.formId)))) {
      platform.realtime.publish(spaceId, { to: { topic: `form:${formId}` }, message: { type: 'record.changed', formId } });
    }
    return Promise.resolve();
  },
};

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
