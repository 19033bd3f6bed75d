import { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver, type RunStep } from '@formwork/contract/runs/run.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../http/call.ts';
import { keyOf, q, refresh } from '../http/query.ts';
import { useLive } from '../live/use-live.ts';

/** Live messages may be missed: a run that is not over is asked for this often as well. */
const askAgainMs = 3_000;

/** A run and what it did so far; both follow it while it runs. */
export function useRun(runId: string) {
  const params = { runId };
  const run = useQuery({
    ...q(runsApi.get, { params }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.state) ? false : askAgainMs),
  });
  const over = run.data !== undefined && isOver(run.data.state);
  const steps = useInfiniteQuery({
    // a run that goes on after its end is a new attempt, and its steps come behind the ones before
    queryKey: [...keyOf(runsApi.steps, { params }), 'pages'],
    queryFn: ({ pageParam }) => call(runsApi.steps, { params, query: pageParam === 0 ? {} : { after: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: ({ steps: found, more }, _all, after) => (more ? (found.at(-1)?.seq ?? after) : undefined),
    refetchInterval: over ? false : askAgainMs,
  });
  useLive(`run:${runId}`, () => void refresh(runsApi.get, runsApi.steps));
  const found = useMemo(() => steps.data?.pages.flatMap((page) => page.steps) ?? noSteps, [steps.data]);
  return { run, steps, found };
}

const noSteps: RunStep[] = [];
