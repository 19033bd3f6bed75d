import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { isApiError } from '../http/api-error.ts';
import { listStatus } from '../http/list-status.ts';
import { usePage } from '../router/page-context.ts';
import { textOf } from '../query-string.ts';
import type { ListSource } from './list-of.ts';

/** Rows of a list at the address of the page one stands in, and what a `DataList` is told of them. */
export function useList<Row, Answer>(source: ListSource<Row, Answer>) {
  const { params, query } = usePage();
  // typing a search does not wait for its answers
  const asked = useDeferredValue(query);
  const reading = useInfiniteQuery(source.options({ params, query: asked }));
  const rows = useMemo(() => reading.data?.pages.flatMap((page) => page.rows) ?? [], [reading.data]);
  const first = reading.data?.pages[0];
  const { error } = reading;
  return {
    rows,
    total: first?.total,
    /** The first answer, with what it says besides rows. */
    first: first as Answer | undefined,
    isFiltered: source.address.some((name) => (textOf(query[name]) ?? '') !== ''),
    list: {
      rows,
      ...(first?.total !== undefined && { total: first.total }),
      status: listStatus(reading),
      onRetry: () => void reading.refetch(),
      ...(isApiError(error) && error.requestId !== undefined && { requestId: error.requestId }),
      hasMore: reading.hasNextPage,
      loadingMore: reading.isFetchingNextPage,
      onEndReached: () => void reading.fetchNextPage(),
    },
  };
}
