import type { WorkflowMessage } from '@formwork/contract/workflow/process.ts';
import type { LoggedEvent, Subscriber } from '../../../platform/events/events.ts';
import { runAt } from '../../../platform/jobs/jobs-queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { agentsOf } from '../../agents/public.ts';
import type { WorkflowEventData } from './hand-on.ts';
import { timers } from '../automatic/run-timers.ts';

/** Tells the pages that are open: to-dos come and go without a reload. Told twice, a page only looks twice. */
export const liveSubscriber: Subscriber = {
  name: 'workflow.live',
  start: 'now',
  types: ['workflow.instance.'],
  async handle(platform, spaceId, events) {
    for (const event of events) await tell(platform, spaceId, event);
  },
};

/** Asks for a run of the timers when the next of them is due, or at once where the end of a process may have set one. */
export const wakeSubscriber: Subscriber = {
  name: 'workflow.wake',
  start: 'now',
  types: ['workflow.instance.'],
  async handle(platform, spaceId, events) {
    const times = events.flatMap(({ data }) => {
      const { wakeAt, state } = data as unknown as WorkflowEventData;
      return state === 'finished' || state === 'invalid' ? [new Date().toISOString()] : (wakeAt ?? []);
    });
    for (const at of new Set(times)) await runAt(platform, timers.name, spaceId, new Date(at));
  },
};

async function tell(platform: Platform, spaceId: string, event: LoggedEvent): Promise<void> {
  const { formId, recordId, instanceId, state, todo, gone, copied, urged, initiator } =
    event.data as unknown as WorkflowEventData;
  const about = { formId, recordId, instanceId };
  const doers = [
    ...new Set([...todo, ...urged, ...(await agentsOf({ platform, spaceId }, [...todo, ...gone, ...urged]))]),
  ];
  if (doers.length > 0) publish(platform, spaceId, doers, { type: 'workflow.todo', ...about });
  const others = [...new Set([...gone, ...copied, initiator, ...(event.actor ? [event.actor] : [])])].filter(
    (person) => !doers.includes(person),
  );
  publish(platform, spaceId, others, { type: 'workflow.changed', ...about, state });
}

function publish(platform: Platform, spaceId: string, users: string[], message: WorkflowMessage): void {
  platform.realtime.publish(spaceId, { to: { users }, message });
}
