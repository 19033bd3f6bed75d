import { setTimeout as sleep } from 'node:timers/promises';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver, type RunView } from '@formwork/contract/runs/run.ts';
import type { Ctx } from '../context.ts';
import { pageByIds, readIdCursor } from '../db/paging.ts';
import { inControl } from '../db/db.ts';
import { inSpace, reader, spaceQuery, spaceSchema, type SpaceReader } from '../db/space-data.ts';
import { conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { queueAgain } from '../jobs/jobs-queue.ts';
import { timeOf } from './run-ids.ts';
import { runKindOf, type RunScope } from './run-kinds.ts';
import { endedData, tell } from './run-lease.ts';
import { insertRun, runColumns, viewOf, type NewRun, type RunRow } from './run-rows.ts';
import { readSteps } from './run-steps.ts';
import { runEnded, runRequested } from './runs.ts';
import { keptJson } from '../db/kept-json.ts';

type Input<K extends keyof typeof runsApi> = InputOf<(typeof runsApi)[K]>;

/** Told to every worker when somebody cancels a run. */
export const cancelMessage = 'run.cancel';

/** Ids rise with the time: the id of the last one is the cursor. */
export async function listRuns(ctx: Ctx, { query }: Input<'list'>): Promise<ResponseOf<typeof runsApi.list>> {
  const { kind, definition, state, after, limit } = query;
  const values: unknown[] = [];
  const where: string[] = [];
  const add = (text: string, value: unknown): void => {
    where.push(text.replace('?', `$${values.push(value)}`));
  };
  if (kind !== undefined) add('kind = ?', kind);
  if (definition !== undefined) add('definition = ?', definition);
  if (state !== undefined) add('state = ?', state);
  if (after !== undefined) add('id < ?::uuid', readIdCursor(after));
  const all = kind !== undefined && (await seesScope(ctx, { kind, definition: definition ?? null }));
  if (!all) add('actor = ?::uuid', ctx.user.id);
  const { rows } = await spaceQuery<RunRow>(ctx.platform, {
    text: `select ${runColumns} from ${spaceSchema(ctx.spaceId)}.run ${where.length > 0 ? `where ${where.join(' and ')}` : ''} order by id desc limit $${values.push(limit + 1)}`,
    values,
  });
  const { shown, next } = pageByIds(rows, limit);
  return { runs: shown.map((row) => viewOf(row, mayDo(ctx, row))), next };
}

export async function getRun(ctx: Ctx, { params }: Pick<Input<'get'>, 'params'>): Promise<RunView> {
  const row = await readRun(reader(ctx), params.runId);
  const asked = row ? undefined : await justAsked(ctx, params.runId);
  return asked ?? viewOf(await requireSeen(ctx, row), mayDo(ctx, row!));
}

/** The same for what began it and shows its state; undefined where there is none that the person may see. */
export async function findRun(ctx: Ctx, id: string | null): Promise<RunView | undefined> {
  const row = id === null ? undefined : await readRun(reader(ctx), id);
  return row && (await sees(ctx, row)) ? viewOf(row, mayDo(ctx, row)) : undefined;
}

export async function runSteps(ctx: Ctx, { params, query }: Input<'steps'>): Promise<ResponseOf<typeof runsApi.steps>> {
  const row = await requireSeen(ctx, await readRun(reader(ctx), params.runId));
  const { steps, more } = await readSteps(ctx, row.id, query.after ?? 0);
  const mask = runKindOf(ctx.platform, row.kind)?.mask;
  return { steps: mask ? await mask(ctx, row, steps) : steps, more };
}

/** A run that nobody carries out just now ends at once; another is told, and ends when its work is in order. Asked twice, it is told once. */
export async function cancelRun(ctx: Ctx, { params }: Pick<Input<'cancel'>, 'params'>): Promise<RunView> {
  const id = params.runId;
  await requireSeen(ctx, await soon(ctx, id));
  const row = await stopRun(ctx, id);
  if (!row) throw notFound('runs.run.not_found');
  return viewOf(row, mayDo(ctx, row));
}

/** The same for who is asked for nothing: an engine that ends what it began. Undefined where it is not there. */
export async function stopRun(ctx: Ctx, id: string): Promise<RunRow | undefined> {
  const stopped = await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query<RunRow>({
      text: `select ${runColumns} from ${tx.schema}.run where id = $1 for update`,
      values: [id],
    });
    const found = rows[0];
    if (!found) return undefined;
    if (isOver(found.state) || found.cancel) return { row: found, told: false };
    const state = found.state === 'running' ? 'running' : 'cancelled';
    const finished = state === 'cancelled' ? new Date() : null;
    await tx.query({
      text: `update ${tx.schema}.run set cancel = true, state = $2, finished = $3, version = version + 1 where id = $1`,
      values: [id, state, finished],
    });
    await tx.event('runs.cancelled', id, { id, kind: found.kind });
    if (finished) await tx.event(runEnded, id, endedData(found, state));
    return { row: { ...found, cancel: true, state, finished } satisfies RunRow, told: true };
  });
  if (!stopped) return undefined;
  const { row, told } = stopped;
  if (told) {
    ctx.platform.bus.publish({ kind: cancelMessage, id });
    tell(ctx.platform, ctx.spaceId, row, row.state, row);
  }
  return row;
}

