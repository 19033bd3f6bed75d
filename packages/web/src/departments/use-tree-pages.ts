import type { TreeLine } from '@formwork/ui/list/virtual-tree.tsx';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { awaitedPage, linesOf, pageKey, type PageRef, type TreeNode, type TreePage } from './tree-lines.ts';

const top: PageRef = { parent: null, page: 0 };

export interface PageReading<Node> {
  queryKey: readonly unknown[];
  queryFn: () => Promise<TreePage<Node>>;
}

/** A tree of which only the pages are read that are shown; `readingOf` says how a page is read. */
export function useTreePages<Node extends TreeNode>(readingOf: (ref: PageRef) => PageReading<Node>) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState<ReadonlyMap<string, PageRef>>(new Map([[pageKey(top), top]]));
  const refs = [...wanted.values()];
  const answers = useQueries({
    queries: refs.map((ref) => ({ ...readingOf(ref), placeholderData: keepPreviousData })),
    combine: (results) => ({ pages: results.map(({ data }) => data), first: results[0]! }),
  });

  const ask = useCallback((more: readonly PageRef[]) => {
    setWanted((before) =>
      more.every((ref) => before.has(pageKey(ref)))
        ? before
        : new Map([...before, ...more.map((ref) => [pageKey(ref), ref] as const)]),
    );
  }, []);
  const open = useCallback(
    (ids: readonly string[]) => {
      setExpanded((before) => (ids.every((id) => before.has(id)) ? before : new Set([...before, ...ids])));
      ask(ids.map((parent) => ({ parent, page: 0 })));
    },
    [ask],
  );

  const keys = refs.map(pageKey).join();
  const lines = useMemo(() => {
    const pages = new Map<string, TreePage<Node>>();
    keys.split(',').forEach((key, at) => {
      const page = answers.pages[at];
      if (page) pages.set(key, page);
    });
    return linesOf(pages, expanded);
  }, [keys, answers.pages, expanded]);

  const toggle = useCallback(
    (id: string) => {
      ask([{ parent: id, page: 0 }]);
      setExpanded((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    [ask],
  );
  const onShown = useCallback(
    (shown: readonly TreeLine<Node>[]) => {
      const missing = shown.filter(({ node }) => node === undefined).map(awaitedPage);
      if (missing.length > 0) ask(missing);
    },
    [ask],
  );
  return { lines, toggle, onShown, open, ask, first: answers.first };
}
