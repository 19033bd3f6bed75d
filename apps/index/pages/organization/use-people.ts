import { organizationApi, type Person } from '@formwork/contract/organization/api.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

export const peopleStates = ['enabled', 'disabled', 'all'] as const;
export type PeopleState = (typeof peopleStates)[number];

const pageSize = 100;

/** People by search, department and state; pages come as one scrolls. */
export function usePeople(search: string | undefined, department: string | undefined, state: PeopleState) {
  const query = { state, limit: pageSize, ...(search ? { search } : {}), ...(department ? { department } : {}) };
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
