import { UserDeleteOutlined } from '@ant-design/icons';
import { organizationApi, type RoleView } from '@formwork/contract/organization/api.ts';
import type { PickedPerson } from '@formwork/contract/organization/picker.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { RoleHolders } from './RoleHolders.tsx';

/** Who holds a role: choose people to add them, take others out. */
export function RoleMembers({ role, mayEdit }: { role: RoleView; mayEdit: boolean }) {
  const t = useT();
  const [chosen, setChosen] = useState<string[]>([]);
  const params = { roleId: role.id };
  const members = useQuery(q(organizationApi.listRoleMembers, { params }));
  const set = useCommand(organizationApi.setRoleMembers, {
    refresh: [
      organizationApi.listRoleMembers,
      organizationApi.listRoles,
      organizationApi.listPeople,
      organizationApi.pickRoles,
    ],
    onDone: () => setChosen([]),
    onPrepared: () => setChosen([]),
  });
  const rows = members.data ?? [];
  const ids = rows.map(({ id }) => id);
  const columns = useMemo(
    (): ListColumn<PickedPerson>[] => [
      {
        id: 'name',
        title: t('organization.people.column_name'),
        width: 200,
        render: (person) => (
          <>
            <Person name={person.name} /> {person.disabled && <StateTag>{t('organization.people.disabled')}</StateTag>}
          </>
        ),
      },
      { id: 'login', title: t('organization.people.column_login'), width: 160, value: (person) => person.login },
      {
        id: 'department',
        title: t('organization.people.column_department'),
        width: 180,
        value: (person) => person.department,
      },
    ],
    [t],
  );
  const { error } = members;
  return (
    <section className="role-members" aria-label={t('organization.roles.member_list')}>
      <RoleHolders roleId={role.id} mayEdit={mayEdit} />
      {mayEdit && (
        <div className="role-add">
          <PersonPicker multiple value={chosen} onChange={setChosen} aria-label={t('organization.roles.add_members')} />
          <Button
            type="primary"
            disabled={chosen.length === 0 || !members.data}
            loading={set.pending}
            onClick={() => void set.run({ params, body: { ids: [...new Set([...ids, ...chosen])] } })}
          >
            {t('organization.roles.add_members')}
          </Button>
        </div>
      )}
      <DataList<PickedPerson>
        label={t('organization.roles.member_list')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        {...(mayEdit
          ? {
              rowActions: ({ id }: PickedPerson) => [
                {
                  id: 'remove',
                  title: t('organization.roles.remove_member'),
                  icon: <UserDeleteOutlined />,
                  danger: true,
                  onSelect: () => void set.run({ params, body: { ids: ids.filter((one) => one !== id) } }),
                },
              ],
            }
          : {})}
        status={
          members.isPending
            ? 'loading'
            : !error
              ? 'ready'
              : isApiError(error) && error.kind === 'network'
                ? 'offline'
                : 'error'
        }
        onRetry={() => void members.refetch()}
        requestId={isApiError(error) ? error.requestId : undefined}
        empty={
          <EmptyState
            title={t(role.members > 0 ? 'rights.none_by_name' : 'organization.roles.no_members')}
            {...(mayEdit ? { hint: t('organization.roles.no_members_hint') } : {})}
          />
        }
        total={rows.length}
      />
    </section>
  );
}
