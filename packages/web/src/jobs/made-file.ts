import type { JobView } from '@formwork/contract/jobs/api.ts';
import { z } from 'zod';

/** What jobs end with that make a file. */
const MadeFile = z.object({ fileId: z.uuid(), name: z.string() });

export function fileMadeBy({ state, result }: Pick<JobView, 'state' | 'result'>): z.infer<typeof MadeFile> | undefined {
  return state === 'finished' ? MadeFile.safeParse(result).data : undefined;
}

/** Files of jobs are offered this long to whoever left before they were there; they are kept for longer. */
const offeredMs = 3 * 86_400_000;

/** Whether the job made a file that is still to be fetched, of those that ended after the last clearing. */
export function isOffered(job: Pick<JobView, 'state' | 'result' | 'finishedAt'>, clearedAt: string | null, now: number): boolean {
  if (job.finishedAt === null || fileMadeBy(job) === undefined) return false;
  return Date.parse(job.finishedAt) > Math.max(now - offeredMs, clearedAt === null ? 0 : Date.parse(clearedAt));
}
