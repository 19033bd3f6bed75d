import type { EtlJob } from '@formwork/contract/etl/task-api.ts';
import { tookMs } from '@formwork/web/runs/RunState.tsx';

/** Rows a second that were read and written, up to now while it goes on. */
export function speedOf(job: EtlJob): number {
  const took = tookMs(job, Date.now()) ?? 0;
  return took > 0 ? Math.round(((job.rowsRead + job.rowsWritten) / took) * 1_000) : 0;
}
