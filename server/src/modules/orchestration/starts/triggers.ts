import { triggerNamesOf, triggerOf } from '../../../platform/actions.ts';
import { causeBehind } from '../../../platform/cause-chain.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace } from '../../../platform/db/space-data.ts';
import type { LoggedEvent, Subscriber } from '../../../platform/events/events.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { asPerson, asSystem } from '../../identity/public.ts';
import { deepest } from '../cause.ts';
import { idAt } from '../../../platform/runs/run-ids.ts';
import { flowOf, startFlow, type ReleasedFlow } from '../start-flow.ts';
import { startsNamed } from './starts.ts';
import { deliver, waitNames, wakeAll } from '../waits.ts';

/** Whatever a module tells of may start flows; the end of a record's process answers who waits for it. */
export const triggerSubscriber: Subscriber = {
  name: 'orchestration.triggers',
  start: 'now',
  types: [''],
  async handle(platform, spaceId, events) {
    await processEnds(platform, spaceId, events);
    const names = triggerNamesOf(
      platform,
      events.map(({ type }) => type),
    );
    const starts = await startsNamed(platform, spaceId, 'trigger', names);
    if (starts.length === 0) return;
    for (const { flow, part, name } of starts) {
      const released = await flowOf(platform, spaceId, flow);
      if (!released?.enabled) continue;
      const start = released.body.starts.find(({ id, on }) => id === part && on === 'trigger');
      const trigger = triggerOf(platform, name);
      if (start?.on !== 'trigger' || !trigger) continue;
      for (const event of events) {
        if (!trigger.of.some((type) => (type.endsWith('.') ? event.type.startsWith(type) : event.type === type)))
          continue;
        const payload = await trigger.read(platform, spaceId, event);
        if (payload === undefined || !trigger.fits(start.filter, payload)) continue;
        await begin(platform, spaceId, released, name, event, payload);
      }
    }
  },
};

async function begin(
  platform: Platform,
  spaceId: string,
  released: ReleasedFlow,
  trigger: string,
  event: LoggedEvent,
  payload: unknown,
): Promise<void> {
  const before = causeBehind({ requestId: event.requestId, cause: event.data.cause });
  const depth = before ? before.depth + 1 : 0;
  if (depth > deepest) {
    // its own writing starts it again and again: here the circle ends
    platform.log.warn({ flow: released.id, event: event.id }, 'a flow that starts itself was stopped');
    return;
  }
  const ctx = await beginner(platform, spaceId, released, event);
  if (!ctx) return;
  const fields = typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
  await startFlow(ctx, released, {
    // handed twice, the event starts one run
    id: idAt(event.at.getTime(), `${event.id}:${released.id}`),
    trigger,
    input: fields,
    event: payload,
    // an import's rules begin with a row of it: the run is the root then, the depth goes on
    cause: { ...(before && isUuid(before.root) && { root: before.root }), depth },
  });
}

/** Who caused it, for a flow in their name; where that is nobody any more, it does not begin. */
async function beginner(
  platform: Platform,
  spaceId: string,
  { body }: ReleasedFlow,
  event: LoggedEvent,
): Promise<Ctx | undefined> {
  if (body.runsAs !== 'person' || event.actor === null) return asSystem(platform, spaceId, 'flow started by an event');
  return asPerson({ platform, spaceId }, event.actor, 'flow').catch(() => undefined);
}

const processOver = new Set(['finished', 'invalid']);

async function processEnds(platform: Platform, spaceId: string, events: readonly LoggedEvent[]): Promise<void> {
  const ends = events.filter(({ type, data }) => type === 'records.process' && processOver.has(String(data.state)));
  if (ends.length === 0) return;
  const woken = await inSpace(asSystem(platform, spaceId, 'flow waits'), async (tx) => {
    const runs: (string | undefined)[] = [];
    for (const { id, data } of ends) {
      const match = `${String(data.formId)}/${String(data.recordId)}`;
      const payload = { state: data.state, formId: data.formId, recordId: data.recordId };
      runs.push(await deliver(tx, { id, name: waitNames.process, match, payload, keep: false }));
    }
    return runs;
  });
  await wakeAll(platform, spaceId, woken);
}
