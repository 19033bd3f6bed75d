import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';

interface Props<Row> {
  queryKey: readonly unknown[];
  load: (after: { after?: string }) => Promise<{ rows: Row[]; next: string | null }>;
  /** What stands there where there are none. */
  none: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** Rows that come page by page, with a button for the next ones. */
export function Paged<Row>({ queryKey, load, none, children }: Props<Row>) {
  const t = useT();
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => load(pageParam === undefined ? {} : { after: pageParam }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  if (!pages.data) return <Unread small of={[pages]} skeleton={<SkeletonRows rows={4} />} />;
  const rows = pages.data.pages.flatMap((page) => page.rows);
  return (
    <>
      {rows.length === 0 ? none : children(rows)}
      {pages.hasNextPage && (
        <div className="asset-line">
          <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('assets.more')}
          </Button>
        </div>
      )}
    </>
  );
}
