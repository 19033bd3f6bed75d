import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Department } from '@formwork/contract/organization/departments.ts';
import type { TreeLine } from '@formwork/ui/virtual-tree.tsx';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { q } from '../http/query.ts';
import { awaitedPage, linesOf, pageKey, treePage, type PageRef, type TreePage } from './tree-lines.ts';

const top: PageRef = { parent: null, page: 0 };

/** The departments of the space as a tree that reads what it shows; `reveal` opens the way to one of them. */
export function useDepartmentTree({ disabled, reveal }: { disabled: boolean; reveal: string | undefined }) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState<ReadonlyMap<string, PageRef>>(new Map([[pageKey(top), top]]));
  const refs = [...wanted.values()];
  const answers = useQueries({
    queries: refs.map(({ parent, page }) => ({
      ...q(organizationApi.listTree, { query: { ...(parent === null ? {} : { parent }), disabled, offset: page * treePage, limit: treePage } }),
      placeholderData: keepPreviousData,
    })),
    combine: (results) => ({ pages: results.map(({ data }) => data), first: results[0]! }),
  });

  const ask = useCallback((more: readonly PageRef[]) => {
    setWanted((before) => (more.every((ref) => before.has(pageKey(ref))) ? before : new Map([...before, ...more.map((ref) => [pageKey(ref), ref] as const)])));
  }, []);
  const open = useCallback((ids: readonly string[]) => {
    setExpanded((before) => (ids.every((id) => before.has(id)) ? before : new Set([...before, ...ids])));
    ask(ids.map((parent) => ({ parent, page: 0 })));
  }, [ask]);

  const way = useQuery({ ...q(organizationApi.getDepartment, { params: { departmentId: reveal ?? '' }, query: { disabled } }), enabled: reveal !== undefined }).data?.way;
  useEffect(() => {
    if (!way) return;
    open(way.slice(0, -1).map(({ id }) => id));
    ask(way.map(({ index }, at) => ({ parent: way[at - 1]?.id ?? null, page: Math.floor(index / treePage) })));
  }, [way, open, ask]);

  const keys = refs.map(pageKey).join();
  const lines = useMemo(() => {
    const pages = new Map<string, TreePage>();
    keys.split(',').forEach((key, at) => {
      const page = answers.pages[at];
      if (page) pages.set(key, page);
    });
    return linesOf(pages, expanded);
  }, [keys, answers.pages, expanded]);

  // a single company at the top says little: its departments are what one looks for
  const only = lines.length === 1 ? lines[0]?.node?.id : undefined;
  useEffect(() => {
    if (only !== undefined) open([only]);
  }, [only, open]);

  const toggle = useCallback((id: string) => {
    ask([{ parent: id, page: 0 }]);
    setExpanded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, [ask]);
  const onShown = useCallback((shown: readonly TreeLine<Department>[]) => {
    const missing = shown.filter(({ node }) => node === undefined).map(awaitedPage);
    if (missing.length > 0) ask(missing);
  }, [ask]);
  return { lines, toggle, onShown, first: answers.first };
}
