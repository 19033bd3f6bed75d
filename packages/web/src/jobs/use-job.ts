import { jobsApi, type JobMessage, type JobState, type JobView } from '@formwork/contract/jobs/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keyOf, q, queryClient, refresh } from '../http/query.ts';
import { useLive } from '../live/use-live.ts';

/** Live messages may be missed: a running job is asked for this often as well. */
const askAgainMs = 3_000;

export function isOver(state: JobState): boolean {
  return state === 'finished' || state === 'failed' || state === 'cancelled';
}

/** A job of the person's and how it goes on; `onOver` is called once, when it has ended: a quick one has before it is first asked for. */
export function useJob(jobId: string, { onOver }: { onOver?: (job: JobView) => void } = {}): JobView | undefined {
  const { data: job } = useQuery({
    ...q(jobsApi.get, { params: { jobId } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.state) ? false : askAgainMs),
  });
  useJobMessages((message) => {
    if (message.id !== jobId) return;
    // the result comes with the job itself
    if (isOver(message.state)) return void refresh(jobsApi.get);
    const { state, done, total } = message;
    queryClient.setQueryData<JobView>(keyOf(jobsApi.get, { params: { jobId } }), (before) => before && !isOver(before.state) ? { ...before, state, done, total } : before);
  });

  const over = job !== undefined && isOver(job.state);
  const latest = useRef<{ onOver: typeof onOver; told?: string }>({ onOver });
  latest.current.onOver = onOver;
  useEffect(() => {
    if (!job || !over || latest.current.told === job.id) return;
    latest.current.told = job.id;
    latest.current.onOver?.(job);
  }, [job, over]);
  return job;
}

/** Hears of every step of the person's jobs. */
export function useJobMessages(handler: (message: JobMessage) => void): void {
  useLive('job.progress', (message) => handler(message as unknown as JobMessage));
}
