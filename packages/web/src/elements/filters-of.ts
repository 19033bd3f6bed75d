import type { ElementOf, ElementPage, GroupOf } from '@formwork/contract/console/elements.ts';
import type { ListFilter } from '../list/ListPane.tsx';
import type { PageElements } from './elements.ts';

/** What narrows a list: its search, an element of that name, and its filters by their names. */
export function filtersOf<P extends ElementPage, G extends GroupOf<P>>(
  elements: PageElements<P>,
  group: G,
  { search, filters = [] }: { search?: string; filters?: readonly (ListFilter & { name: ElementOf<P, G> })[] },
): { search?: string; filters: ListFilter[] } {
  const ofSearch = 'search' as ElementOf<P, G>;
  return {
    ...(search !== undefined && elements.shows(group, ofSearch) && { search: elements.title(group, ofSearch, search) }),
    filters: filters
      .filter(({ name }) => elements.shows(group, name))
      .map((filter) => ({ ...filter, label: elements.title(group, filter.name, filter.label) })),
  };
}
