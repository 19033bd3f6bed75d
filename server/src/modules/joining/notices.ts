import type { Subscriber } from '../../platform/events/events.ts';
import { leaveMessages } from '../messages/public.ts';
import { directoryOf } from '../organization/public.ts';

/** Administrators hear of those who want to join. */
export const joiningNotices: Subscriber = {
  name: 'joining.notices',
  start: 'now',
  types: ['joining.request.made'],
  async handle(platform, spaceId, events) {
    const { people } = await directoryOf(platform, spaceId);
    const administrators = [...people.values()].filter(({ role, disabled }) => role === 'admin' && !disabled);
    for (const event of events)
      await leaveMessages(platform, spaceId, {
        source: event.id,
        people: administrators.map(({ id }) => ({
          person: id,
          kind: 'joinRequested' as const,
          title: String(event.data.name ?? ''),
        })),
        target: { page: 'userRegister' },
        thing: 'requests',
        by: event.actor,
      });
  },
};
