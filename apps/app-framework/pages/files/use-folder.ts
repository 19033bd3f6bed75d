import { documentsApi, type DocumentSort } from '@formwork/contract/documents/api.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** What lies in a folder, page by page, with the way to it. */
export function useFolder(appId: string, folder: string | null, sort: DocumentSort) {
  const query = { sort, ...(folder !== null && { folder }) };
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(documentsApi.list, { params: { appId }, query }), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call(documentsApi.list, {
        params: { appId },
        query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.next ?? undefined,
    retry: false,
  });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  const { error } = pages;
  const first = pages.data?.pages[0];
  return {
    rows,
    way: first?.way ?? [],
    level: first?.level ?? null,
    isGone: isApiError(error) && error.status === 404,
    list: {
      status: pages.isPending ? ('loading' as const) : error ? ('error' as const) : ('ready' as const),
      onRetry: () => void pages.refetch(),
      ...(isApiError(error) && error.requestId !== undefined && { requestId: error.requestId }),
      hasMore: pages.hasNextPage,
      loadingMore: pages.isFetchingNextPage,
      onEndReached: () => void pages.fetchNextPage(),
    },
  };
}
