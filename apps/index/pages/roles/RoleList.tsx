import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { organizationApi, type RoleView } from '@formwork/contract/organization/api.ts';
import { MenuButton } from '@formwork/ui/menu.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';
import { useState } from 'react';
import { RoleDialog } from './RoleDialog.tsx';

interface Props {
  roles: RoleView[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  mayEdit: boolean;
}

export function RoleList({ roles, chosen, onChoose, mayEdit }: Props) {
  const t = useT();
  const { modal } = App.useApp();
  const [editing, setEditing] = useState<RoleView>();
  const remove = useCommand(organizationApi.deleteRole, { refresh: [organizationApi.listRoles, organizationApi.pickRoles] });
  const confirmRemoval = ({ id, name }: RoleView) => modal.confirm({
    title: t('organization.roles.delete_title', { name }),
    content: t('organization.roles.delete_hint'),
    okText: t('organization.roles.delete'),
    okButtonProps: { danger: true },
    onOk: () => remove.run({ params: { roleId: id } }),
  });
  return (
    <ul className="role-list" aria-label={t('organization.roles.title')}>
      {roles.map((role) => (
        <li key={role.id} data-on={role.id === chosen || undefined}>
          <button type="button" className="role-open" aria-current={role.id === chosen || undefined} onClick={() => onChoose(role.id)}>
            <span className="role-name">{role.name}</span>
            <span className="role-note">{t('organization.roles.members', { count: role.members })}</span>
          </button>
          {mayEdit && (
            <MenuButton align="end" label={t('organization.roles.more', { name: role.name })} items={[
              { id: 'edit', title: t('organization.roles.edit'), icon: <EditOutlined />, onSelect: () => setEditing(role) },
              { id: 'delete', title: t('organization.roles.delete'), icon: <DeleteOutlined />, danger: true, onSelect: () => void confirmRemoval(role) },
            ]} />
          )}
        </li>
      ))}
      {editing && <RoleDialog role={editing} onClose={() => setEditing(undefined)} />}
    </ul>
  );
}
