import type { EtlFlow } from '@formwork/contract/etl/flow.ts';
import type { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace } from '../../../platform/db/space-data.ts';
import { conflict } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { startRunIn, type RunName } from '../../../platform/runs/runs.ts';
import { releasedOf, requireOn } from '../../definitions/public.ts';
import { dayOf, zoneOf } from '../../enterprise/public.ts';
import { settledValues } from '../tasks/parameters.ts';

export const FlowPayload = z.object({
  /** The day it is about. */
  day: z.iso.date(),
  /** As they were settled when it was asked for; what the flow does not know itself goes on to what it runs. */
  parameters: z.record(z.string(), z.string()),
  /** The run of a flow that waits for it. */
  flow: z.uuid().optional(),
  /** A run that has to be over before this one begins. */
  after: z.uuid().optional(),
});
export type FlowPayload = z.infer<typeof FlowPayload>;

export const flowRun = { kind: 'etl.flow', payload: FlowPayload } satisfies RunName<unknown>;

type Input<K extends keyof typeof etlTasksApi> = InputOf<(typeof etlTasksApi)[K]>;

interface FlowStart {
  id?: string | undefined;
  trigger?: string;
  day?: string | undefined;
  due?: Date;
  parameters?: Record<string, string> | undefined;
  flow?: string | undefined;
  after?: string | undefined;
  priority?: number;
}

export async function runFlowNow(ctx: Ctx, { params, body }: Input<'startFlow'>): Promise<{ id: string }> {
  await requireOn(ctx, 'etl_flow', params.flowId, 'use');
  return startFlow(ctx, params.flowId, { day: body.day, parameters: body.parameters });
}

/** Each day waits for the one before it. What is due meanwhile comes first. */
export async function backfill(ctx: Ctx, { params, body }: Input<'backfill'>): Promise<{ runs: string[] }> {
  await requireOn(ctx, 'etl_flow', params.flowId, 'use');
  const runs: string[] = [];
  for (const day of body.days) {
    const one = { day, parameters: body.parameters, after: runs.at(-1) };
    const { id } = await startFlow(ctx, params.flowId, { ...one, trigger: 'backfill', priority: -1 });
    runs.push(id);
  }
  return { runs };
}

/** Asks for a run of a released flow; with an id that is there already nothing begins. */
export async function startFlow(
  ctx: Ctx,
  flowId: string,
  { id = newId(), trigger, day, due = new Date(), parameters: given = {}, flow, after, priority = 0 }: FlowStart,
): Promise<{ id: string }> {
  const released = await releasedOf<EtlFlow>(ctx.platform, ctx.spaceId, 'etl_flow', flowId);
  if (!released) throw conflict('etl.task.not_released');
  if (!released.enabled) throw conflict('etl.task.off');
  const { dayOffset } = released.body.settings;
  const parameters = { ...given, ...(await settledValues(ctx, released.body.parameters, given)) };
  const own = dayOf(new Date(due.getTime() - dayOffset * 86_400_000), zoneOf(ctx.platform, ctx.spaceId));
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query({ text: `select 1 from ${tx.schema}.run where id = $1`, values: [id] });
    if (rows.length > 0) return;
    await startRunIn(
      tx,
      ctx,
      flowRun,
      { day: day ?? own, parameters, ...(flow !== undefined && { flow }), ...(after !== undefined && { after }) },
      { id, definition: flowId, release: released.number, priority, ...(trigger !== undefined && { trigger }) },
    );
  });
  return { id };
}
