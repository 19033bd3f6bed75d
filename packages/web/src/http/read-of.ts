import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { PageAddress } from '../router/page-list.ts';
import { usePage } from '../router/page-context.ts';
import type { AnyEndpoint, CallArgs, CallInput, CallResponse } from './call.ts';
import { q, queryClient } from './query.ts';

/** A reading that follows from a page's address alone: `pages.ts` names it, so that it starts beside the page's code. */
export interface Reading<Answer> {
  options: (at: PageAddress) => UseQueryOptions<Answer>;
  start: (at: PageAddress) => void;
}

export function readOf<E extends AnyEndpoint>(
  endpoint: E,
  input: (at: PageAddress) => CallInput<E>,
): Reading<CallResponse<E>> {
  const options = (at: PageAddress) => q(endpoint, ...([input(at)] as unknown as CallArgs<E>));
  return { options, start: (at) => void queryClient.prefetchQuery(options(at)) };
}

/** The reading at the address of the page one stands in. */
export function useReading<Answer>(reading: Reading<Answer>) {
  const { params, query } = usePage();
  return useQuery(reading.options({ params, query }));
}
