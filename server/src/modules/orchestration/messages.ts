import type { Ctx } from '../../platform/context.ts';
import { inSpace } from '../../platform/db/space-data.ts';
import { causeIn, deepest } from './cause.ts';
import { idAt } from './ids.ts';
import { flowOf, startFlowIn } from './start-flow.ts';
import { startsNamed } from './starts.ts';
import { deliver, messageName, wakeAll } from './waits.ts';

export interface FlowMessage {
  /** Sent twice, it is there once. */
  id: string;
  name: string;
  key: string;
  payload: unknown;
}

/** To the run that waits for it, or to flows that it starts; otherwise it is kept. Whether somebody took it. */
export async function sendMessage(ctx: Ctx, { id, name, key, payload }: FlowMessage): Promise<boolean> {
  const { platform, spaceId } = ctx;
  const starts = await startsNamed(platform, spaceId, 'message', [name]);
  const flows: string[] = [];
  for (const { flow } of starts) if ((await flowOf(platform, spaceId, flow))?.enabled) flows.push(flow);
  const before = causeIn(ctx.requestId);
  const depth = before ? before.depth + 1 : 0;
  const taken = await inSpace(ctx, async (tx) => {
    const run = await deliver(tx, { id, name: messageName(name), match: key, payload, keep: flows.length === 0 });
    if (run !== undefined || depth > deepest) return run;
    const input = typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
    for (const flow of flows)
      await startFlowIn(tx, ctx, flow, {
        id: idAt(Date.now(), `${id}:${flow}`),
        trigger: 'message',
        input,
        event: { name, key, payload },
        cause: { ...(before && { root: before.root }), depth },
      });
    return undefined;
  });
  await wakeAll(platform, spaceId, [taken]);
  return taken !== undefined || flows.length > 0;
}
