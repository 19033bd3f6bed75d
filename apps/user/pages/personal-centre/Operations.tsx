import { accountApi, type Operation } from '@formwork/contract/identity/account-security.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { SecuritySection } from './SecurityRow.tsx';

/** What happened to the account in the last 7 days. */
export function Operations() {
  const t = useT();
  const locale = useLocale();
  const pages = useInfiniteQuery({
    queryKey: keyOf(accountApi.operations),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call(accountApi.operations, { query: pageParam === undefined ? {} : { before: pageParam } }),
    getNextPageParam: ({ rows, more }) => (more ? rows.at(-1)?.id : undefined),
  });
  const rows: Operation[] = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <SecuritySection title={t('security.operations.title')} note={t('security.operations.note')}>
      {pages.error && <ErrorState small onRetry={() => void pages.refetch()} />}
      {pages.isPending && <SkeletonRows rows={4} columns={3} />}
      {pages.data && rows.length === 0 && <p className="security-none">{t('security.operations.none')}</p>}
      <ol className="security-operations">
        {rows.map(({ id, at, kind, ip, client, about }) => (
          <li key={id} data-kind={kind}>
            <span>{t(`security.operation.${kind}`, { name: about ?? '' })}</span>
            <span className="security-note">{[client, ip].filter((text) => text !== '').join(' · ')}</span>
            <Time at={at} locale={locale} precision="second" relative={false} />
          </li>
        ))}
      </ol>
      {pages.hasNextPage && (
        <Button size="small" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('security.operations.more')}
        </Button>
      )}
    </SecuritySection>
  );
}
