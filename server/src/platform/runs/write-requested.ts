import { spaceQuery, spaceSchema } from '../db/space-data.ts';
import type { LoggedEvent } from '../events/events.ts';
import type { Platform } from '../platform.ts';
import { insertRun, type NewRun } from './run-rows.ts';
import type { Caller } from './runs.ts';

/** Writes the rows of runs that were asked for in the control plane, as far as they are not there. */
export async function writeRequested(
  platform: Platform,
  spaceId: string,
  events: readonly Pick<LoggedEvent, 'id' | 'subject' | 'actor' | 'requestId' | 'ip' | 'data'>[],
): Promise<void> {
  for (const event of events) {
    const run = requestedIn(event);
    if (run) await spaceQuery(platform, insertRun(spaceSchema(spaceId), run));
  }
}

function requestedIn({
  subject,
  actor,
  requestId,
  ip,
  data,
}: Pick<LoggedEvent, 'subject' | 'actor' | 'requestId' | 'ip' | 'data'>): NewRun | undefined {
  if (data.run !== undefined) return data.run as NewRun;
  // a job that was asked for in a space's data before there were runs
  if (data.actor === undefined) return undefined;
  return {
    id: subject,
    kind: String(data.kind),
    definition: null,
    release: null,
    trigger: 'call',
    cause: null,
    actor,
    actsAs: 'person',
    caller: { ...(data.actor as Omit<Caller, 'requestId' | 'ip'>), requestId, ip },
    payload: data.payload,
    parent: null,
    priority: 0,
    at: new Date().toISOString(),
  };
}
