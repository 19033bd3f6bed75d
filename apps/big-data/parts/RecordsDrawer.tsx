import { setOfSource } from '@formwork/contract/analytics/source.ts';
import { conditionFieldsOf } from '@formwork/records-ui/conditions/condition-fields.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { recordColumns } from '@formwork/records-ui/record-list/record-columns.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { callWith } from '@formwork/web/http/call.ts';
import { listStatus } from '@formwork/web/http/list-status.ts';
import { keyOf, q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useMemo } from 'react';
import { SetRows } from './SetRows.tsx';

interface Props {
  formId: string;
  where: Condition | undefined;
  title: string;
  onClose: () => void;
}

/** The very records behind a mark, as far as they are the viewer's own. */
export function RecordsDrawer({ formId, where, title, onClose }: Props) {
  const set = setOfSource(formId);
  const plan = useQuery({ ...q(recordsApi.plan, { params: { formId } }), enabled: set === undefined });
  return (
    <Drawer open size="min(960px, 100vw)" title={title} onClose={onClose} classNames={{ body: 'analytics-records' }}>
      {set !== undefined ? (
        <SetRows dataset={set} where={where} title={title} />
      ) : plan.data ? (
        <Records plan={plan.data} where={where} title={title} />
      ) : (
        <Unread of={[plan]} small skeleton={<SkeletonRows rows={8} columns={4} />} />
      )}
    </Drawer>
  );
}

const pageSize = 50;
const mostColumns = 12;

function Records({ plan, where, title }: { plan: PersonalPlan; where: Condition | undefined; title: string }) {
  const t = useT();
  const locale = useLocale();
  const { formId, appId, definition } = plan;
  const columns = useMemo(() => {
    const shown = conditionFieldsOf(definition).list.filter(({ id }) => !id.startsWith('_'));
    return recordColumns(shown.slice(0, mostColumns), locale);
  }, [definition, locale]);
  const filter = where && JSON.stringify(where);
  const query = { ...(filter !== undefined && { filter }), limit: pageSize, withTotal: true };
  const reading = useInfiniteQuery({
    queryKey: [...keyOf(recordsApi.list, { params: { formId }, query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callWith(
        recordsApi.list,
        { params: { formId }, query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const rows = useMemo(() => reading.data?.pages.flatMap((page) => page.rows) ?? [], [reading.data]);
  const total = reading.data?.pages[0]?.total;
  return (
    <>
      {total !== undefined && (
        <p className="analytics-quiet" role="status">
          {t('shell.list.total', { count: total })}
        </p>
      )}
      <DataList<RecordRow>
        label={title}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => pathTo('recordDetail', { app: appId, form: formId }, { record: id })}
        status={listStatus(reading)}
        onRetry={() => void reading.refetch()}
        hasMore={reading.hasNextPage}
        loadingMore={reading.isFetchingNextPage}
        onEndReached={() => void reading.fetchNextPage()}
        empty={<EmptyState small title={t('analytics.records.none')} />}
      />
    </>
  );
}
