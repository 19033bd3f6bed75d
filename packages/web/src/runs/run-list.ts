import { runsApi } from '@formwork/contract/runs/api.ts';
import type { RunView } from '@formwork/contract/runs/run.ts';
import { listOf, type ListSource } from '../list/list-of.ts';

export interface RunsOf {
  kind?: string;
  /** Runs of one definition. */
  definition?: string;
}

/** Runs, the latest first; without a kind or a definition those that one began. `pages.ts` may name it among what is read first. */
export function runsOf(of: RunsOf = {}): ListSource<RunView> {
  return listOf(runsApi.list, { address: ['state'], fixed: of, page: ({ runs, next }) => ({ rows: runs, next }) });
}
