import { auditApi, type AuditRow } from '@formwork/contract/audit/api.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { isApiError } from '../http/api-error.ts';
import { call } from '../http/call.ts';
import { keyOf } from '../http/query.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import './audit.css';
import { dataText, eventText, whoText, type Names } from './audit-text.ts';
import { AuditRowDetail } from './AuditRowDetail.tsx';
import { TrailFilter, type TrailFilterProps } from './TrailFilter.tsx';
import { useTrailFilter } from './use-trail-filter.ts';

/** The audit trail of the space: searched, read line by line, opened for all that a line knows. */
export function AuditTrail(narrowing: TrailFilterProps) {
  const t = useT();
  const { filter, isEmpty, clear } = useTrailFilter();
  const [open, setOpen] = useState<AuditRow>();
  const trail = useInfiniteQuery({
    queryKey: [...keyOf(auditApi.list), filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call(auditApi.list, { query: { ...filter, ...(pageParam !== undefined && { after: pageParam }) } }),
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const rows = useMemo(() => trail.data?.pages.flatMap((page) => page.rows) ?? [], [trail.data]);
  const names = useMemo(
    (): Names => Object.assign({}, ...(trail.data?.pages.map((page) => page.names) ?? [])) as Names,
    [trail.data],
  );
  const columns = useColumns(names);
  const { error } = trail;
  return (
    <div className="audit-trail">
      <TrailFilter {...narrowing} />
      <DataList<AuditRow>
        label={t('audit.trail.title')}
        rows={rows}
        columns={columns}
        rowKey={(row) => String(row.seq)}
        rowTone={(row) => (row.kind === 'refusal' ? 'warning' : undefined)}
        onOpen={setOpen}
        status={
          trail.isPending
            ? 'loading'
            : !error
              ? 'ready'
              : isApiError(error) && error.kind === 'network'
                ? 'offline'
                : 'error'
        }
        onRetry={() => void trail.refetch()}
        {...(isApiError(error) && error.requestId !== undefined && { requestId: error.requestId })}
        empty={
          isEmpty ? (
            <EmptyState title={t('audit.trail.empty')} hint={t('audit.trail.empty_hint')} />
          ) : (
            <EmptyState
              title={t('audit.trail.none_found')}
              hint={t('audit.trail.none_found_hint')}
              action={<Button onClick={clear}>{t('audit.filter.clear')}</Button>}
            />
          )
        }
        hasMore={trail.hasNextPage}
        loadingMore={trail.isFetchingNextPage}
        onEndReached={() => void trail.fetchNextPage()}
      />
      <AuditRowDetail row={open} names={names} onClose={() => setOpen(undefined)} />
    </div>
  );
}

function useColumns(names: Names): ListColumn<AuditRow>[] {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () => [
      {
        id: 'at',
        title: t('audit.row.at'),
        width: 204,
        render: (row) => <Time at={row.at} locale={locale} precision="second" relative={false} />,
      },
      { id: 'actor', title: t('audit.row.actor'), width: 140, value: (row) => whoText(row, names, t) },
      {
        id: 'kind',
        title: t('audit.row.kind'),
        width: 110,
        render: (row) => (
          <StateTag tone={row.kind === 'refusal' ? 'warning' : 'neutral'}>{t(`audit.kind.${row.kind}`)}</StateTag>
        ),
      },
      { id: 'what', title: t('audit.row.what'), width: 210, value: (row) => eventText(row, t) },
      { id: 'ip', title: t('audit.row.ip'), width: 130, value: (row) => row.ip },
      { id: 'data', title: t('audit.row.data'), width: 320, value: (row) => dataText(row, names, t) },
    ],
    [t, locale, names],
  );
}
