import { hash } from 'node:crypto';
import { z } from 'zod';
import { action, idOf } from '../../platform/actions.ts';
import { causeBehind } from '../../platform/cause-chain.ts';
import { refuse } from '../../platform/errors.ts';
import { inSpace } from '../../platform/db/space-data.ts';
import { isUuid } from '../../platform/ids.ts';
import { longestScript } from '../../platform/scripts/scripts.ts';
import { scriptsOf } from '../../platform/scripts/scripts-of.ts';
import { deepest } from './cause.ts';
import { idAt } from '../../platform/runs/run-ids.ts';
import { sendMessage } from './messages.ts';
import { startFlowIn } from './start-flow.ts';

const actsAs = ['person', 'author', 'system'] as const;
const limits = { ms: 5_000, memory: 16 * 1024 * 1024, output: 1024 * 1024 };

export const flowActions = {
  'scripts.run': action({
    title: { zh: '运行脚本', en: 'Run a script' },
    input: z.object({ code: z.string().min(1).max(longestScript), input: z.unknown() }),
    output: z.object({ value: z.unknown(), log: z.array(z.string()) }),
    effect: 'outside',
    reads: true,
    actsAs,
    async run({ platform, spaceId }, { code, input }) {
      const key = `${spaceId}/${hash('sha256', code, 'hex').slice(0, 16)}`;
      const answer = await scriptsOf(platform).run({ code, input, now: Date.now(), key }, limits);
      if (!answer.ok)
        throw refuse(answer.code, { message: answer.message, ...(answer.line !== undefined && { line: answer.line }) });
      return { value: answer.value ?? null, log: [...answer.log] };
    },
  }),
  'flows.start': action({
    title: { zh: '启动编排', en: 'Start a flow' },
    input: z.object({ flow: z.string().min(1).max(200), input: z.record(z.string(), z.unknown()).default({}) }),
    output: z.object({ run: z.uuid() }),
    effect: 'space',
    actsAs,
    run: (ctx, input, key) => inSpace(ctx, (tx) => started(ctx, tx, input, key)),
    runIn: started,
  }),
  'flows.message': action({
    title: { zh: '发送流程消息', en: 'Send a message to flows' },
    input: z.object({ name: z.string().min(1).max(200), key: z.string().max(200).default(''), payload: z.unknown() }),
    output: z.object({ taken: z.boolean() }),
    effect: 'outside',
    actsAs,
    run: async (ctx, message, key) => ({ taken: await sendMessage(ctx, { ...message, id: idOf(key) }) }),
  }),
};

async function started(
  ctx: Parameters<typeof startFlowIn>[1],
  tx: Parameters<typeof startFlowIn>[0],
  { flow, input }: { flow: string; input: Record<string, unknown> },
  key: string,
): Promise<{ run: string }> {
  const before = causeBehind({ requestId: ctx.requestId, cause: ctx.user.cause });
  const depth = (before?.depth ?? 0) + 1;
  if (depth > deepest) throw refuse('flows.too_deep');
  const id = idAt(Date.now(), key);
  const cause = { ...(before && isUuid(before.root) && { root: before.root }), depth };
  const made = await startFlowIn(tx, ctx, flow, { id, trigger: 'flow', input, event: null, cause });
  if (typeof made === 'string') throw refuse(made, { flow });
  return { run: id };
}
