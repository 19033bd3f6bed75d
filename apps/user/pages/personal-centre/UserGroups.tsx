import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { UserGroup } from '@formwork/contract/organization/groups.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import { UserGroupDialog } from './UserGroupDialog.tsx';

/** Groups of people one chooses again and again: own ones and those of the enterprise. */
export default function UserGroups() {
  const t = useT();
  const { modal } = App.useApp();
  const [editing, setEditing] = useState<UserGroup | 'new'>();
  const groups = useQuery(q(organizationApi.listGroups));
  const remove = useCommand(organizationApi.deleteGroup, {
    refresh: [organizationApi.listGroups, organizationApi.pickGroups],
  });
  const columns = useMemo(
    (): ListColumn<UserGroup>[] => [
      { id: 'name', title: t('personal.groups.name'), width: 180, value: ({ name }) => name },
      {
        id: 'kind',
        title: t('personal.groups.kind'),
        width: 90,
        render: ({ kind }) => <StateTag>{t(`personal.groups.${kind}`)}</StateTag>,
      },
      {
        id: 'scope',
        title: t('personal.groups.scope'),
        width: 240,
        value: ({ scope }) =>
          scope.map(({ name, except }) => (except ? t('records.pick.but', { name }) : name)).join(', '),
      },
      { id: 'people', title: t('personal.groups.people'), width: 80, align: 'end', value: ({ people }) => people },
      { id: 'owner', title: t('personal.groups.owner'), width: 120, value: ({ owner }) => owner.name },
    ],
    [t],
  );
  const actions = (group: UserGroup): MenuAction[] =>
    group.can.edit
      ? [
          { id: 'edit', title: t('personal.groups.edit'), icon: <EditOutlined />, onSelect: () => setEditing(group) },
          {
            id: 'delete',
            title: t('personal.groups.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            onSelect: () =>
              void modal.confirm({
                title: t('personal.groups.delete_title', { name: group.name }),
                content: t('personal.groups.delete_hint'),
                okText: t('personal.groups.delete'),
                okButtonProps: { danger: true },
                onOk: () => remove.run({ params: { userGroupId: group.id } }),
              }),
          },
        ]
      : [];
  return (
    <section className="user-groups" aria-label={t('personal.tab.groups')}>
      <header>
        <p className="my-info-note">{t('personal.groups.hint')}</p>
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
          {t('personal.groups.create')}
        </Button>
      </header>
      <div className="user-groups-list">
        <DataList<UserGroup>
          label={t('personal.tab.groups')}
          rows={groups.data ?? []}
          columns={columns}
          rowKey={({ id }) => id}
          rowActions={actions}
          status={groups.isPending ? 'loading' : groups.isError ? 'error' : 'ready'}
          onRetry={() => void groups.refetch()}
          requestId={isApiError(groups.error) ? groups.error.requestId : undefined}
          empty={<EmptyState title={t('personal.groups.none')} hint={t('personal.groups.none_hint')} />}
        />
      </div>
      {editing && (
        <UserGroupDialog group={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </section>
  );
}
