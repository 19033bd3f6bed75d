import { mostSearched } from '@formwork/contract/records/search.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useInfiniteQuery } from '@tanstack/react-query';

interface Found<Row> {
  rows: Row[];
  found: number;
  more: boolean;
}

const firstRows = 5;
const pageRows = 50;

/** Results that come page by page, and how they are spoken of. */
export function useFound<Row>(
  key: readonly unknown[],
  load: (page: { offset: number; limit: number }) => Promise<Found<Row>>,
  firstOnly: boolean,
) {
  const t = useT();
  const limit = firstOnly ? firstRows : pageRows;
  const pages = useInfiniteQuery({
    queryKey: [...key, limit],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => load({ offset: pageParam, limit }),
    // what went out of sight in between leaves a page shorter
    getNextPageParam: (page, _all, offset) => (offset + limit < page.found ? offset + limit : undefined),
  });
  const first = pages.data?.pages[0];
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  return {
    rows,
    section: {
      pages,
      empty: rows.length === 0,
      count:
        first &&
        (first.more ? t('search.more_than', { count: first.found }) : t('search.count', { count: first.found })),
      notice: first?.more ? t('search.refine', { count: mostSearched }) : undefined,
      hasMore: pages.hasNextPage,
      onMore: () => void pages.fetchNextPage(),
      loadingMore: pages.isFetchingNextPage,
    },
  };
}
