import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import type { TaskNode } from '@formwork/contract/workflow/graph.ts';
import type { Proof, verificationApi } from '@formwork/contract/workflow/verification.ts';
import { isTaskNode, type GraphIndex } from '@formwork/process/graph-index.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/errors.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { proveSelf, sendOwnCode } from '../../identity/public.ts';
import { prepared } from '../lists/rows.ts';

/** A node that demands it is submitted by whoever shows once more who they are: an open session alone is not enough. */
export async function requireProof(
  ctx: Ctx,
  node: TaskNode,
  proof: Proof | undefined,
  commandId: string,
): Promise<void> {
  if (node.verification === undefined) return;
  // Sent again after a lost answer, with a code that is spent: it was proved the first time.
  if (await wasCarriedOut(ctx, commandId)) return;
  if (!proof) throw refuse('workflow.verification.required', { ways: node.verification });
  if (node.verification !== 'either' && proof.way !== node.verification)
    throw refuse('workflow.verification.wrong_way', { ways: node.verification });
  await proveSelf(ctx, proof);
}

/** The node of a task, read only where some node of its process demands something beyond the session. */
export async function demandingNode(ctx: Ctx, index: GraphIndex, taskId: string): Promise<TaskNode | undefined> {
  if (!index.graph.nodes.some((node) => isTaskNode(node) && node.verification !== undefined)) return undefined;
  const { rows } = await spaceQuery<{ node: string }>(ctx.platform, {
    ...prepared(`select node from ${spaceSchema(ctx.spaceId)}.workflow_task where id = $1`),
    values: [taskId],
  });
  const node = index.nodes.get(rows[0]?.node ?? '');
  return isTaskNode(node) ? node : undefined;
}

export async function sendVerificationCode(ctx: Ctx): Promise<ResponseOf<typeof verificationApi.sendCode>> {
  const sent = await sendOwnCode(ctx);
  if (!sent) throw refuse('workflow.verification.no_phone');
  return sent;
}

async function wasCarriedOut(ctx: Ctx, commandId: string): Promise<boolean> {
  const { rows } = await spaceQuery(ctx.platform, {
    ...prepared(
      `select 1 from ${spaceSchema(ctx.spaceId)}.workflow_command where id = $1 and person = $2 and answer is not null`,
    ),
    values: [commandId, ctx.user.id],
  });
  return rows.length > 0;
}
