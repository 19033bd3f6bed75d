import type { EtlFlow } from '@formwork/contract/etl/flow.ts';
import type { EtlTask } from '@formwork/contract/etl/task.ts';
import type { LoggedEvent, Subscriber } from '../../../platform/events/events.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import { stopRun } from '../../../platform/runs/run-calls.ts';
import { wakeRun } from '../../../platform/runs/wake.ts';
import { releasedOf } from '../../definitions/public.ts';
import { asSystem } from '../../identity/public.ts';
import { tellOfRun } from '../told.ts';
import type { FlowMemory } from './run-flow.ts';

interface EndedRun {
  id: string;
  kind: 'etl.task' | 'etl.flow';
  state: string;
  definition?: string;
}
interface RunRow {
  release: number | null;
  payload: { flow?: string; day?: string };
  memory: FlowMemory | null;
  error: { code: string; data?: Record<string, unknown> } | null;
}

/** What has ended wakes the flow that waits for it, takes its own runs along when it was cancelled, and is told of when it failed. */
export const etlEnds: Subscriber = {
  name: 'etl.ends',
  start: 'now',
  types: ['runs.ended'],
  async handle(platform, spaceId, events) {
    for (const event of events) {
      const ended = event.data as unknown as EndedRun;
      if (ended.kind === 'etl.task' || ended.kind === 'etl.flow') await follow(platform, spaceId, event, ended);
    }
  },
};

async function follow(platform: Platform, spaceId: string, event: LoggedEvent, ended: EndedRun): Promise<void> {
  const { rows } = await spaceQuery<RunRow>(platform, {
    text: `select release, payload, memory, error from ${spaceSchema(spaceId)}.run where id = $1`,
    values: [ended.id],
  });
  const run = rows[0];
  if (!run) return;
  if (run.payload.flow) await wakeRun(platform, spaceId, run.payload.flow);
  if (ended.kind === 'etl.flow') {
    await wakeThoseBehind(platform, spaceId, ended.id);
    if (ended.state === 'finished' && run.payload.day !== undefined)
      await wakeThoseOfDay(platform, spaceId, run.payload.day);
    if (ended.state === 'cancelled') await stopChildren(platform, spaceId, run.memory);
  }
  if (ended.state === 'failed' && ended.definition) await tell(platform, spaceId, event, ended, run);
}

/** Days of a backfill wait for the one before them. */
async function wakeThoseBehind(platform: Platform, spaceId: string, id: string): Promise<void> {
  const { rows } = await spaceQuery<{ id: string }>(platform, {
    text: `select id from ${spaceSchema(spaceId)}.run where kind = 'etl.flow' and state = 'suspended' and payload ->> 'after' = $1`,
    values: [id],
  });
  for (const behind of rows) await wakeRun(platform, spaceId, behind.id);
}

/** Any of them may wait for the flow that finished; each looks by itself whether it does. */
async function wakeThoseOfDay(platform: Platform, spaceId: string, day: string): Promise<void> {
  const { rows } = await spaceQuery<{ id: string }>(platform, {
    text: `select id from ${spaceSchema(spaceId)}.run where kind = 'etl.flow' and state = 'suspended' and payload ->> 'day' = $1`,
    values: [day],
  });
  for (const waiting of rows) await wakeRun(platform, spaceId, waiting.id);
}

/** Also one that was asked for just now, which the flow did not come to note, and one that is stopping already. */
async function stopChildren(platform: Platform, spaceId: string, memory: FlowMemory | null): Promise<void> {
  const ctx = asSystem(platform, spaceId, 'the flow of a run was cancelled');
  for (const { state, run } of Object.values(memory?.nodes ?? {}))
    if (state === 'running' && run !== undefined) await stopRun(ctx, run);
}

async function tell(
  platform: Platform,
  spaceId: string,
  event: LoggedEvent,
  { id, kind, definition }: EndedRun,
  { release, payload, error }: RunRow,
): Promise<void> {
  const of = kind === 'etl.flow' ? 'etl_flow' : 'etl_task';
  const released = await releasedOf<EtlTask | EtlFlow>(platform, spaceId, of, definition!, release ?? undefined);
  const { notify = [], ways = ['message'] } = released?.body.settings ?? {};
  if (!released || notify.length === 0) return;
  await tellOfRun(platform, spaceId, {
    kind: 'etlFailed',
    once: event.id,
    people: notify,
    ways,
    title: released.name,
    day: payload.day,
    error: error ?? undefined,
    target: { page: kind === 'etl.flow' ? 'etlFlowJobs' : 'etlTaskJobs', run: id },
    thing: `${of}/${definition}`,
  });
}
