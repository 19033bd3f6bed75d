import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Person } from '@formwork/contract/organization/people.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

export const peopleStates = ['enabled', 'disabled', 'all'] as const;
export type PeopleState = (typeof peopleStates)[number];

export interface PeopleQuery {
  search?: string | undefined;
  department?: string | undefined;
  supplier?: string | undefined;
  post?: string | undefined;
  state: PeopleState;
}

/** What a change of people shows in. */
export const peopleReadings = [organizationApi.listPeople, organizationApi.listTree, organizationApi.getDepartment];

const pageSize = 100;

/** People who fit; pages come as one scrolls. */
export function usePeople(wanted: PeopleQuery) {
  const query = { ...(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined && value !== '')) as { state: PeopleState }), limit: pageSize };
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(organizationApi.listPeople, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) => callWith(organizationApi.listPeople, { query: { ...query, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ rows, total }, _all, offset) => (offset + rows.length < total ? offset + rows.length : undefined),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo((): Person[] => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  return { pages, rows, total: pages.data?.pages[0]?.total };
}
