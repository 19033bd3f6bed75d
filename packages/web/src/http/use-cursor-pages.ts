import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isApiError } from './api-error.ts';
import { listStatus } from './list-status.ts';

interface CursorPage<T> {
  rows: T[];
  next: string | null;
}

/** Rows that come page by page as one scrolls, and what a `DataList` is told of them. */
export function useCursorPages<T>(
  queryKey: readonly unknown[],
  load: (after: { after?: string }) => Promise<CursorPage<T>>,
) {
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => load(pageParam === undefined ? {} : { after: pageParam }),
    getNextPageParam: (page: CursorPage<T>) => page.next ?? undefined,
  });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  const { error } = pages;
  return {
    rows,
    status: listStatus(pages),
    onRetry: () => void pages.refetch(),
    ...(isApiError(error) && error.requestId !== undefined && { requestId: error.requestId }),
    hasMore: pages.hasNextPage,
    loadingMore: pages.isFetchingNextPage,
    onEndReached: () => void pages.fetchNextPage(),
  };
}
