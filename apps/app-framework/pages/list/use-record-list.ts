import { recordsApi } from '@formwork/contract/records/api.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { keyOf, q } from '@formwork/web/http/query.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { viewQuery, type ListView } from '../../paths.ts';

const pageSize = 100;
/** A search stops here and asks to be made narrower. */
export const searchLimit = 600;

/** The pages of a list as one run of rows. The same view asked for again, by the next record for instance, is read once. */
export function useRecordList(formId: string, view: ListView, { enabled = true }: { enabled?: boolean } = {}) {
  const query = viewQuery(view);
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(recordsApi.list, { params: { formId }, query }), 'pages'],
    queryFn: ({ pageParam, signal }) => callWith(recordsApi.list, { params: { formId }, query: { ...query, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled,
  });
  const rows = useMemo(() => unique(pages.data?.pages.flatMap((page) => page.rows) ?? []), [pages.data]);
  const cut = view.search !== undefined && rows.length >= searchLimit && pages.hasNextPage;
  return { pages, rows: cut ? rows.slice(0, searchLimit) : rows, cut, hasMore: pages.hasNextPage && !cut };
}

export function useRecordCount(formId: string, view: ListView) {
  const { filter, search } = viewQuery(view);
  return useQuery({ ...q(recordsApi.count, { params: { formId }, query: { filter, search } }), placeholderData: keepPreviousData });
}

/** A record that moved between two pages while they were read stands in both. */
function unique(rows: RecordRow[]): RecordRow[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
