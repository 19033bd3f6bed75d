import { EditOutlined, PlusOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { organizationApi, type Department } from '@formwork/contract/organization/api.ts';
import type { MenuAction } from '@formwork/ui/menu.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { DepartmentDraft } from './DepartmentDialog.tsx';

/** What may be done with a department; `edit` opens its dialog. */
export function useDepartmentMenu(edit: (draft: DepartmentDraft) => void): (department: Department) => MenuAction[] {
  const t = useT();
  const disable = useCommand(organizationApi.disableDepartment, { refresh: [organizationApi.listDepartments] });
  const enable = useCommand(organizationApi.enableDepartment, { refresh: [organizationApi.listDepartments] });
  return (department) => {
    const params = { departmentId: department.id };
    return [
      { id: 'edit', title: t('organization.department.edit'), icon: <EditOutlined />, onSelect: () => edit({ department, parentId: department.parentId }) },
      ...(department.disabled
        ? [{ id: 'enable', title: t('organization.department.enable'), icon: <UndoOutlined />, onSelect: () => void enable.run({ params }) }]
        : [
            { id: 'inside', title: t('organization.department.create_inside'), icon: <PlusOutlined />, onSelect: () => edit({ parentId: department.id }) },
            { id: 'disable', title: t('organization.department.disable'), icon: <StopOutlined />, danger: true, onSelect: () => void disable.run({ params }) },
          ]),
    ];
  };
}
