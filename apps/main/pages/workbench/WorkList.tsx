import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import type { TodoRow } from '@formwork/contract/workflow/work-rows.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { Selection } from '@formwork/ui/list/list-selection.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { actFor } from '@formwork/web/http/acting-for.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

type Row = Pick<TodoRow, 'formId' | 'recordId' | 'appId'> & Partial<Pick<TodoRow, 'onBehalfOf'>>;

/** What a list is narrowed to, as the endpoints take it. */
export type Narrowed = Record<string, string>;

interface Props<R extends Row> {
  label: string;
  kind: string;
  // eslint-disable-next-line typescript/no-explicit-any -- the lists differ in their rows alone
  endpoint: Endpoint<any, any, any, { items: R[]; next: string | null }>;
  narrowed: Narrowed;
  columns: ListColumn<R>[];
  rowKey: (row: R) => string;
  onOpened?: (row: R) => void;
  /** Buttons for the rows that are selected; `done` gives the selection up. */
  bulk?: (rows: R[], done: () => void) => React.ReactNode;
}

const pageSize = 50;

/** One list of the workbench: pages come as one scrolls, a row opens its record. */
export function WorkList<R extends Row>({
  label,
  kind,
  endpoint,
  narrowed,
  columns,
  rowKey,
  onOpened,
  bulk,
}: Props<R>) {
  const t = useT();
  const [selection, setSelection] = useState<Selection>(new Set());
  const query = { limit: String(pageSize), ...narrowed };
  const list = useInfiniteQuery({
    queryKey: [...keyOf(endpoint, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callWith(
        endpoint,
        { query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ) as Promise<{ items: R[]; next: string | null }>,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const chosen = rows.filter((row) => selection.has(rowKey(row)));
  return (
    <DataList
      label={label}
      rows={rows}
      columns={columns}
      rowKey={rowKey}
      rowHeight="relaxed"
      rowHref={(row) =>
        actFor(
          pathTo('recordDetail', { app: row.appId, form: row.formId }, { record: row.recordId }),
          row.onBehalfOf?.id,
        )
      }
      {...(onOpened ? { onOpen: onOpened } : {})}
      status={
        list.isPending
          ? 'loading'
          : list.isError
            ? isApiError(list.error) && list.error.kind === 'network'
              ? 'offline'
              : 'error'
            : 'ready'
      }
      onRetry={() => void list.refetch()}
      {...(isApiError(list.error) && list.error.requestId !== undefined && { requestId: list.error.requestId })}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onEndReached={() => void list.fetchNextPage()}
      {...(bulk
        ? { selection, onSelection: setSelection, bulkActions: bulk(chosen, () => setSelection(new Set())) }
        : {})}
      empty={
        Object.keys(narrowed).length > 0 ? (
          <EmptyState title={t('workflow.workbench.none_found')} hint={t('workflow.workbench.none_found_hint')} />
        ) : (
          <EmptyState title={t(`workflow.workbench.empty_${kind}`)} hint={t(`workflow.workbench.empty_${kind}_hint`)} />
        )
      }
    />
  );
}
