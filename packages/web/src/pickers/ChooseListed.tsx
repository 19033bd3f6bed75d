import { organizationApi } from '@formwork/contract/organization/api.ts';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call } from '../http/call.ts';
import { useT } from '../i18n/i18n.ts';
import { useAdministering } from '../session/administering.tsx';
import { ChooseLine } from './ChooseLine.tsx';
import type { ChooseProps } from './OrganizationDialog.tsx';

interface Listed {
  id: string;
  name: string;
  note: string | null;
}

/** Posts, groups of users or roles: a list with a search. */
export function ChooseListed({
  kind,
  publicOnly = false,
  isChosen,
  toggle,
  multiple,
  except,
}: ChooseProps & { kind: 'posts' | 'groups' | 'roles'; publicOnly?: boolean }) {
  const t = useT();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const asked = useAdministering();
  const found = useQuery({
    queryKey: ['choose', kind, publicOnly, wanted, asked],
    queryFn: async (): Promise<Listed[]> => {
      const query = { limit: 100, ...(wanted === '' ? {} : { search: wanted }) };
      if (kind === 'posts')
        return (await call(organizationApi.pickPosts, { query: { ...query, ...asked } })).map(
          ({ id, name, grade }) => ({ id, name, note: grade }),
        );
      if (kind === 'roles')
        return (await call(organizationApi.pickRoles, { query })).map(({ id, name, members }) => ({
          id,
          name,
          note: t('records.pick.people_count', { count: members }),
        }));
      return (await call(organizationApi.pickGroups, { query: { ...query, ...(publicOnly && { public: true }) } })).map(
        ({ id, name, people }) => ({ id, name, note: t('records.pick.people_count', { count: people }) }),
      );
    },
    placeholderData: keepPreviousData,
  });
  const rows = (found.data ?? []).filter(({ id }) => !except.includes(id));
  return (
    <div className="choose-pane">
      <SearchInput
        label={t('records.pick.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="choose-scroll">
        {found.isPending ? (
          <SkeletonRows rows={6} columns={1} />
        ) : rows.length === 0 ? (
          <EmptyState small title={t('records.pick.nobody')} />
        ) : (
          rows.map(({ id, name, note }) => (
            <ChooseLine
              key={id}
              name={name}
              note={note}
              multiple={multiple}
              chosen={isChosen(id)}
              onToggle={() => toggle({ id, name })}
            />
          ))
        )}
      </div>
    </div>
  );
}
