import type { Subscriber } from '../../platform/events/events.ts';
import { leaveMessages } from '../messages/public.ts';
import { careTakersOf, directoryOf } from '../organization/public.ts';

/** Administrators hear of those who want to join, and whoever looks after the registrations of the department that they were invited to. */
export const joiningNotices: Subscriber = {
  name: 'joining.notices',
  start: 'now',
  types: ['joining.request.made'],
  async handle(platform, spaceId, events) {
    const directory = await directoryOf(platform, spaceId);
    const administrators = [...directory.people.values()]
      .filter(({ role, disabled }) => role === 'admin' && !disabled)
      .map(({ id }) => id);
    for (const event of events) {
      const { departmentId } = event.data;
      const careTakers = typeof departmentId === 'string' ? careTakersOf(directory, departmentId, 'registrations') : [];
      await leaveMessages(platform, spaceId, {
        source: event.id,
        people: [...administrators, ...careTakers].map((person) => ({
          person,
          kind: 'joinRequested' as const,
          title: String(event.data.name ?? ''),
        })),
        target: { page: 'userRegister' },
        thing: 'requests',
        by: event.actor,
      });
    }
  },
};
