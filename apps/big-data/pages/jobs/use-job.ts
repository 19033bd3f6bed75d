import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useQuery } from '@tanstack/react-query';

/** How far it is is looked at so often while it runs. */
const lookMs = 1_000;

/** A run with its figures, which follow it while it goes on. */
export function useJob(runId: string) {
  useLive(`run:${runId}`, () => void refresh(etlTasksApi.job));
  return useQuery({
    ...q(etlTasksApi.job, { params: { runId } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.state) ? false : lookMs),
  });
}
