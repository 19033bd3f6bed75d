import { SafetyCertificateOutlined } from '@ant-design/icons';
import { operationsApi, type LogRow } from '@formwork/contract/operations/api.ts';
import { DataList } from '@formwork/ui/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list-columns.ts';
import { Page } from '@formwork/ui/page.tsx';
import { EmptyState } from '@formwork/ui/state.tsx';
import { Time } from '@formwork/ui/time.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { hasText, useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';

const kinds = { all: '', sessions: 'identity.session', passwords: 'identity.password' } as const;
type Kind = keyof typeof kinds;

/** Who did what in the operator's space, and proof that nobody changed the trail. */
export default function OperationLogPage() {
  const t = useT();
  const [asked, setKind] = useQueryText('kind');
  const kind: Kind = asked !== undefined && asked in kinds ? (asked as Kind) : 'all';
  const log = useLog(kinds[kind]);
  const columns = useColumns();
  const rows = useMemo(() => log.data?.pages.flatMap((page) => page.rows) ?? [], [log.data]);
  const requestId = isApiError(log.error) ? log.error.requestId : undefined;
  return (
    <Page
      title={t('operations.log.title')}
      fill
      flush
      actions={<CheckTrail />}
      tabs={(Object.keys(kinds) as Kind[]).map((id) => ({ id, title: t(`operations.log.kind_${id}`) }))}
      tab={kind}
      onTab={(id) => setKind(id === 'all' ? undefined : id)}
    >
      <DataList
        label={t('operations.log.title')}
        rows={rows}
        columns={columns}
        rowKey={(row) => String(row.seq)}
        status={log.isPending ? 'loading' : log.isError ? 'error' : 'ready'}
        onRetry={() => void log.refetch()}
        {...(requestId !== undefined && { requestId })}
        empty={<EmptyState title={t('operations.log.empty')} hint={t('operations.log.empty_hint')} />}
        hasMore={log.hasNextPage}
        loadingMore={log.isFetchingNextPage}
        onEndReached={() => void log.fetchNextPage()}
      />
    </Page>
  );
}

function useLog(type: string) {
  return useInfiniteQuery({
    queryKey: [...keyOf(operationsApi.log), type],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => call(operationsApi.log, { query: { ...(type !== '' && { type }), ...(pageParam !== undefined && { before: pageParam }) } }),
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

function useColumns(): ListColumn<LogRow>[] {
  const t = useT();
  const locale = useLocale();
  return useMemo(() => [
    { id: 'at', title: t('operations.log.at'), width: 180, render: (row) => <Time at={row.at} locale={locale} precision="second" relative={false} /> },
    { id: 'actor', title: t('operations.log.actor'), value: (row) => row.actorName ?? (row.actor === null ? t('operations.log.system') : t('operations.log.unknown')) },
    { id: 'what', title: t('operations.log.what'), width: 220, value: (row) => eventText(row.type, t) },
    { id: 'ip', title: t('operations.log.ip'), width: 140, value: (row) => row.ip },
    { id: 'data', title: t('operations.log.data'), width: 320, value: (row) => dataText(row.data) },
  ], [t, locale]);
}

function eventText(type: string, t: Translate): string {
  const key = `operations.event.${type}`;
  return hasText(key) ? t(key) : type;
}

/** What changed, without ids: they say nothing to a reader. */
function dataText(data: Record<string, unknown>): string {
  return Object.entries(data)
    .filter(([name, value]) => !/id$/i.test(name) && value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)}`)
    .join(', ');
}

function CheckTrail() {
  const t = useT();
  const { message } = App.useApp();
  const [checking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    try {
      const { rows, firstBroken } = await call(operationsApi.checkLog);
      if (firstBroken === null) void message.success(t('operations.log.whole', { rows }));
      else void message.error(t('operations.log.broken', { row: firstBroken }), 0);
    } catch (error) {
      void message.error(errorText(error, t));
    } finally {
      setChecking(false);
    }
  };
  return <Button icon={<SafetyCertificateOutlined />} loading={checking} onClick={() => void check()}>{t('operations.log.check')}</Button>;
}
