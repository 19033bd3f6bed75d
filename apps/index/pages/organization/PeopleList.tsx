import { EditOutlined, KeyOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { organizationApi, type Person } from '@formwork/contract/organization/api.ts';
import { Person as PersonLine } from '@formwork/ui/avatar.tsx';
import { DataList } from '@formwork/ui/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list-columns.ts';
import type { MenuAction } from '@formwork/ui/menu.tsx';
import { StateTag } from '@formwork/ui/state-tag.tsx';
import { EmptyState } from '@formwork/ui/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { App, Input, Segmented } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { PasswordDialog } from './PasswordDialog.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { peopleStates, usePeople, type PeopleState } from './use-people.ts';

const changed = [organizationApi.listPeople, organizationApi.listDepartments];

/** The people of a department and of those below it. */
export function PeopleList({ within }: { within: string | undefined }) {
  const t = useT();
  const { modal } = App.useApp();
  const [search = '', setSearch] = useQueryText('search');
  const [given, setState] = useQueryText('state');
  const state = peopleStates.find((one) => one === given) ?? 'enabled';
  const { pages, rows, total } = usePeople(useDeferredValue(search.trim()), within, state);
  const [editing, setEditing] = useState<Person>();
  const [password, setPassword] = useState<{ person: Person; password: string }>();
  const disable = useCommand(organizationApi.disablePerson, { refresh: changed });
  const enable = useCommand(organizationApi.enablePerson, { refresh: changed });
  const reset = useCommand(organizationApi.resetPassword);

  const columns = useMemo((): ListColumn<Person>[] => [
    { id: 'name', title: t('organization.people.column_name'), width: 200, render: (person) => <><PersonLine name={person.name} /> {person.disabled && <StateTag>{t('organization.people.disabled')}</StateTag>}</> },
    { id: 'login', title: t('organization.people.column_login'), width: 150, value: (person) => person.login },
    { id: 'department', title: t('organization.people.column_department'), width: 150, value: (person) => person.department?.name },
    { id: 'role', title: t('organization.people.column_role'), width: 130, value: (person) => t(`organization.role.${person.role}`) },
    { id: 'roles', title: t('organization.people.column_roles'), width: 180, value: (person) => person.roles.map(({ name }) => name).join(', ') },
    { id: 'superior', title: t('organization.people.column_superior'), width: 130, value: (person) => person.superior?.name },
  ], [t]);

  const actions = (person: Person): MenuAction[] => {
    const params = { personId: person.id };
    const { name, can } = person;
    return [
      ...(can.edit ? [{ id: 'edit', title: t('organization.people.edit'), icon: <EditOutlined />, onSelect: () => setEditing(person) }] : []),
      ...(can.resetPassword && !person.disabled ? [{
        id: 'reset', title: t('organization.people.reset'), icon: <KeyOutlined />, onSelect: () => void modal.confirm({
          title: t('organization.person.reset_title', { name }), content: t('organization.person.reset_hint'), okText: t('organization.people.reset'),
          onOk: async () => {
            const answer = await reset.run({ params });
            if (answer) setPassword({ person, password: answer.password });
          },
        }),
      }] : []),
      ...(can.disable && person.disabled ? [{ id: 'enable', title: t('organization.people.enable'), icon: <UndoOutlined />, onSelect: () => void enable.run({ params }) }] : []),
      ...(can.disable && !person.disabled ? [{
        id: 'disable', title: t('organization.people.disable'), icon: <StopOutlined />, danger: true, onSelect: () => void modal.confirm({
          title: t('organization.person.disable_title', { name }), content: t('organization.person.disable_hint'), okText: t('organization.people.disable'), okButtonProps: { danger: true },
          onOk: () => disable.run({ params }),
        }),
      }] : []),
    ];
  };

  const { error } = pages;
  return (
    <div className="people-list">
      <div className="people-tools">
        <Input.Search allowClear className="people-search" placeholder={t('organization.people.search')} aria-label={t('organization.people.search')} value={search} onChange={(event) => setSearch(event.target.value || undefined)} />
        <Segmented aria-label={t('organization.people.state')} value={state} onChange={(next: PeopleState) => setState(next === 'enabled' ? undefined : next)} options={peopleStates.map((value) => ({ value, label: t(`organization.people.${value}`) }))} />
        {total !== undefined && <span className="people-total" role="status">{t('organization.people.total', { count: total })}</span>}
      </div>
      <DataList<Person>
        label={t('organization.people.title')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        {...(rows.some(({ can }) => can.edit) ? { onOpen: setEditing, rowActions: actions } : {})}
        status={pages.isPending ? 'loading' : !error ? 'ready' : isApiError(error) && error.kind === 'network' ? 'offline' : 'error'}
        onRetry={() => void pages.refetch()}
        requestId={isApiError(error) ? error.requestId : undefined}
        empty={search === '' ? <EmptyState title={t('organization.people.none')} hint={t('organization.people.none_hint')} /> : <EmptyState title={t('organization.people.none_found', { search })} hint={t('organization.people.none_found_hint')} />}
        total={total}
        hasMore={pages.hasNextPage}
        loadingMore={pages.isFetchingNextPage}
        onEndReached={() => void pages.fetchNextPage()}
      />
      {editing && <PersonDialog person={editing} onClose={() => setEditing(undefined)} />}
      {password && <PasswordDialog name={password.person.name} login={password.person.login} password={password.password} onClose={() => setPassword(undefined)} />}
    </div>
  );
}
