import { causeBehind } from '../../platform/cause-chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace } from '../../platform/db/space-data.ts';
import { isUuid } from '../../platform/ids.ts';
import { rulesOfMessage, startRulesIn } from '../rules/public.ts';
import { deepest } from './cause.ts';
import { idAt } from '../../platform/runs/run-ids.ts';
import { once } from './once.ts';
import { flowOf, startFlowIn } from './start-flow.ts';
import { startsNamed } from './starts/starts.ts';
import { deliver, messageName, wakeAll } from './waits.ts';

export interface FlowMessage {
  /** Sent twice, it is there once. */
  id: string;
  name: string;
  key: string;
  payload: unknown;
}

/** To the run that waits for it, or to flows and rules that it starts; otherwise it is kept. Whether somebody took it. */
export async function sendMessage(ctx: Ctx, { id, name, key, payload }: FlowMessage): Promise<boolean> {
  const { platform, spaceId } = ctx;
  const starts = await startsNamed(platform, spaceId, 'message', [name]);
  const flows: string[] = [];
  for (const { flow } of starts) if ((await flowOf(platform, spaceId, flow))?.enabled) flows.push(flow);
  const rules = await rulesOfMessage(ctx, name);
  const before = causeBehind({ requestId: ctx.requestId, cause: ctx.user.cause });
  const depth = before ? before.depth + 1 : 0;
  const event = { name, key, payload };
  const values = typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
  let waiting: string | undefined;
  let behind = (): Promise<void> => Promise.resolve();
  const taken = await inSpace(ctx, (tx) =>
    once(tx, `message ${id}`, async () => {
      const keep = flows.length + rules.length === 0;
      waiting = await deliver(tx, { id, name: messageName(name), match: key, payload, keep });
      if (waiting !== undefined) return true;
      if (depth <= deepest)
        for (const flow of flows)
          await startFlowIn(tx, ctx, flow, {
            id: idAt(Date.now(), `${id}:${flow}`),
            trigger: 'message',
            input: values,
            event,
            cause: { ...(before && isUuid(before.root) && { root: before.root }), depth },
          });
      ({ behind } = await startRulesIn(tx, ctx, rules, { id, starts: 'message', event, values }));
      return !keep;
    }),
  );
  await wakeAll(platform, spaceId, [waiting]);
  await behind();
  return taken;
}
