import type { Condition } from '@formwork/contract/condition/condition.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import {
  wholeList,
  type Arrangement as Arranged,
  type View,
  type ViewSettings,
} from '@formwork/contract/views/view.ts';
import { q } from '@formwork/web/http/query.ts';
import { usePage, useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { viewQuery, type ListView } from '../../paths.ts';
import { viewOf } from './list-view.ts';

const noSettings: ViewSettings = {};
const asItIs: Arranged = {};

/** The labels of a form and the one that is shown: named by the address, chosen by the person, or the first for everybody. */
export function useLabels(formId: string) {
  const found = useQuery(q(viewsApi.list, { params: { formId } }));
  const [asked] = useQueryText('label');
  const views = found.data?.views ?? [];
  const first = views.find(({ id }) => id === found.data?.chosen) ?? views.find(({ isDefault }) => isDefault);
  const label = asked === undefined ? first : views.find(({ id }) => id === asked);
  return {
    found,
    views,
    label,
    chosen: found.data?.chosen ?? null,
    canShare: found.data?.can.share === true,
    arranged: found.data?.arrangements[label?.id ?? wholeList] ?? asItIs,
    settings: label?.settings ?? noSettings,
  };
}

/** The label that is gone, or that was never for this person. */
export function isGone(asked: string | undefined, label: View | undefined): boolean {
  return asked !== undefined && asked !== wholeList && label === undefined;
}

/** What a label filters and orders by, unless the address says otherwise. */
export function useLabelView(settings: ViewSettings): {
  view: ListView;
  changed: boolean;
  setView: (change: Partial<ListView>) => void;
} {
  const { query } = usePage();
  const setQuery = useSetQuery();
  const asked = useMemo(() => viewOf(query), [query]);
  const view = useMemo(
    (): ListView => ({
      filter: shownFilter(asked.filter ?? settings.filter),
      sort: asked.sort ?? settings.sort,
      search: asked.search,
    }),
    [asked, settings],
  );
  const setView = (change: Partial<ListView>) => {
    const next = { ...asked, ...change };
    // nothing at all is said in so many words where the label filters
    if ('filter' in change && change.filter === undefined && settings.filter) next.filter = { all: [] };
    setQuery(viewQuery(next));
  };
  return { view, changed: asked.filter !== undefined || asked.sort !== undefined, setView };
}

function shownFilter(filter: Condition | undefined): Condition | undefined {
  return filter && 'all' in filter && filter.all.length === 0 ? undefined : filter;
}
