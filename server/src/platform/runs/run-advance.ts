import { isOver } from '@formwork/contract/runs/run.ts';
import { AppError } from '../errors.ts';
import { inSpace, spaceQuery, spaceSchema, type SpaceTx } from '../db/space-data.ts';
import { queueLater } from '../jobs/jobs-queue.ts';
import type { Platform } from '../platform.ts';
import type { Advanced, Burst, RunKind } from './run-kinds.ts';
import { endedData, farAway, leaseMs, tell, type Leased } from './run-lease.ts';
import { runColumns, type RunRow } from './run-rows.ts';
import { burstStatement, lastSeq, stepBuffer } from './run-steps.ts';
import type { Watched } from './run-work.ts';
import { runEnded } from './runs.ts';
import { keptJson } from '../db/kept-json.ts';

/**
 * Burst after burst until the run waits or ends. Each leaves in one transaction: the run, where nobody changed it meanwhile, its
 * steps, its effects. One that somebody changed meanwhile, by waking or cancelling it, is done again from what was kept.
 */
export async function advanceRun(
  leased: Leased,
  kind: Advances,
  watched: Pick<Watched, 'cancelled' | 'seen' | 'end'>,
): Promise<void> {
  const { ctx } = leased;
  let { row } = leased;
  try {
    for (;;) {
      if (watched.cancelled() && watched.seen() !== 'cancelled') return await giveBack(leased);
      const advanced = await burst(kind, leased, row, watched);
      const kept = await keep(leased, row, advanced).catch((error: unknown) => tryAgain(leased, row, error));
      if (!kept) {
        const again = await reread(leased);
        if (!again) return;
        row = again;
        continue;
      }
      row = kept;
      if (row.state === 'running') continue;
      if (isOver(row.state)) ctx.platform.metrics.jobs.inc({ kind: row.kind, result: row.state });
      return;
    }
  } finally {
    await watched.end();
  }
}

type Advances = Pick<RunKind, 'cancel'> & { advance: NonNullable<RunKind['advance']> };

async function burst(
  { advance, cancel }: Advances,
  { ctx, by }: Leased,
  row: RunRow,
  watched: Pick<Watched, 'cancelled'>,
): Promise<Advanced> {
  const as: Burst = {
    ...ctx,
    id: row.id,
    payload: row.payload,
    definition: row.definition,
    release: row.release,
    memory: row.memory ?? undefined,
    attempt: row.attempt,
    cancelled: () => watched.cancelled(),
  };
  try {
    if (row.cancel) return { ...(await cancel?.(as)), state: 'cancelled' };
    return await advance(as);
  } catch (error) {
    if (error instanceof AppError && error.status < 500)
      return { state: 'failed', memory: row.memory, error: { code: error.code, data: error.data } };
    return await tryAgain({ ctx, by }, row, error);
  }
}

