import type { Subscriber } from '../../platform/events/events.ts';

type Events = Parameters<Subscriber['handle']>[2];

/** Data tasks that have come to a good end, of events `runs.ended`. */
export function endedTasks(events: Events): string[] {
  const tasks = events.flatMap(({ data: { kind, state, definition } }) =>
    kind === 'etl.task' && state === 'finished' && typeof definition === 'string' ? [definition] : [],
  );
  return [...new Set(tasks)];
}
