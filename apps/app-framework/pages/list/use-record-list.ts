import { recordsApi } from '@formwork/contract/records/api.ts';
import type { RecordList, RecordRow } from '@formwork/contract/records/record.ts';
import { mostSearched } from '@formwork/contract/records/search.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { keyOf, q, queryClient, refresh } from '@formwork/web/http/query.ts';
import { call, callWith } from '@formwork/web/http/call.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import type { LiveMessage } from '@formwork/web/live/socket.ts';
import { keepPreviousData, useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { viewQuery, type ListView } from '../../paths.ts';

const pageSize = 100;
const countedExactly = 100_000;
const soonCountedMs = 11_000;

/** The pages of a list as one run of rows. The same view asked for again, by the next record for instance, is read once. */
export function useRecordList(formId: string, view: ListView, { enabled = true }: { enabled?: boolean } = {}) {
  const query = viewQuery(view);
  const pages = useInfiniteQuery({
    queryKey: pagesKey(formId, view),
    queryFn: ({ pageParam, signal }) =>
      callWith(
        recordsApi.list,
        { params: { formId }, query: { ...query, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled,
  });
  const rows = useMemo(() => unique(pages.data?.pages.flatMap((page) => page.rows) ?? []), [pages.data]);
  const cut = view.search !== undefined && rows.length >= mostSearched && pages.hasNextPage;
  return { pages, rows: cut ? rows.slice(0, mostSearched) : rows, cut, hasMore: pages.hasNextPage && !cut };
}

export function useRecordCount(formId: string, view: ListView) {
  const { filter, search } = viewQuery(view);
  return useQuery({
    ...q(recordsApi.count, { params: { formId }, query: { filter, search } }),
    placeholderData: keepPreviousData,
    // a last count that stands for the moment is soon made exactly; what is estimated for its size stays so
    refetchInterval: ({ state: { data } }) => data?.estimated && data.total < countedExactly && soonCountedMs,
  });
}

interface Changed extends LiveMessage {
  /** null: too many to name. */
  records?: string[] | null;
}

/**
 * What others do to the list: rows that are shown change in their place, those that are gone or fit no longer stay until the
 * list is read again, and new ones are counted. Changes of a moment are one question. What is `grouped` is read again as it is open.
 */
export function useLiveRows(
  formId: string,
  view: ListView,
  rows: readonly RecordRow[],
  { hasMore, grouped }: { hasMore: boolean; grouped: boolean },
): { fresh: number; stale: boolean; gone: ReadonlySet<string>; readAgain: () => void } {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(none);
  const [gone, setGone] = useState<ReadonlySet<string>>(none);
  const [stale, setStale] = useState(false);
  const waiting = useRef({
    ids: new Set<string>(),
    all: false,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  });
  const latest = useRef({ view, rows, hasMore, grouped });
  latest.current = { view, rows, hasMore, grouped };
  const forget = () => {
    setFresh(none);
    setGone(none);
    setStale(false);
  };
  const viewText = JSON.stringify(viewQuery(view));
  useEffect(forget, [formId, viewText]);

  const look = async () => {
    const { ids, all } = waiting.current;
    waiting.current = { ids: new Set(), all: false, timer: undefined };
    const { view: now, rows: shown, hasMore: goesOn, grouped: quiet } = latest.current;
    void refresh(recordsApi.count, viewsApi.pivot, ...(quiet ? [recordsApi.list] : []));
    if (quiet) return;
    if (all || ids.size > mostAtOnce) {
      setStale(true);
      return;
    }
    const found = await call(recordsApi.list, {
      params: { formId },
      query: { ...viewQuery(now), ids: [...ids], limit: mostAtOnce },
    }).catch(() => undefined);
    if (!found) {
      setStale(true);
      return;
    }
    const known = new Set(shown.map(({ id }) => id));
    const byId = new Map(found.rows.map((row) => [row.id, row]));
    replaceRows(formId, now, byId);
    const left = [...ids].filter((id) => known.has(id) && !byId.has(id));
    // what was changed further down than one has read is no news
    const came = found.rows
      .filter(({ id, version }) => !known.has(id) && (version === 1 || !goesOn))
      .map(({ id }) => id);
    setGone((before) => new Set([...[...before].filter((id) => !byId.has(id)), ...left]));
    setFresh((before) => new Set([...[...before].filter((id) => !ids.has(id)), ...came]));
  };
  const latestLook = useRef(look);
  latestLook.current = look;
  useLive<Changed>(`form:${formId}`, ({ records }) => {
    const now = waiting.current;
    if (!Array.isArray(records)) now.all = true;
    for (const id of records ?? []) now.ids.add(id);
    now.timer ??= setTimeout(() => void latestLook.current(), 600);
  });
  const readAgain = () => {
    forget();
    void refresh(recordsApi.list, recordsApi.count, viewsApi.pivot);
  };
  const news = [...fresh].filter((id) => !rows.some((row) => row.id === id)).length;
  return { fresh: news, stale, gone, readAgain };
}

const none: ReadonlySet<string> = new Set();
const mostAtOnce = 200;

/** Puts rows in the place of their older versions. */
export function replaceRows(formId: string, view: ListView, byId: ReadonlyMap<string, RecordRow>): void {
  queryClient.setQueryData<InfiniteData<RecordList, string | null>>(
    pagesKey(formId, view),
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.rows.some(({ id }) => byId.has(id))
            ? { ...page, rows: page.rows.map((row) => byId.get(row.id) ?? row) }
            : page,
        ),
      },
  );
}

function pagesKey(formId: string, view: ListView): readonly unknown[] {
  return [...keyOf(recordsApi.list, { params: { formId }, query: viewQuery(view) }), 'pages'];
}

/** A record that moved between two pages while they were read stands in both. */
function unique(rows: RecordRow[]): RecordRow[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
