import { isOver } from '@formwork/contract/runs/run.ts';
import { AppError } from '../errors.ts';
import { spaceQuery, spaceSchema } from '../db/space-data.ts';
import type { Advanced, Burst, RunKind } from './run-kinds.ts';
import { keepBurst } from './run-keep.ts';
import type { Leased } from './run-lease.ts';
import { runColumns, type RunRow } from './run-rows.ts';
import type { Watched } from './run-work.ts';

/**
 * Burst after burst until the run waits or ends. Each leaves in one transaction: the run, where nobody changed it meanwhile, its
 * steps, its effects. One that somebody changed meanwhile, by waking or cancelling it, is done again from what was kept.
 */
export async function advanceRun(
  leased: Leased,
  kind: Advances,
  watched: Pick<Watched, 'cancelled' | 'moved' | 'seen' | 'end'>,
): Promise<void> {
  const { ctx } = leased;
  let { row } = leased;
  try {
    for (;;) {
      if (watched.cancelled() && watched.seen() !== 'cancelled') return await giveBack(leased);
      const advanced = await burst(kind, leased, row, watched);
      const kept = await keepBurst({ leased, row, done: advanced }).catch((error: unknown) =>
        tryAgain(leased, row, error),
      );
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
  watched: Pick<Watched, 'cancelled' | 'moved'>,
): Promise<Advanced> {
  const as: Burst = {
    ...ctx,
    id: row.id,
    payload: row.payload,
    definition: row.definition,
    release: row.release,
    memory: row.memory ?? undefined,
    attempt: row.attempt,
    moved: () => watched.moved(),
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
