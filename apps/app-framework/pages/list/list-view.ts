import { conditionFrom } from '@formwork/contract/condition/condition.ts';
import { SortText } from '@formwork/contract/records/sort-text.ts';
import type { SortBy } from '@formwork/ui/list/sorting.ts';
import type { Query } from '@formwork/web/query-string.ts';
import { textOf } from '@formwork/web/query-string.ts';
import type { ListView } from '../../paths.ts';

/** The view an address asks for. What nobody could have written by hand is left out. */
export function viewOf(query: Query): ListView {
  const filter = textOf(query.filter);
  const sort = textOf(query.sort);
  const search = textOf(query.search);
  return {
    filter: filter === undefined ? undefined : conditionFrom(filter),
    sort: sort !== undefined && SortText.safeParse(sort).success ? sort : undefined,
    search: search === '' ? undefined : search,
  };
}

export function sortOf(text: string | undefined): SortBy[] {
  return (text ?? '')
    .split(',')
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('-') ? { column: part.slice(1), direction: 'desc' } : { column: part, direction: 'asc' },
    );
}

export function sortText(sort: readonly SortBy[]): string | undefined {
  return sort.length === 0
    ? undefined
    : sort.map(({ column, direction }) => (direction === 'desc' ? `-${column}` : column)).join();
}
