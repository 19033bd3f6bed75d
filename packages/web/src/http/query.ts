import { QueryClient, queryOptions } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';
import { agentHeaders } from './acting-for.ts';
import { callWith, spacePath, type AnyEndpoint, type CallArgs, type CallInput, type CallResponse } from './call.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // what the server refused it refuses again; only lost answers are worth another try
      retry: (failures, error) =>
        failures < 2 &&
        isApiError(error) &&
        (error.kind === 'network' || error.kind === 'timeout' || (error.status ?? 0) >= 502),
      refetchOnWindowFocus: false,
    },
  },
});

/** Query options of a reading endpoint: `useQuery(q(formsApi.listApps))`. */
export function q<E extends AnyEndpoint>(endpoint: E, ...[input]: CallArgs<E>) {
  return queryOptions<CallResponse<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => callWith(endpoint, (input ?? {}) as CallInput<E>, { signal }),
  });
}

/** The endpoint stands first, so that every reading of it can be named by it alone. */
export function keyOf<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): readonly unknown[] {
  const { params = {}, query = {} } = (input ?? {}) as { params?: object; query?: object };
  return [`${endpoint.method} ${endpoint.path}`, spacePath(), params, query, agentHeaders(endpoint) ?? null];
}

/**
 * Reads again what these endpoints answered, wherever it is shown. A first answer that is on its way may be of before, and the cache
 * leaves it at that: it is asked for once more when it is there.
 */
export async function refresh(...endpoints: AnyEndpoint[]): Promise<void> {
  await Promise.all(
    endpoints.map(async (endpoint) => {
      const queryKey = [`${endpoint.method} ${endpoint.path}`];
      const coming = queryClient
        .getQueryCache()
        .findAll({ queryKey, fetchStatus: 'fetching' })
        .filter(({ state }) => state.data === undefined);
      await queryClient.invalidateQueries({ queryKey });
      await Promise.all(
        coming.map((query) => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })),
      );
    }),
  );
}
