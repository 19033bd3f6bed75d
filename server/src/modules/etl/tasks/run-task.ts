import { isSource, isTarget, type EtlTask } from '@formwork/contract/etl/task.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { runKind, type Advanced, type Burst, type NewStep } from '../../../platform/runs/run-kinds.ts';
import { releasedOf } from '../../definitions/public.ts';
import { forgetRead } from './broker/inbox.ts';
import { mayAdministrate } from './may.ts';
import { lookAtContracts } from './contracts.ts';
import { deliver } from './deliver.ts';
import { noteNode } from './figures.ts';
import { forgetTaskRuns } from './forget-runs.ts';
import { dropKept } from './kept/kept-sources.ts';
import type { TaskMemory } from './memory.ts';
import { AtNode, prepare, type TaskWork } from './prepare.ts';
import { taskWith } from './parameters.ts';
import { taskRun, type TaskPayload } from './start.ts';
import { prepareStraight } from './straight/straight.ts';
import { prepareThrough } from './straight/through.ts';

/**
 * A run of a task: one burst reads everything and puts what each target gets into the store, one more for each target sends it. A
 * burst whose process died is done again, behind the sources that were read to their end: reading changes nothing, and what was sent is
 * not sent twice. One that failed goes on at the target that did not take its rows.
 */
export const etlTaskRun = runKind<TaskPayload, TaskMemory>({
  ...taskRun,
  retries: 4,
  keep: { finished: 30, failed: 60 },
  maySee: mayAdministrate,
  repeats: true,
  forget: forgetTaskRuns,
  advance,
  resume: (memory) => memory && { ...memory, tries: 0, begun: new Date().toISOString() },
});

/** How often it is looked whether the run is still wanted. */
const lookMs = 200;

async function advance(burst: Burst<TaskPayload, TaskMemory>): Promise<Advanced<TaskMemory>> {
  const { id: run, payload, definition: taskId, release, platform, spaceId } = burst;
  const released = await releasedOf<EtlTask>(platform, spaceId, 'etl_task', taskId!, release ?? undefined);
  if (!released) throw new AppError('etl.task.not_released');
  const task = await taskWith(burst, released.body, payload.parameters ?? {}, { day: payload.day, run });
  const memory = burst.memory ?? newMemory(task);
  if (!burst.memory) return { state: 'running', memory };
  const steps: NewStep[] = [];
  const { signal, end } = watched(burst, task, memory);
  const of = { ctx: burst, run, taskId: taskId!, task, payload, memory };
  const work: TaskWork = { ...of, moved: burst.moved, signal, steps, fetched: new Map() };
  try {
    if (!memory.stages) {
      const promised = await lookAtContracts(work);
      if (promised.wait) return promised.wait;
      const kept = { ...work, memory: promised.memory };
      const made = (await prepareStraight(kept)) ?? (await prepareThrough(kept)) ?? (await prepare(kept));
      return { state: 'running', memory: made, steps };
    }
    const next = task.nodes.find(
      (node) => isTarget(node) && memory.stages![node.id] && !memory.delivered.includes(node.id),
    );
    // ready for the targets: what it was made of is not needed any more
    if (memory.delivered.length === 0) await dropKept(burst, run, task, memory);
    if (!next || !isTarget(next)) return await finished(work);
    try {
      const sent = await deliver(work, next);
      return { state: 'running', memory: sent, steps, ...reached(sent) };
    } catch (error) {
      throw new AtNode(next.id, error);
    }
  } catch (error) {
    return await failed(work, error);
  } finally {
    end();
  }
}

function newMemory({ nodes }: EtlTask): TaskMemory {
  const targets = nodes.filter(isTarget);
  const ends = nodes.filter((node) => isTarget(node) || isSource(node));
  return {
    begun: new Date().toISOString(),
    tries: 0,
    keys: Object.fromEntries(ends.map(({ id }) => [id, newId()])),
    imports: Object.fromEntries(targets.filter(({ kind }) => kind === 'formTarget').map(({ id }) => [id, newId()])),
    stages: undefined,
    delivered: [],
    positions: {},
    read: 0,
    written: 0,
    rejected: 0,
  };
}

function reached({
  read,
  written,
  rejected,
  stages,
  delivered,
}: TaskMemory): Pick<Advanced, 'done' | 'total' | 'counts'> {
  return { done: delivered.length, total: Object.keys(stages ?? {}).length, counts: { read, written, rejected } };
}

