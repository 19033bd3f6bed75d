import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import type { TodoRow } from '@formwork/contract/workflow/process.ts';
import { DataList } from '@formwork/ui/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list-columns.ts';
import { EmptyState } from '@formwork/ui/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { actFor } from '@formwork/web/http/acting-for.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

type Row = Pick<TodoRow, 'formId' | 'recordId' | 'appId'> & Partial<Pick<TodoRow, 'onBehalfOf'>>;
interface Query { after?: string; search?: string; limit?: number }

interface Props<R extends Row> {
  label: string;
  kind: string;
  // eslint-disable-next-line typescript/no-explicit-any -- the four lists differ in their rows alone
  endpoint: Endpoint<any, any, any, { items: R[]; next: string | null }>;
  search: string | undefined;
  columns: ListColumn<R>[];
  rowKey: (row: R) => string;
  onOpened?: (row: R) => void;
}

const pageSize = 50;

/** One list of the workbench: pages come as one scrolls, a row opens its record. */
export function WorkList<R extends Row>({ label, kind, endpoint, search, columns, rowKey, onOpened }: Props<R>) {
  const t = useT();
  const query: Query = { limit: pageSize, ...(search === undefined ? {} : { search }) };
  const list = useInfiniteQuery({
    queryKey: [...keyOf(endpoint, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) => callWith(endpoint, { query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } }, { signal }) as Promise<{ items: R[]; next: string | null }>,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  return (
    <DataList
      label={label} rows={rows} columns={columns} rowKey={rowKey} rowHref={(row) => actFor(pathTo('recordDetail', { app: row.appId, form: row.formId }, { record: row.recordId }), row.onBehalfOf?.id)} {...(onOpened ? { onOpen: onOpened } : {})}
      status={list.isPending ? 'loading' : list.isError ? (isApiError(list.error) && list.error.kind === 'network' ? 'offline' : 'error') : 'ready'} onRetry={() => void list.refetch()}
      hasMore={list.hasNextPage} loadingMore={list.isFetchingNextPage} onEndReached={() => void list.fetchNextPage()}
      empty={<EmptyState title={t(`workflow.workbench.empty_${kind}`)} hint={t(`workflow.workbench.empty_${kind}_hint`)} />}
    />
  );
}
