import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Contact } from '@formwork/contract/organization/contacts.ts';
import { q } from '@formwork/web/http/query.ts';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** Contacts are read in pages of so many. */
const contactPage = 100;

/** Contacts by their place in the list: pages are read as they come into view, the first one always. */
export function useContacts(department: string | undefined, search: string) {
  const [shown, setShown] = useState<readonly number[]>([0]);
  const results = useQueries({
    queries: shown.map((page) =>
      q(organizationApi.listContacts, {
        query: {
          ...(department === undefined ? {} : { department }),
          ...(search === '' ? {} : { search }),
          offset: page * contactPage,
          limit: contactPage,
        },
      }),
    ),
  });
  const first = results[0]!;
  const contactAt = (index: number): Contact | undefined =>
    results[shown.indexOf(Math.floor(index / contactPage))]?.data?.rows[index % contactPage];
  const show = useCallback((firstRow: number, lastRow: number) => {
    const from = Math.floor(firstRow / contactPage);
    const to = Math.floor(lastRow / contactPage);
    const pages = [...new Set([0, ...Array.from({ length: to - from + 1 }, (_, at) => from + at)])];
    setShown((before) => (before.join() === pages.join() ? before : pages));
  }, []);
  return { contactAt, total: first.data?.total ?? 0, initials: first.data?.initials ?? [], first, show };
}
