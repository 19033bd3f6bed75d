import { setTimeout as sleep } from 'node:timers/promises';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import type { FlowAnswer, orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import { idOf } from '../../platform/actions.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace, reader } from '../../platform/db/space-data.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { readRun } from '../../platform/runs/run-calls.ts';
import { requireOn } from '../definitions/public.ts';
import { idAt } from '../../platform/runs/run-ids.ts';
import { sendMessage } from './messages.ts';
import { tell } from './waits.ts';
import { wakeRun } from '../../platform/runs/wake.ts';
import { flowOf, inputProblems, startFlow, type ReleasedFlow } from './start-flow.ts';
import { startsNamed } from './starts/starts.ts';
import { requireFlowRun } from './run-access.ts';

type Input<Name extends keyof typeof orchestrationApi> = InputOf<(typeof orchestrationApi)[Name]>;

/** `POST /api/flows/<key>`: whoever may use the flow. One that is not theirs is not there. */
export async function callFlow(ctx: Ctx, { params, query, body }: Input<'call'>): Promise<FlowAnswer> {
  const [start] = await startsNamed(ctx.platform, ctx.spaceId, 'call', [params.flowKey]);
  if (!start) throw notFound('flows.flow.not_found');
  const released = await usable(ctx, start.flow);
  const id = newId();
  await begin(ctx, released, id, 'api', body);
  return query.wait ? answerOf(ctx, id, query.wait) : begun(id);
}

/** For whoever calls it in somebody's name from outside: at its end, where that comes in so many seconds. */
export async function callFlowAt(
  ctx: Ctx,
  flow: string,
  input: Record<string, unknown>,
  seconds: number,
): Promise<FlowAnswer> {
  const released = await usable(ctx, flow);
  const id = newId();
  await begin(ctx, released, id, 'api', input);
  return answerOf(ctx, id, seconds);
}

/** What became of one of its runs. */
export async function flowAnswer(ctx: Ctx, flow: string, run: string): Promise<FlowAnswer> {
  const { id, definition } = await requireFlowRun(ctx, run, 'use');
  if (definition !== flow) throw notFound('flows.run.not_found');
  return answerOf(ctx, id, 0);
}

/** By hand. */
export async function startByHand(ctx: Ctx, { body }: Input<'start'>): Promise<FlowAnswer> {
  const released = await usable(ctx, body.flowId);
  const id = body.commandId === undefined ? newId() : idAt(Date.now(), `${ctx.user.id}:${body.commandId}`);
  const before = body.commandId === undefined ? undefined : await sameCommand(ctx, released, body.commandId);
  if (before !== undefined) return answerOf(ctx, before, 0);
  await begin(ctx, released, id, 'call', body.input, body.commandId);
  return begun(id);
}

/** The run that the same command began: its answer was lost. */
export async function sameCommand(ctx: Ctx, { id }: ReleasedFlow, commandId: string): Promise<string | undefined> {
  const from = reader(ctx);
  const { rows } = await from.query<{ id: string }>({
    text: `select id from ${from.schema}.run where kind = 'orchestration.flow' and definition = $1 and id > $2::uuid and payload->'event'->>'command' = $3 limit 1`,
    values: [id, idAt(Date.now() - 3_600_000, ''), commandId],
  });
  return rows[0]?.id;
}

/** Again from the start, with what the run was given. */
export async function replay(ctx: Ctx, { params }: Input<'replay'>): Promise<FlowAnswer> {
  const run = await requireFlowRun(ctx, params.flowRunId, 'use');
  const released = await usable(ctx, run.definition!);
  const { input, event } = run.payload as { input: Record<string, unknown>; event: unknown };
  const id = newId();
  await startFlow(ctx, released, { id, trigger: 'replay', input, event, cause: { depth: 0 } });
  return begun(id);
}

const begun = (run: string): FlowAnswer => ({ run, state: 'waiting', result: null, error: null });

export async function leaveMessage(ctx: Ctx, { params, body }: Input<'message'>): Promise<{ taken: boolean }> {
  const id = body.commandId === undefined ? newId() : idOf(`${ctx.user.id}:${body.commandId}`);
  return {
    taken: await sendMessage(ctx, { id, name: params.messageName, key: body.key, payload: body.payload ?? null }),
  };
}

/** Stands still behind what is under way; goes on where it stood. */
export async function pauseRun(ctx: Ctx, { params, body }: Input<'pause'>): Promise<null> {
  const run = await requireFlowRun(ctx, params.flowRunId, 'use');
  if (isOver(run.state)) throw conflict('flows.run.over');
  await inSpace(ctx, async (tx) => {
    await tell(tx, run.id, newId(), { kind: body.paused ? 'pause' : 'resume' });
    await tx.event(body.paused ? 'flows.run.paused' : 'flows.run.resumed', run.id, {
      id: run.id,
      flow: run.definition,
    });
  });
  await wakeRun(ctx.platform, ctx.spaceId, run.id);
  return null;
}

async function usable(ctx: Ctx, flow: string): Promise<ReleasedFlow> {
  await requireOn(ctx, flowKind.kind, flow, 'use');
  const released = await flowOf(ctx.platform, ctx.spaceId, flow);
  if (!released) throw notFound('flows.flow.not_found');
  if (!released.enabled) throw conflict('flows.flow.off');
  return released;
}

async function begin(
  ctx: Ctx,
  released: ReleasedFlow,
  id: string,
  trigger: string,
  input: Record<string, unknown>,
  command?: string,
): Promise<void> {
  const fields = inputProblems(released.body, input, trigger === 'api' ? 'body' : 'body.input');
  if (fields.length > 0) throw invalid('platform.invalid_input', fields);
  const event = { by: ctx.user.id, ...(command !== undefined && { command }) };
  await startFlow(ctx, released, { id, trigger, input, event, cause: { depth: 0 } });
}

/** At the end where it comes in so many seconds, otherwise as it stands. */
export async function answerOf(ctx: Ctx, id: string, seconds: number): Promise<FlowAnswer> {
  const until = Date.now() + seconds * 1_000;
  for (let pause = 25; ; pause = Math.min(250, pause * 1.5)) {
    const row = await readRun(reader(ctx), id);
    const over = row !== undefined && isOver(row.state);
    if (over || Date.now() + pause > until)
      return {
        run: id,
        state: row?.state ?? 'waiting',
        result: over ? (row.result ?? null) : null,
        error: row?.error ?? null,
      };
    await sleep(pause);
  }
}
