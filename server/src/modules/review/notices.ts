import type { LoggedEvent, Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { leaveMessages } from '../messages/public.ts';
import { directoryOf } from '../organization/public.ts';

const decided: readonly string[] = ['review.change.released', 'review.change.rejected', 'review.change.failed'];

/** Security reviewers hear of changes that wait for them, and whoever prepared one of what became of it. */
export const reviewNotices: Subscriber = {
  name: 'review.notices',
  start: 'now',
  types: ['review.change.'],
  async handle(platform, spaceId, events) {
    for (const event of events) {
      if (event.type === 'review.change.prepared') await tellReviewers(platform, spaceId, event);
      else if (decided.includes(event.type)) await tellPreparer(platform, spaceId, event);
    }
  },
};

async function tellReviewers(platform: Platform, spaceId: string, event: LoggedEvent): Promise<void> {
  const { people } = await directoryOf(platform, spaceId);
  await leaveMessages(platform, spaceId, {
    source: event.id,
    people: [...people.values()]
      .filter(({ role, disabled }) => role === 'safe' && !disabled)
      .map(({ id }) => ({ person: id, kind: 'changeWaiting' as const, title: String(event.data.name ?? '') })),
    target: { page: 'securityReview' },
    thing: 'changes',
    by: event.actor,
  });
}

async function tellPreparer(platform: Platform, spaceId: string, event: LoggedEvent): Promise<void> {
  const { preparedBy, name } = event.data as { preparedBy?: string; name?: string };
  if (preparedBy === undefined || preparedBy === event.actor) return;
  await leaveMessages(platform, spaceId, {
    source: event.id,
    people: [{ person: preparedBy, kind: 'changeDecided', title: name ?? '' }],
    target: { page: 'threeAdmin' },
    by: event.actor,
  });
}
