import { HistoryOutlined, IdcardOutlined, TeamOutlined, UsergroupAddOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { VirtualRows } from '@formwork/ui/list/virtual-rows.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { DepartmentTree } from '../departments/DepartmentTree.tsx';
import { call } from '../http/call.ts';
import { q } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';
import { ChooseLine } from './ChooseLine.tsx';
import type { ChooseProps } from './OrganizationDialog.tsx';
import { useAdministering } from '../session/administering.tsx';
import { recentIds } from './recent.ts';

/** Where the people in the list come from. */
type Source =
  | { from: 'everyone' }
  | { from: 'recent' }
  | { from: 'department'; id: string }
  | { from: 'group'; id: string }
  | { from: 'post'; id: string };

const pageSize = 100;

/** Departments, groups, posts and those chosen last at the left, their people beside them; a search looks through everybody there. */
export function ChoosePeople({ isChosen, toggle, multiple, except }: ChooseProps) {
  const t = useT();
  const [source, setSource] = useState<Source>(() =>
    recentIds('people').length > 0 ? { from: 'recent' } : { from: 'everyone' },
  );
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const asked = useAdministering();
  const groups = useQuery(q(organizationApi.pickGroups, { query: { limit: 100 } })).data ?? [];
  const posts = useQuery(q(organizationApi.pickPosts, { query: { limit: 100, ...asked } })).data ?? [];
  const found = useInfiniteQuery({
    queryKey: ['choose', 'people', source, wanted, asked],
    queryFn: ({ pageParam }) =>
      call(organizationApi.pickPeople, { query: { ...queryOf(source, wanted, pageParam), ...asked } }),
    initialPageParam: 0,
    getNextPageParam: (page, _all, offset) => (page.length < pageSize ? undefined : offset + pageSize),
  });
  const rows = useMemo(
    () => (found.data?.pages.flat() ?? []).filter(({ id, disabled }) => !disabled && !except.includes(id)),
    [found.data, except],
  );
  const isAll = multiple && rows.length > 0 && rows.every(({ id }) => isChosen(id));
  const more = found.hasNextPage && !found.isFetchingNextPage;
  return (
    <div className="choose-people">
      <nav className="choose-sources" aria-label={t('records.pick.departments')}>
        <SourceLine
          icon={<HistoryOutlined />}
          title={t('records.pick.recent')}
          current={source.from === 'recent'}
          onChoose={() => setSource({ from: 'recent' })}
        />
        <SourceLine
          icon={<TeamOutlined />}
          title={t('records.pick.everyone')}
          current={source.from === 'everyone'}
          onChoose={() => setSource({ from: 'everyone' })}
        />
        {groups.map(({ id, name }) => (
          <SourceLine
            key={id}
            icon={<UsergroupAddOutlined />}
            title={name}
            current={source.from === 'group' && source.id === id}
            onChoose={() => setSource({ from: 'group', id })}
          />
        ))}
        <DepartmentTree
          chosen={source.from === 'department' ? source.id : undefined}
          onChoose={(id) => setSource({ from: 'department', id })}
        />
        {posts.map(({ id, name }) => (
          <SourceLine
            key={id}
            icon={<IdcardOutlined />}
            title={name}
            current={source.from === 'post' && source.id === id}
            onChoose={() => setSource({ from: 'post', id })}
          />
        ))}
      </nav>
      <div className="choose-pane">
        <SearchInput
          label={t('records.pick.search_people')}
          autoFocus
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            // those chosen last are few: whoever types looks for somebody else
            if (source.from === 'recent') setSource({ from: 'everyone' });
          }}
        />
        {multiple && rows.length > 0 && rows.length <= pageSize && !isAll && source.from !== 'everyone' && (
          <Button size="small" type="link" className="choose-all" onClick={() => toggleAll(rows, isChosen, toggle)}>
            {t('records.pick.all_here')}
          </Button>
        )}
        {found.isPending ? (
          <SkeletonRows rows={6} columns={1} />
        ) : rows.length === 0 ? (
          <EmptyState small title={t('records.pick.nobody')} />
        ) : (
          <VirtualRows
            label={t('records.pick.people')}
            count={rows.length}
            rowHeight={40}
            onShown={(_, last) => last >= rows.length - 20 && more && void found.fetchNextPage()}
            render={(at) => {
              const { id, name, login, department } = rows[at]!;
              return (
                <ChooseLine
                  name={name}
                  note={department ?? login}
                  lead={<Avatar name={name} />}
                  multiple={multiple}
                  chosen={isChosen(id)}
                  onToggle={() => toggle({ id, name })}
                />
              );
            }}
          />
        )}
      </div>
    </div>
  );
}

function SourceLine({
  icon,
  title,
  current,
  onChoose,
}: {
  icon: ReactNode;
  title: string;
  current: boolean;
  onChoose: () => void;
}) {
  return (
    <button type="button" className="choose-source" aria-current={current || undefined} onClick={onChoose}>
      {icon} <span>{title}</span>
    </button>
  );
}

function queryOf(source: Source, search: string, offset: number) {
  if (source.from === 'recent') return { ids: recentIds('people'), limit: pageSize };
  const within = source.from === 'everyone' ? {} : { [source.from]: source.id };
  return { ...within, offset, limit: pageSize, ...(search === '' ? {} : { search }) };
}

function toggleAll(
  rows: readonly { id: string; name: string }[],
  isChosen: (id: string) => boolean,
  toggle: ChooseProps['toggle'],
): void {
  for (const { id, name } of rows) if (!isChosen(id)) toggle({ id, name });
}
