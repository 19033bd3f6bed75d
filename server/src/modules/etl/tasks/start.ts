import { TaskNode, type EtlTask } from '@formwork/contract/etl/task.ts';
import { ParameterValues } from '@formwork/contract/etl/parameter.ts';
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
import { settledValues } from './parameters.ts';

const Sent = z.object({
  run: z.uuid(),
  node: TaskNode.options[0].shape.id,
  rows: z.array(z.record(z.string(), z.string().nullable())),
});

export const TaskPayload = z.object({
  /** The day it is about. */
  day: z.iso.date(),
  /** The run of a flow that waits for it. */
  flow: z.uuid().optional(),
  /** Of its parameters, as they were settled when it was asked for. */
  parameters: ParameterValues.optional(),
  /** Rows that an earlier run rejected, in place of what comes into the node. */
  sent: Sent.optional(),
});
export type TaskPayload = z.infer<typeof TaskPayload>;

export const taskRun = { kind: 'etl.task', payload: TaskPayload } satisfies RunName<unknown>;

export interface StartOptions {
  id?: string | undefined;
  trigger?: string;
  release?: number | undefined;
  day?: string | undefined;
  flow?: string | undefined;
  /** What a flow or a person gives; what the task does not know is left out. */
  parameters?: ParameterValues | undefined;
  sent?: z.infer<typeof Sent> & { numbers: number[] };
}

export async function runTaskNow(ctx: Ctx, { params, body }: InputOf<typeof etlTasksApi.run>): Promise<{ id: string }> {
  await requireOn(ctx, 'etl_task', params.taskId, 'use');
  return startTask(ctx, params.taskId, { day: body.day, parameters: body.parameters });
}

/** Asks for a run of a released task; with an id that is there already nothing begins. */
export async function startTask(ctx: Ctx, taskId: string, options: StartOptions): Promise<{ id: string }> {
  const released = await releasedOf<EtlTask>(ctx.platform, ctx.spaceId, 'etl_task', taskId, options.release);
  if (!released) throw conflict('etl.task.not_released');
  if (!released.enabled) throw conflict('etl.task.off');
  const { day, flow, sent, trigger, id = newId() } = options;
  const parameters = await settledValues(ctx, released.body.parameters, options.parameters);
  const payload: TaskPayload = {
    day: day ?? dayOf(new Date(), zoneOf(ctx.platform, ctx.spaceId)),
    ...(flow !== undefined && { flow }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(sent && { sent: { run: sent.run, node: sent.node, rows: sent.rows } }),
  };
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query({ text: `select 1 from ${tx.schema}.run where id = $1`, values: [id] });
    if (rows.length > 0) return;
    if (sent)
      await tx.query({
        text: `update ${tx.schema}.etl_rejected set state = 'sent', sent_run = $4 where run = $1 and node = $2 and n = any($3::int[])`,
        values: [sent.run, sent.node, sent.numbers, id],
      });
    await startRunIn(tx, ctx, taskRun, payload, {
      id,
      definition: taskId,
      release: released.number,
      priority: released.body.settings.priority,
      ...(trigger !== undefined && { trigger }),
    });
  });
  return { id };
}