/** The outside world failed, or a process: the queue tries it again. */
async function tryAgain(
  { ctx: { platform, spaceId }, by }: Pick<Leased, 'ctx' | 'by'>,
  row: RunRow,
  error: unknown,
): Promise<never> {
  platform.log.error({ err: error, run: row.id, kind: row.kind, attempt: row.attempt }, 'a burst of a run failed');
  await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.run set state = 'waiting', leased_by = null, leased_until = null, version = version + 1 where id = $1 and leased_by = $2`,
    values: [row.id, by],
  });
  throw new Error('the run is to be tried again', { cause: error });
}

/** Undefined when somebody changed the run meanwhile: then nothing of the burst is there. */
async function keep({ ctx, by }: Leased, row: RunRow, done: Advanced): Promise<RunRow | undefined> {
  const kept = await inTurn(ctx.platform, () =>
    inSpace(ctx, async (tx) => {
      if (done.effects && !(await hold(tx, row, by))) return undefined;
      const advanced = { ...done, ...(await done.effects?.(tx)) };
      const found = await write(tx, row, by, advanced);
      if (!found) return undefined;
      const { steps = [], state } = advanced;
      if (steps.length > 0) {
        const buffer = stepBuffer(await lastSeq(tx, row.id));
        for (const step of steps) buffer.add(step);
        tx.later(burstStatement(tx.schema, row.id, buffer.take()!));
      }
      if (isOver(state)) await tx.event(runEnded, row.id, endedData(row, state));
      return { row: found, at: advanced.at };
    }),
  );
  if (!kept) return undefined;
  tell(ctx.platform, ctx.spaceId, kept.row, kept.row.state, kept.row);
  if (kept.row.state === 'suspended' && kept.at)
    await queueLater(ctx.platform, { spaceId: ctx.spaceId, id: row.id }, row.kind, kept.at);
  return kept.row;
}

/** So many bursts are written at once in a process: many runs wait for others, their connections are few. */
const writtenAtOnce = 6;
const writing = new WeakMap<Platform, { free: number; waiting: (() => void)[] }>();

async function inTurn<T>(platform: Platform, work: () => Promise<T>): Promise<T> {
  let turns = writing.get(platform);
  if (!turns) writing.set(platform, (turns = { free: writtenAtOnce, waiting: [] }));
  if (turns.free > 0) turns.free -= 1;
  else await new Promise<void>((resolve) => void turns.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = turns.waiting.shift();
    if (next) next();
    else turns.free += 1;
  }
}

/** From here on nobody wakes or cancels it until its effects are written. */
async function hold(tx: SpaceTx, row: RunRow, by: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: `run_hold_${tx.schema}`,
    text: `select 1 from ${tx.schema}.run where id = $1::uuid and version = $2::int and leased_by = $3::uuid and state = 'running' for update`,
    values: [row.id, row.version, by],
  });
  return rowCount > 0;
}

async function write(tx: SpaceTx, row: RunRow, by: string, advanced: Advanced): Promise<RunRow | undefined> {
  const { state, at } = advanced;
  const now = new Date();
  const { rows } = await tx.query<RunRow>({
    text: `update ${tx.schema}.run set state = $4, memory = $5, at = $6, done = $7, total = $8, counts = $9, result = $10, error = $11, finished = $12,
          attempt = $13, version = version + 1, leased_by = $14, leased_until = $15
        where id = $1 and version = $2 and leased_by = $3 and state = 'running' returning ${runColumns}`,
    values: [
      row.id,
      row.version,
      by,
      state,
      json(advanced.memory === undefined ? row.memory : advanced.memory),
      state === 'suspended' ? (at ?? farAway) : row.at,
      advanced.done ?? row.done,
      advanced.total ?? row.total,
      json(advanced.counts ?? row.counts),
      json(advanced.result),
      json(advanced.error),
      isOver(state) ? now : null,
      // what came on begins to count anew; a run that failed keeps how often it was tried
      state === 'suspended' ? 0 : row.attempt,
      state === 'running' ? by : null,
      state === 'running' ? new Date(now.getTime() + leaseMs) : null,
    ],
  });
  return rows[0];
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : keptJson(value);
}

async function reread({ ctx, by, row }: Leased): Promise<RunRow | undefined> {
  const { rows } = await spaceQuery<RunRow>(ctx.platform, {
    text: `select ${runColumns} from ${spaceSchema(ctx.spaceId)}.run where id = $1 and leased_by = $2 and state = 'running'`,
    values: [row.id, by],
  });
  return rows[0];
}

/** The process stops: the next one goes on at once. */
async function giveBack({ ctx, by, row }: Leased): Promise<void> {
  await spaceQuery(ctx.platform, {
    text: `update ${spaceSchema(ctx.spaceId)}.run set state = 'waiting', attempt = 0, leased_by = null, leased_until = null, version = version + 1 where id = $1 and leased_by = $2`,
    values: [row.id, by],
  });
  throw new Error('the run goes on in another process');
}
