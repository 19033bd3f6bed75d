import { reviewApi, type ChangeState, type RightsChange } from '@formwork/contract/review/api.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { hasText, useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { actionText } from './action-text.ts';
import { ChangeDetail } from './ChangeDetail.tsx';

const tones = {
  waiting: 'info',
  releasing: 'info',
  released: 'success',
  rejected: 'error',
  withdrawn: 'neutral',
  failed: 'warning',
} as const satisfies Record<ChangeState, StateTone>;

/** Changes of rights, newest first; opened to be judged or taken back. */
export function ChangeList({ state }: { state?: 'waiting' | 'decided' }) {
  const t = useT();
  const [open, setOpen] = useState<string>();
  const changes = useInfiniteQuery({
    queryKey: [...keyOf(reviewApi.listChanges), state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call(reviewApi.listChanges, {
        query: { ...(state && { state }), ...(pageParam !== undefined && { after: pageParam }) },
      }),
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const rows = useMemo(() => changes.data?.pages.flatMap((page) => page.rows) ?? [], [changes.data]);
  const names = useMemo(
    () => Object.assign({}, ...(changes.data?.pages.map((page) => page.names) ?? [])) as Record<string, string>,
    [changes.data],
  );
  const columns = useColumns(names);
  const { error } = changes;
  return (
    <>
      <DataList<RightsChange>
        label={t('review.list.title')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpen(id)}
        status={
          changes.isPending
            ? 'loading'
            : !error
              ? 'ready'
              : isApiError(error) && error.kind === 'network'
                ? 'offline'
                : 'error'
        }
        onRetry={() => void changes.refetch()}
        {...(isApiError(error) && error.requestId !== undefined && { requestId: error.requestId })}
        empty={
          <EmptyState
            title={t(state === 'decided' ? 'review.list.none_decided' : 'review.list.none')}
            hint={t('review.list.none_hint')}
          />
        }
        hasMore={changes.hasNextPage}
        loadingMore={changes.isFetchingNextPage}
        onEndReached={() => void changes.fetchNextPage()}
      />
      <ChangeDetail change={rows.find(({ id }) => id === open)} names={names} onClose={() => setOpen(undefined)} />
    </>
  );
}

function useColumns(names: Record<string, string>): ListColumn<RightsChange>[] {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () => [
      { id: 'action', title: t('review.list.action'), width: 200, value: (row) => actionText(row.action, t) },
      { id: 'subject', title: t('review.list.subject'), width: 200, value: (row) => row.subject },
      {
        id: 'state',
        title: t('review.list.state'),
        width: 180,
        render: (row) => (
          <span className="review-state">
            <StateTag tone={tones[row.state]}>{t(`review.state.${row.state}`)}</StateTag>
            {row.can.openPassword && <StateTag tone="warning">{t('review.list.password_waits')}</StateTag>}
          </span>
        ),
      },
      { id: 'by', title: t('review.list.prepared_by'), width: 150, value: (row) => names[row.preparedBy] },
      {
        id: 'at',
        title: t('review.list.prepared_at'),
        width: 170,
        render: (row) => <Time at={row.preparedAt} locale={locale} />,
      },
      { id: 'decided', title: t('review.list.decided_by'), width: 150, value: (row) => names[row.decidedBy ?? ''] },
      {
        id: 'reason',
        title: t('review.list.reason'),
        width: 220,
        value: (row) => (row.failure === null ? row.reason : hasText(row.failure) ? t(row.failure) : row.failure),
      },
    ],
    [t, locale, names],
  );
}
