import type { AuditCheck } from '@formwork/contract/audit/api.ts';
import { checkChain } from '../../platform/audit.ts';
import type { TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { record } from '../../platform/events.ts';
import { startJob, type Job } from '../../platform/jobs.ts';
import { lastNumber } from './trail.ts';

export const checkJob = 'audit.check';

export async function startCheck(ctx: TxCtx): Promise<{ jobId: string }> {
  return { jobId: (await startJob(ctx, checkJob, {})).id };
}

/** Reads the whole trail; what it found is itself told to the trail. */
export async function runCheck(job: Job): Promise<AuditCheck> {
  const total = await inControl(job.platform.control, job.spaceId, (tx) => lastNumber(tx, job.spaceId));
  const state = await checkChain((work) => inControl(job.platform.control, job.spaceId, work), job.spaceId, (rows) => {
    job.progress(rows, Math.max(rows, total));
    return !job.cancelled();
  });
  const result: AuditCheck = { rows: state.rows, lastHash: state.lastHash, firstBroken: state.firstBroken ?? null };
  await inControl(job.platform.control, job.spaceId, (tx) => record({ ...job, tx }, 'audit.trail.checked', { ...result }));
  return result;
}
