import type { DataListProps } from '@formwork/ui/list/data-list.tsx';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isApiError } from './api-error.ts';
import { listStatus } from './list-status.ts';
import { callWith, type AnyEndpoint, type CallInput, type CallResponse } from './call.ts';
import { keyOf } from './query.ts';

type RowOf<E extends AnyEndpoint> = CallResponse<E> extends { rows: (infer Row)[]; total: number } ? Row : never;

export interface PagesOf<Row> {
  rows: Row[];
  total: number | undefined;
  /** What a list needs of them. */
  list: Pick<
    DataListProps<Row>,
    'rows' | 'total' | 'status' | 'onRetry' | 'requestId' | 'hasMore' | 'loadingMore' | 'onEndReached'
  >;
}

/** Rows of an endpoint that answers by offset and limit; pages come as one scrolls. What is empty in `wanted` is not asked for. */
export function usePages<E extends AnyEndpoint>(
  endpoint: E,
  wanted: object,
  { pageSize = 50 } = {},
): PagesOf<RowOf<E>> {
  type Answer = { rows: RowOf<E>[]; total: number };
  const query = {
    ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined && value !== '')),
    limit: pageSize,
  };
  const input = (offset: number) => ({ query: { ...query, offset } }) as unknown as CallInput<E>;
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(endpoint, { query } as unknown as CallInput<E>), 'pages'],
    queryFn: ({ pageParam, signal }) => callWith(endpoint, input(pageParam), { signal }) as Promise<Answer>,
    initialPageParam: 0,
    getNextPageParam: ({ rows, total }, _all, offset) =>
      offset + rows.length < total ? offset + rows.length : undefined,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  const total = pages.data?.pages[0]?.total;
  const { error } = pages;
  return {
    rows,
    total,
    list: {
      rows,
      ...(total !== undefined && { total }),
      status: listStatus(pages),
      onRetry: () => void pages.refetch(),
      ...(isApiError(error) && error.requestId !== undefined && { requestId: error.requestId }),
      hasMore: pages.hasNextPage,
      loadingMore: pages.isFetchingNextPage,
      onEndReached: () => void pages.fetchNextPage(),
    },
  };
}