/** Everything arrived: the next run begins behind it. */
async function finished({ run, taskId, memory, payload, steps, ctx, task }: TaskWork): Promise<Advanced<TaskMemory>> {
  await dropStages(ctx, task, memory, true);
  return {
    state: 'finished',
    memory: { ...memory, stages: {} },
    steps,
    ...reached(memory),
    result: {
      read: memory.read,
      written: memory.written,
      rejected: memory.rejected,
      ...(memory.warned && { contracts: memory.warned }),
    },
    async effects(tx) {
      if (payload.sent) return;
      for (const [source, position] of Object.entries(memory.positions)) {
        await forgetRead(tx, { task: taskId, source, position });
        await tx.query({
          text: `insert into ${tx.schema}.etl_checkpoint as c (task, source, position, run, at) values ($1, $2, $3, $4, $5)
            on conflict (task, source) do update set position = excluded.position, run = excluded.run, at = excluded.at`,
          values: [taskId, source, position, run, new Date()],
        });
      }
    },
  };
}

async function failed(work: TaskWork, thrown: unknown): Promise<Advanced<TaskMemory>> {
  const { ctx, run, task, memory, steps, signal } = work;
  const { node, error } =
    thrown instanceof AtNode ? { node: thrown.node, error: thrown.cause } : { node: undefined, error: thrown };
  if (signal.aborted && signal.reason === stopped) {
    // the process stops, or somebody does not want the run any more: the first one leaves it to another process
    if (!(await isCancelled(ctx, run))) throw error;
    await dropStages(ctx, task, memory, false);
    await dropKept(ctx, run, task, memory);
    return { state: 'cancelled', memory, steps, ...reached(memory) };
  }
  const late = signal.aborted && signal.reason === tooLate;
  const refusal = late ? new AppError('etl.run.timeout', { minutes: task.settings.timeout }) : error;
  const code = refusal instanceof AppError ? refusal.code : 'platform.internal';
  const data = refusal instanceof AppError ? refusal.data : { message: (refusal as Error).message?.slice(0, 500) };
  if (!(refusal instanceof AppError)) ctx.platform.log.error({ err: refusal, run, node }, 'a task failed');
  if (node !== undefined) await noteNode(ctx, run, node, { state: 'failed' });
  steps.push({ ...(node !== undefined && { node }), attempt: memory.tries + 1, error: { code, data } });
  // what is wrong with the task or its rows is as wrong the next time
  const again = !late && memory.tries < task.settings.retries && !(refusal instanceof AppError && isLasting(code));
  // whoever mends what was wrong with the rows wants them read anew
  if (!again && !memory.stages) await dropKept(ctx, run, task, memory);
  if (!again) return { state: 'failed', memory, steps, error: { code, data }, ...reached(memory) };
  const wait = task.settings.retryAfter * 2 ** memory.tries;
  return {
    state: 'suspended',
    at: new Date(Date.now() + wait * 1_000),
    memory: { ...memory, tries: memory.tries + 1 },
    steps,
  };
}

const lasting = new Set([
  'etl.run.rejected',
  'etl.run.too_many_rejected',
  'etl.run.schema_changed',
  'etl.sql.failed',
  'etl.run.node_gone',
  'etl.row.refused',
  'etl.row.refused_whole',
  'etl.file.broken',
  'etl.file.columns',
  'etl.target.columns',
  'etl.target.made',
  'etl.target.keys',
]);
/** A file that is broken is as broken the next time. */
const isLasting = (code: string): boolean => lasting.has(code) || code.startsWith('records.sheet.');

const stopped = new Error('the run is not wanted any more');
const tooLate = new Error('the run takes too long');

function watched(
  burst: Pick<Burst, 'cancelled'>,
  { settings }: EtlTask,
  { begun }: TaskMemory,
): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const until = settings.timeout === null ? Infinity : Date.parse(begun) + settings.timeout * 60_000;
  const looking = setInterval(() => {
    if (burst.cancelled()) controller.abort(stopped);
    else if (Date.now() > until) controller.abort(tooLate);
  }, lookMs);
  return { signal: controller.signal, end: () => clearInterval(looking) };
}

async function isCancelled({ platform, spaceId }: Ctx, run: string): Promise<boolean> {
  const { rows } = await spaceQuery<{ cancel: boolean }>(platform, {
    text: `select cancel from ${spaceSchema(spaceId)}.run where id = $1`,
    values: [run],
  });
  return rows[0]?.cancel === true;
}

/** What was made ready goes, but files, which belong to who gets them, and what an import has taken over. */
async function dropStages(
  { platform, spaceId }: Ctx,
  task: EtlTask,
  memory: TaskMemory,
  whole: boolean,
): Promise<void> {
  for (const node of task.nodes) {
    const key = memory.keys[node.id];
    if (key === undefined || !isTarget(node)) continue;
    if (node.kind === 'formTarget' && (whole || memory.stages)) continue;
    if (node.kind === 'fileTarget' && memory.delivered.includes(node.id)) continue;
    await platform.files.remove(key).catch((error: unknown) => {
      platform.log.warn({ err: error, spaceId, key }, 'what a task had made ready was not removed');
    });
  }
}
