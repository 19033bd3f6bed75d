import { CopyOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { organizationApi, type RoleGroup, type RoleView } from '@formwork/contract/organization/api.ts';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';
import { useState } from 'react';
import { CopyDialog } from './CopyDialog.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import type { MayEdit } from './may-edit.ts';
import { RoleDialog } from './RoleDialog.tsx';
import { givenSubjects, subjectName } from './subjects.ts';

interface Props {
  roles: RoleView[];
  groups: RoleGroup[];
  chosen: string | undefined;
  /** Roles with changes that are not saved. */
  changed: readonly string[];
  onChoose: (id: string | undefined) => void;
  onCopied: (id: string) => void;
  may: MayEdit;
}

/** Everyone and the kinds of accounts, then the enterprise's own roles by group. */
export function RoleList({ roles, groups, chosen, changed, onChoose, onCopied, may }: Props) {
  const t = useT();
  const { modal } = App.useApp();
  const [dialog, setDialog] = useState<{ edit: RoleView } | { copy: RoleView } | { group: RoleGroup }>();
  const remove = useCommand(organizationApi.deleteRole, {
    refresh: [organizationApi.listRoles, organizationApi.pickRoles],
  });
  const removeGroup = useCommand(organizationApi.deleteRoleGroup, {
    refresh: [organizationApi.listRoleGroups, organizationApi.listRoles],
  });
  const confirmed = (title: string, content: string, onOk: () => Promise<unknown>) =>
    void modal.confirm({ title, content, okText: t('ui.action.delete'), okButtonProps: { danger: true }, onOk });
  const actionsOn = (role: RoleView): MenuEntry[] => [
    {
      id: 'edit',
      title: t('organization.roles.edit'),
      icon: <EditOutlined />,
      onSelect: () => setDialog({ edit: role }),
    },
    ...(may.all
      ? [{ id: 'copy', title: t('rights.copy'), icon: <CopyOutlined />, onSelect: () => setDialog({ copy: role }) }]
      : []),
    {
      id: 'delete',
      title: t('organization.roles.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      onSelect: () =>
        confirmed(t('organization.roles.delete_title', { name: role.name }), t('organization.roles.delete_hint'), () =>
          remove.run({ params: { roleId: role.id } }),
        ),
    },
  ];
  const actionsOnGroup = (group: RoleGroup): MenuEntry[] => [
    { id: 'edit', title: t('rights.group_edit'), icon: <EditOutlined />, onSelect: () => setDialog({ group }) },
    {
      id: 'delete',
      title: t('rights.group_delete'),
      icon: <DeleteOutlined />,
      danger: true,
      onSelect: () =>
        confirmed(t('rights.group_delete_title', { name: group.name }), t('rights.group_delete_hint'), () =>
          removeGroup.run({ params: { groupId: group.id } }),
        ),
    },
  ];
  const line = (id: string, note: string | undefined, menu: MenuEntry[] | undefined) => {
    const name = subjectName(id, roles, t);
    return (
      <li key={id} data-on={id === chosen || undefined}>
        <button
          type="button"
          className="role-open"
          aria-current={id === chosen || undefined}
          onClick={() => onChoose(id)}
        >
          <span className="role-name">
            {name}
            {changed.includes(id) && <i className="role-changed" title={t('rights.unsaved')} />}
          </span>
          {note !== undefined && <span className="role-note">{note}</span>}
        </button>
        {menu && <MenuButton align="end" label={t('organization.roles.more', { name })} items={menu} />}
      </li>
    );
  };
  const inGroup = (groupId: string | null) =>
    roles
      .filter((role) => role.groupId === groupId)
      .map((role) =>
        line(
          role.id,
          t('organization.roles.members', { count: role.members }),
          may.role(role) ? actionsOn(role) : undefined,
        ),
      );
  const loose = inGroup(null);
  return (
    <ul className="role-list" aria-label={t('organization.roles.title')}>
      {may.rights && <li className="role-heading">{t('rights.given')}</li>}
      {may.rights && givenSubjects.map((id) => line(id, undefined, undefined))}
      {groups
        // an empty group is there to be filled, by whoever may
        .filter(({ id }) => may.all || roles.some(({ groupId }) => groupId === id))
        .map((group) => [
          <li key={group.id} className="role-heading">
            <span>{group.name}</span>
            {may.all && (
              <MenuButton
                align="end"
                label={t('organization.roles.more', { name: group.name })}
                items={actionsOnGroup(group)}
              />
            )}
          </li>,
          ...inGroup(group.id),
        ])}
      {(loose.length > 0 || groups.length === 0) && (
        <li className="role-heading">{t(groups.length === 0 ? 'rights.own_roles' : 'rights.no_group')}</li>
      )}
      {loose}
      {roles.length === 0 && (
        <li className="role-none">{t(may.newRoles ? 'organization.roles.none_hint' : 'rights.none_in_care')}</li>
      )}
      {dialog && 'edit' in dialog && (
        <RoleDialog role={dialog.edit} groups={groups} onClose={() => setDialog(undefined)} />
      )}
      {dialog && 'copy' in dialog && (
        <CopyDialog role={dialog.copy} onClose={() => setDialog(undefined)} onDone={onCopied} />
      )}
      {dialog && 'group' in dialog && <GroupDialog group={dialog.group} onClose={() => setDialog(undefined)} />}
    </ul>
  );
}
