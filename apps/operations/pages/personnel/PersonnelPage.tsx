import { EditOutlined, KeyOutlined, StopOutlined, UndoOutlined, UserAddOutlined } from '@ant-design/icons';
import { personnelApi, type StaffMember } from '@formwork/contract/operations/staff.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { usePages } from '@formwork/web/http/use-pages.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { PasswordDialog } from '@formwork/web/session/PasswordDialog.tsx';
import { useCan, useMe } from '@formwork/web/session/session.ts';
import { App, Button } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import '../operations.css';
import { StaffDialog } from './StaffDialog.tsx';

const refresh = [personnelApi.list];

/** The operator's own staff: who they are, what they hold, whether they are let in. */
export default function PersonnelPage() {
  const t = useT();
  const { modal, message } = App.useApp();
  const me = useMe();
  const mayEdit = useCan()('operations.staff.edit');
  const [search = '', setSearch] = useQueryText('search');
  const [dialog, setDialog] = useState<StaffMember | 'new'>();
  const [password, setPassword] = useState<{ person: StaffMember; password: string }>();
  const { list, total } = usePages(personnelApi.list, { search: useDeferredValue(search.trim()) });
  const disable = useCommand(personnelApi.disable, { refresh });
  const enable = useCommand(personnelApi.enable, { refresh });
  const reset = useCommand(personnelApi.reset, { refresh });

  const open = (person: StaffMember) => {
    if (person.can.edit) setDialog(person);
    else void message.info(t(person.id === me.id ? 'operations.staff.own_account' : 'operations.role.beyond_own'));
  };
  const actionsOf = (person: StaffMember): MenuAction[] => {
    if (!person.can.edit) return [];
    const { name } = person;
    const params = { personId: person.id };
    return [
      { id: 'edit', title: t('operations.customers.edit'), icon: <EditOutlined />, onSelect: () => setDialog(person) },
      person.disabled
        ? {
            id: 'enable',
            title: t('operations.users.enable'),
            icon: <UndoOutlined />,
            onSelect: () => void enable.run({ params }),
          }
        : {
            id: 'disable',
            title: t('operations.users.disable'),
            icon: <StopOutlined />,
            danger: true,
            onSelect: () =>
              void modal.confirm({
                title: t('operations.users.disable_title', { name }),
                content: t('operations.staff.disable_hint'),
                okText: t('operations.users.disable'),
                okButtonProps: { danger: true },
                onOk: () => disable.run({ params }),
              }),
          },
      ...(person.disabled
        ? []
        : [
            {
              id: 'reset',
              title: t('operations.staff.reset'),
              icon: <KeyOutlined />,
              onSelect: () =>
                void modal.confirm({
                  title: t('operations.staff.reset_title', { name }),
                  content: t('operations.staff.reset_hint'),
                  okText: t('operations.staff.reset'),
                  onOk: async () => {
                    const answer = await reset.run({ params });
                    if (answer) setPassword({ person, password: answer.password });
                  },
                }),
            },
          ]),
    ];
  };

  return (
    <Page
      fill
      flush
      title={t('operations.staff.title')}
      actions={
        mayEdit && (
          <Button type="primary" icon={<UserAddOutlined />} onClick={() => setDialog('new')}>
            {t('operations.staff.create')}
          </Button>
        )
      }
    >
      <div className="operations-list">
        <div className="operations-tools">
          <SearchInput
            label={t('operations.staff.search')}
            className="operations-search"
            value={search}
            onChange={(event) => setSearch(event.target.value || undefined)}
          />
          {total !== undefined && (
            <span className="operations-total" role="status">
              {t('operations.staff.total', { count: total })}
            </span>
          )}
        </div>
        <DataList<StaffMember>
          label={t('operations.staff.title')}
          {...list}
          columns={useColumns()}
          rowKey={({ id }) => id}
          {...(mayEdit && { onOpen: open })}
          rowActions={actionsOf}
          empty={<EmptyState title={t('operations.staff.none_found')} hint={t('operations.users.none_found_hint')} />}
        />
      </div>
      {dialog && <StaffDialog {...(dialog !== 'new' && { person: dialog })} onClose={() => setDialog(undefined)} />}
      {password && (
        <PasswordDialog
          name={password.person.name}
          login={password.person.login}
          password={password.password}
          onClose={() => setPassword(undefined)}
        />
      )}
    </Page>
  );
}

function useColumns(): ListColumn<StaffMember>[] {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () => [
      { id: 'name', title: t('operations.users.name'), width: 200, render: ({ name }) => <Person name={name} /> },
      { id: 'login', title: t('operations.users.login'), width: 160, value: ({ login }) => login },
      {
        id: 'state',
        title: t('operations.users.state'),
        width: 110,
        render: ({ disabled }) => (
          <StateTag tone={disabled ? 'neutral' : 'success'}>
            {t(disabled ? 'operations.users.state_disabled' : 'operations.users.state_active')}
          </StateTag>
        ),
      },
      {
        id: 'roles',
        title: t('operations.staff.roles'),
        width: 280,
        value: ({ everything, roles }) =>
          everything
            ? t('operations.staff.everything')
            : roles.map(({ name }) => name).join(', ') || t('operations.staff.nothing'),
      },
      {
        id: 'seen',
        title: t('operations.users.seen'),
        width: 160,
        render: ({ lastSeenAt }) => lastSeenAt !== null && <Time at={lastSeenAt} locale={locale} />,
      },
    ],
    [t, locale],
  );
}