/** From the start it is a new run of whoever asks; from a node it is the one that failed, which goes on. */
export async function rerun(ctx: Ctx, { params, body }: Input<'rerun'>): Promise<RunView> {
  const row = await requireSeen(ctx, await readRun(reader(ctx), params.runId));
  const can = mayDo(ctx, row);
  if (body.from !== undefined) return resumeRun(ctx, row, body.from);
  if (!can.rerun) throw conflict('runs.run.not_rerun');
  const id = newId();
  const { name, login, role, homeSpaceId, deputy } = ctx.user;
  const { locale, requestId, ip } = ctx;
  await inSpace(ctx, async (tx) => {
    tx.later(
      insertRun(tx.schema, {
        id,
        kind: row.kind,
        definition: row.definition,
        release: row.release,
        trigger: 'rerun',
        cause: null,
        actor: ctx.user.id,
        // who it acts as is what its definition says; a run in a person's name is in the name of whoever asks for it
        actsAs: row.acts_as,
        caller:
          row.acts_as === 'person'
            ? {
                name,
                login,
                role,
                homeSpaceId,
                locale,
                requestId,
                ip,
                ...(deputy && { deputy: { id: deputy.id, name: deputy.name } }),
              }
            : row.caller,
        payload: row.payload,
        parent: row.id,
        priority: 0,
        at: new Date().toISOString(),
      }),
    );
    await tx.event(runRequested, id, { id, kind: row.kind, parent: row.id });
  });
  return getRun(ctx, { params: { runId: id } });
}

async function resumeRun(ctx: Ctx, row: RunRow, from: string): Promise<RunView> {
  const memory = runKindOf(ctx.platform, row.kind)?.resume?.(row.memory ?? undefined, from);
  if (memory === undefined) throw conflict('runs.run.not_rerun');
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({
      text: `update ${tx.schema}.run set state = 'waiting', memory = $3, error = null, finished = null, attempt = 0, at = $4, cancel = false, version = version + 1
        where id = $1 and version = $2 and state = 'failed'`,
      values: [row.id, row.version, keptJson(memory), new Date()],
    });
    if (rowCount === 0) throw conflict('runs.run.not_failed');
    await tx.event('runs.resumed', row.id, { id: row.id, kind: row.kind, from });
  });
  await queueAgain(ctx.platform, { spaceId: ctx.spaceId, id: row.id }, row.kind);
  return getRun(ctx, { params: { runId: row.id } });
}

/** Whether the person may watch `run:<id>`. */
export async function mayWatchRun(ctx: Ctx, id: string): Promise<boolean> {
  const row = await readRun(reader(ctx), id).catch(() => undefined);
  return row !== undefined && (await sees(ctx, row));
}

export async function readRun(from: SpaceReader, id: string): Promise<RunRow | undefined> {
  const { rows } = await from.query<RunRow>({
    text: `select ${runColumns} from ${from.schema}.run where id = $1`,
    values: [id],
  });
  return rows[0];
}

async function requireSeen(ctx: Ctx, row: RunRow | undefined): Promise<RunRow> {
  if (!row || !(await sees(ctx, row))) throw notFound('runs.run.not_found');
  return row;
}

async function sees(ctx: Ctx, row: RunRow): Promise<boolean> {
  return row.actor === ctx.user.id || seesScope(ctx, row);
}

async function seesScope(ctx: Ctx, { kind, definition }: RunScope): Promise<boolean> {
  return (await runKindOf(ctx.platform, kind)?.maySee?.(ctx, { kind, definition })) ?? false;
}

function mayDo(ctx: Ctx, row: RunRow): RunView['can'] {
  const kind = runKindOf(ctx.platform, row.kind);
  return {
    cancel: !isOver(row.state) && !row.cancel,
    rerun: isOver(row.state) && kind?.repeats === true,
    rerunFrom: row.state === 'failed' && kind?.resume !== undefined,
  };
}

/** Asked for by the person a moment ago in the control plane, whose event tells of it: its row may not be there yet. */
async function justAsked(ctx: Ctx, id: string): Promise<RunView | undefined> {
  const time = timeOf(id);
  if (time === undefined || Math.abs(Date.now() - time) > youngMs) return undefined;
  const event = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('platform.event')
      .select('data')
      .where('type', '=', runRequested)
      .where('subject', '=', id)
      .where('actor', '=', ctx.user.id)
      .where('at', '>', new Date(time - youngMs))
      .executeTakeFirst(),
  );
  const run = (event?.data as { run?: NewRun } | undefined)?.run;
  if (!run) return undefined;
  const row: RunRow = {
    ...run,
    acts_as: run.actsAs,
    state: 'waiting',
    attempt: 0,
    memory: null,
    done: 0,
    total: 0,
    counts: null,
    result: null,
    error: null,
    version: 0,
    cancel: false,
    at: new Date(run.at),
    started: null,
    finished: null,
  };
  return viewOf(row, mayDo(ctx, row));
}

const youngMs = 60_000;

/** The row of what was asked for a moment ago, when it comes. */
async function soon(ctx: Ctx, id: string): Promise<RunRow | undefined> {
  for (let tries = 40; ; tries -= 1) {
    const row = await readRun(reader(ctx), id);
    if (row || tries === 0 || (tries === 40 && !(await justAsked(ctx, id)))) return row;
    await sleep(100);
  }
}
