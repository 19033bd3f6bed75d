import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** As the count is shown; undefined while nothing has come. */
  count: string | undefined;
  /** Said above the results. */
  notice?: string | undefined;
  pages: React.ComponentProps<typeof Unread>['of'][number];
  empty: boolean;
  /** Where only the first are shown: the way to all of them. */
  onAll?: (() => void) | undefined;
  /** There is more than what is shown. */
  hasMore: boolean;
  onMore?: (() => void) | undefined;
  loadingMore?: boolean;
  children: ReactNode;
}

/** One kind of results under its heading. Beside other kinds one without results is not drawn (`search.css`). */
export function FoundSection({
  title,
  count,
  notice,
  pages,
  empty,
  onAll,
  hasMore,
  onMore,
  loadingMore,
  children,
}: Props) {
  const t = useT();
  const nothing = empty && pages.data !== undefined;
  return (
    <section className="search-section" aria-label={title} data-empty={nothing || undefined}>
      <header>
        <h2>{title}</h2>
        {count !== undefined && <span className="search-count">{count}</span>}
      </header>
      {notice && (
        <p className="search-notice" role="status">
          {notice}
        </p>
      )}
      {isTooShort(pages.error) ? (
        <EmptyState small title={t('records.search.too_short')} />
      ) : pages.data === undefined ? (
        <Unread small of={[pages]} skeleton={<SkeletonRows rows={onAll ? 2 : 8} />} />
      ) : empty ? (
        !onAll && <EmptyState small title={t('search.nothing')} hint={t('search.nothing_hint')} />
      ) : (
        <ul className="search-hits">{children}</ul>
      )}
      {!empty && hasMore && onAll && (
        <Button type="link" size="small" onClick={onAll}>
          {t('search.all')}
        </Button>
      )}
      {!onAll && hasMore && onMore && (
        <Button loading={loadingMore === true} onClick={onMore}>
          {t('search.more')}
        </Button>
      )}
    </section>
  );
}

/** What an index cannot look up is on its way to something longer: no error. */
function isTooShort(error: unknown): boolean {
  return isApiError(error) && error.code === 'records.search.too_short';
}
