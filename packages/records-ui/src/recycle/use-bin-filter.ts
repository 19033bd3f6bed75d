import { useMemo } from 'react';
import { isMoment } from '@formwork/web/query-string.ts';
import { useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';

export interface BinFilterValues {
  form?: string;
  person?: string;
  from?: string;
  to?: string;
  search?: string;
}

const names = ['form', 'person', 'from', 'to', 'search'] as const;

/** What is looked for in the bin; it stands in the address. */
export function useBinFilter(): {
  filter: BinFilterValues;
  isEmpty: boolean;
  change: (values: Partial<Record<keyof BinFilterValues, string | undefined>>) => void;
  clear: () => void;
} {
  const setQuery = useSetQuery();
  const [form] = useQueryText('form');
  const [person] = useQueryText('person');
  const [from] = useQueryText('from');
  const [to] = useQueryText('to');
  const [search] = useQueryText('search');
  const filter = useMemo(
    (): BinFilterValues => ({
      ...(form !== undefined && { form }),
      ...(person !== undefined && { person }),
      ...(isMoment(from) && { from }),
      ...(isMoment(to) && { to }),
      ...(search !== undefined && { search }),
    }),
    [form, person, from, to, search],
  );
  return {
    filter,
    isEmpty: Object.keys(filter).length === 0,
    change: (values) => setQuery(values),
    clear: () => setQuery(Object.fromEntries(names.map((name) => [name, undefined]))),
  };
}
