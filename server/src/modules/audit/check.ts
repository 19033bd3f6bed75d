import type { AuditCheck } from '@formwork/contract/audit/api.ts';
import { checkChain, lastOfTrail } from '../../platform/audit/chain.ts';
import type { TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import type { Job } from '../../platform/runs/run-kinds.ts';
import { startRun, type RunName } from '../../platform/runs/runs.ts';
import { z } from 'zod';

export const checkRun = { kind: 'audit.check', payload: z.object({}) } satisfies RunName<unknown>;

export async function startCheck(ctx: TxCtx): Promise<{ jobId: string }> {
  return { jobId: (await startRun(ctx, checkRun, {})).id };
}

/** Reads the whole trail; what it found is itself told to the trail. */
export async function runCheck(job: Job): Promise<AuditCheck> {
  const { seq: total } = await lastOfTrail(job.platform, job.spaceId);
  const state = await checkChain(job.platform, job.spaceId, (rows) => {
    job.progress(rows, Math.max(rows, total));
    return !job.cancelled();
  });
  const result: AuditCheck = { rows: state.rows, lastHash: state.lastHash, firstBroken: state.firstBroken ?? null };
  await inControl(job.platform.control, job.spaceId, (tx) =>
    record({ ...job, tx }, 'audit.trail.checked', { ...result }),
  );
  return result;
}
