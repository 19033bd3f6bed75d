import { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver, type RunMessage, type RunView } from '@formwork/contract/runs/run.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keyOf, q, queryClient, refresh } from '../http/query.ts';
import { useLive } from '../live/use-live.ts';

/** Live messages may be missed: a running job is asked for this often as well. */
const askAgainMs = 3_000;

/** A job of the person's and how it goes on; `onOver` is called once, when it has ended: a quick one has before it is first asked for. */
export function useJob(jobId: string, { onOver }: { onOver?: (job: RunView) => void } = {}): RunView | undefined {
  const { data: job } = useQuery({
    ...q(runsApi.get, { params: { runId: jobId } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.state) ? false : askAgainMs),
  });
  useJobMessages((message) => {
    if (message.id !== jobId) return;
    // the result comes with the job itself
    if (isOver(message.state)) return void refresh(runsApi.get);
    const { state, done, total } = message;
    queryClient.setQueryData<RunView>(keyOf(runsApi.get, { params: { runId: jobId } }), (before) =>
      before && !isOver(before.state) ? { ...before, state, done, total } : before,
    );
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
export function useJobMessages(handler: (message: RunMessage) => void): void {
  useLive('run.progress', (message) => handler(message as unknown as RunMessage));
}
