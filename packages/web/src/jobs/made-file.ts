import type { RunView } from '@formwork/contract/runs/run.ts';

/** What jobs end with that make a file. */
interface MadeFile {
  fileId: string;
  name: string;
}

/** Several where one does not hold all. */
export function filesMadeBy({ state, result }: Pick<RunView, 'state' | 'result'>): MadeFile[] {
  const made = state === 'finished' ? (result as (Partial<MadeFile> & { others?: MadeFile[] }) | null) : null;
  if (typeof made?.fileId !== 'string' || typeof made.name !== 'string') return [];
  return [{ fileId: made.fileId, name: made.name }, ...(made.others ?? [])];
}

/** Files of jobs are offered this long to whoever left before they were there; they are kept for longer. */
const offeredMs = 3 * 86_400_000;

/** Whether the job made a file that is still to be fetched, of those that ended after the last clearing. */
export function isOffered(
  job: Pick<RunView, 'state' | 'result' | 'finishedAt'>,
  clearedAt: string | null,
  now: number,
): boolean {
  if (job.finishedAt === null || filesMadeBy(job).length === 0) return false;
  return Date.parse(job.finishedAt) > Math.max(now - offeredMs, clearedAt === null ? 0 : Date.parse(clearedAt));
}
