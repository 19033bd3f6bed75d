import type { ChartProblem } from '@formwork/chart-ui/ChartState.tsx';
import { visitorsApi, type SharedChart } from '@formwork/contract/visitors/api.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';

interface OpenLink {
  token: string;
  ticket: string;
  onStale: () => void;
  /** How a chart is asked for where it is no link that shows it. */
  readChart?: (part: string | undefined, signal: AbortSignal) => Promise<SharedChart>;
}

/** The link that the page was opened with. */
export const Opening = createContext<OpenLink>({ token: '', ticket: '', onStale: () => undefined });

/** Whether the page must be opened anew: the ticket is too old, or the link has ended. */
export function isStale(error: unknown): boolean {
  return isApiError(error) && endings.has(error.code);
}

const endings: ReadonlySet<string> = new Set([
  'records.link.opened_long_ago',
  'records.link.gone',
  'analytics.embed.gone',
]);

interface Options {
  /** A panel or an element; without it the link shows one chart. */
  part?: string;
  first?: SharedChart;
  enabled?: boolean;
  /** Seconds after which it is asked again. */
  every: number | null;
}

/** Visitors do not hear of changes, so they ask; and not more often than this. */
const leastSeconds = 30;

/** A chart of what the link shows, as whoever made the link sees it now. */
export function useSharedChart({ part, first, enabled = true, every }: Options) {
  const { token, ticket, onStale, readChart } = use(Opening);
  const answer = useQuery({
    queryKey: ['share-chart', token, part],
    queryFn: async ({ signal }) => {
      try {
        if (readChart) return await readChart(part, signal);
        return await callWith(
          visitorsApi.openChart,
          { body: { token, ticket, ...(part !== undefined && { part }) } },
          { signal },
        );
      } catch (error) {
        if (isStale(error)) onStale();
        throw error;
      }
    },
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
    ...(first && { initialData: first, staleTime: Infinity }),
    ...(every !== null && { refetchInterval: Math.max(every, leastSeconds) * 1000 }),
  });
  return { ...answer, problem: problemOf(answer) };
}

function problemOf({
  error,
  data,
  refetch,
}: {
  error: unknown;
  data: unknown;
  refetch: () => unknown;
}): ChartProblem | undefined {
  if (!error) return undefined;
  const told = isApiError(error) ? error : undefined;
  const isRefused = told?.status === 403 || told?.status === 404;
  // what was read once stays while the line is away; what is refused goes
  if (data !== undefined && !isRefused) return undefined;
  return {
    is: isRefused ? 'refused' : 'broken',
    text: errorText(error),
    requestId: told?.requestId,
    onRetry: () => void refetch(),
  };
}
