import type { ChartProblem } from '@formwork/chart-ui/ChartState.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { callWith, type AnyEndpoint, type CallInput, type CallResponse } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';

interface Options {
  enabled?: boolean;
  /** Seconds after which it is asked again. */
  every?: number | null | undefined;
}

/** A reading whose question stands in its body: the last answer stays in sight while the next one comes. */
export function useAnswer<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true, every }: Options = {},
): UseQueryResult<CallResponse<E>> {
  return useQuery<CallResponse<E>>({
    queryKey: [...keyOf(endpoint, input), JSON.stringify((input as { body?: unknown }).body ?? {})],
    queryFn: ({ signal }) => callWith(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    ...(every != null && { refetchInterval: every * 1000 }),
  });
}

/** Why a chart has no result, in words; undefined where it has one or it is on its way. */
export function chartProblem({ error, data, refetch }: UseQueryResult): ChartProblem | undefined {
  if (!error || (data !== undefined && !isApiError(error))) return undefined;
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
