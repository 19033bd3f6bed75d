import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Person } from '@formwork/contract/organization/people.ts';
import { usePages, type PagesOf } from '@formwork/web/http/use-pages.ts';

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
export const peopleReadings = [
  organizationApi.listPeople,
  organizationApi.pickPeople,
  organizationApi.listTree,
  organizationApi.getDepartment,
];

/** People who fit; pages come as one scrolls. */
export function usePeople(wanted: PeopleQuery): PagesOf<Person> {
  return usePages(organizationApi.listPeople, wanted, { pageSize: 100 });
}
