import { LogoutOutlined, MergeCellsOutlined, StopOutlined, UndoOutlined, UnlockOutlined } from '@ant-design/icons';
import {
  mostUsersListed,
  usersApi,
  userStates,
  type PlatformUser,
  type UserState,
} from '@formwork/contract/operations/users.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { usePages } from '@formwork/web/http/use-pages.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import '../operations.css';
import { MergeDialog } from './MergeDialog.tsx';
import { useUserColumns } from './use-user-columns.tsx';
import { UserDrawer } from './UserDrawer.tsx';

const refresh = [usersApi.list, usersApi.get];

/** What is looked for, and whose account is open: in the address, or beside another list. */
export interface UsersLookedFor {
  search: string;
  state: UserState | undefined;
  user: string | undefined;
}

interface Props {
  of: UsersLookedFor;
  onChange: (change: Partial<UsersLookedFor>) => void;
  /** Of one customer alone. */
  space?: string;
}

/** Accounts: found, let in, shut out, merged. */
export function UsersList({ of: { search, state, user: open }, onChange, space }: Props) {
  const t = useT();
  const { modal } = App.useApp();
  const [merging, setMerging] = useState<PlatformUser>();
  const { list, total } = usePages(usersApi.list, {
    search: useDeferredValue(search.trim()),
    state,
    ...(space !== undefined && { space }),
  });
  const unlock = useCommand(usersApi.unlock, { refresh });
  const disable = useCommand(usersApi.disable, { refresh });
  const enable = useCommand(usersApi.enable, { refresh });
  const endSessions = useCommand(usersApi.endSessions, { refresh });

  const actionsOf = (user: PlatformUser): MenuAction[] => {
    const { name, can } = user;
    const params = { userId: user.id };
    const ask = (what: 'disable' | 'end_sessions', run: () => Promise<unknown>) =>
      void modal.confirm({
        title: t(`operations.users.${what}_title`, { name }),
        content: t(`operations.users.${what}_hint`),
        okText: t(`operations.users.${what}`),
        okButtonProps: { danger: true },
        onOk: run,
      });
    return [
      ...(can.edit && user.state === 'waiting'
        ? [
            {
              id: 'unlock',
              title: t('operations.users.unlock'),
              icon: <UnlockOutlined />,
              onSelect: () => void unlock.run({ params }),
            },
          ]
        : []),
      ...(can.edit && user.state === 'disabled'
        ? [
            {
              id: 'enable',
              title: t('operations.users.enable'),
              icon: <UndoOutlined />,
              onSelect: () => void enable.run({ params }),
            },
          ]
        : []),
      ...(can.edit && user.state !== 'disabled'
        ? [
            {
              id: 'disable',
              title: t('operations.users.disable'),
              icon: <StopOutlined />,
              danger: true,
              onSelect: () => ask('disable', () => disable.run({ params })),
            },
          ]
        : []),
      ...(can.sessions && user.sessions > 0
        ? [
            {
              id: 'sessions',
              title: t('operations.users.end_sessions'),
              icon: <LogoutOutlined />,
              onSelect: () => ask('end_sessions', () => endSessions.run({ params })),
            },
          ]
        : []),
      ...(can.merge
        ? [
            {
              id: 'merge',
              title: t('operations.users.merge'),
              icon: <MergeCellsOutlined />,
              onSelect: () => setMerging(user),
            },
          ]
        : []),
    ];
  };

  const isFiltered = search !== '' || state !== undefined;
  return (
    <>
      <div className="operations-list">
        <div className="operations-tools">
          <SearchInput
            label={t('operations.users.search')}
            className="operations-search"
            value={search}
            onChange={(event) => onChange({ search: event.target.value })}
          />
          <Select
            className="operations-choice"
            allowClear
            aria-label={t('operations.users.state')}
            placeholder={t('operations.users.state')}
            {...(state && { value: state })}
            onChange={(next: UserState | undefined) => onChange({ state: next })}
            options={userStates.map((value) => ({ value, label: t(`operations.users.state_${value}`) }))}
          />
          {total !== undefined && (
            <span className="operations-total" role="status">
              {total >= mostUsersListed
                ? t('operations.users.first', { count: mostUsersListed })
                : t('operations.users.total', { count: total })}
            </span>
          )}
        </div>
        <DataList<PlatformUser>
          label={t('operations.users.title')}
          {...list}
          columns={useUserColumns()}
          rowKey={({ id }) => id}
          onOpen={({ id }) => onChange({ user: id })}
          rowActions={actionsOf}
          rowTone={(user) => (user.state === 'waiting' ? 'warning' : undefined)}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('operations.users.none_found')}
                hint={t('operations.users.none_found_hint')}
                action={
                  <Button onClick={() => onChange({ search: '', state: undefined })}>
                    {t('operations.customers.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t('operations.users.none')} hint={t('operations.users.none_hint')} />
            )
          }
        />
      </div>
      <UserDrawer userId={open} onClose={() => onChange({ user: undefined })} />
      {merging && <MergeDialog user={merging} onClose={() => setMerging(undefined)} />}
    </>
  );
}
