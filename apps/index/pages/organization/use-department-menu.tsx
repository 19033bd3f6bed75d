import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  EditOutlined,
  MergeCellsOutlined,
  PlusOutlined,
  SafetyOutlined,
  StopOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Department } from '@formwork/contract/organization/departments.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { call } from '@formwork/web/http/call.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useAdministering } from '@formwork/web/session/administering.tsx';
import { App } from 'antd';
import type { DepartmentDraft } from './DepartmentDialog.tsx';

/** A department that shall be merged into another one. */
export interface DepartmentAsk {
  department: Department;
}

const refresh = [organizationApi.listTree, organizationApi.pickDepartments, organizationApi.getDepartment];

/** What may be done with a department; `edit` opens its dialog, `merge` asks for another one, `delegate` shows who looks after it. What was given into somebody's care themselves stays as it is. */
export function useDepartmentMenu({
  edit,
  merge,
  delegate,
}: {
  edit: (draft: DepartmentDraft) => void;
  merge: (ask: DepartmentAsk) => void;
  delegate: (departmentId: string) => void;
}): (department: Department) => MenuAction[] {
  const t = useT();
  const asked = useAdministering();
  const { modal } = App.useApp();
  const disable = useCommand(organizationApi.disableDepartment, { refresh });
  const enable = useCommand(organizationApi.enableDepartment, { refresh });
  const update = useCommand(organizationApi.updateDepartment, { refresh });
  const shift = async (department: Department, by: -1 | 1) => {
    const to = await neighbourOf(department, by, asked);
    if (to)
      await update.run({
        params: { departmentId: department.id },
        body: { parentId: department.parentId, beforeId: to.beforeId },
      });
  };
  return (department) => {
    const params = { departmentId: department.id };
    const { name } = department;
    if (department.disabled)
      return asked.administering !== undefined && department.parentId === null
        ? []
        : [
            {
              id: 'enable',
              title: t('organization.department.enable'),
              icon: <UndoOutlined />,
              onSelect: () => void enable.run({ params }),
            },
          ];
    const delegates: MenuAction = {
      id: 'delegates',
      title: t('organization.delegates.of_department'),
      icon: <SafetyOutlined />,
      onSelect: () => delegate(department.id),
    };
    const inside: MenuAction = {
      id: 'inside',
      title: t('organization.department.create_inside'),
      icon: <PlusOutlined />,
      onSelect: () => edit({ parentId: department.id }),
    };
    if (asked.administering !== undefined && department.parentId === null) return [inside, delegates];
    return [
      {
        id: 'edit',
        title: t('organization.department.edit'),
        icon: <EditOutlined />,
        onSelect: () => edit({ department, parentId: department.parentId }),
      },
      inside,
      {
        id: 'up',
        title: t('organization.department.move_up'),
        icon: <ArrowUpOutlined />,
        onSelect: () => void shift(department, -1),
      },
      {
        id: 'down',
        title: t('organization.department.move_down'),
        icon: <ArrowDownOutlined />,
        onSelect: () => void shift(department, 1),
      },
      {
        id: 'merge',
        title: t('organization.department.merge'),
        icon: <MergeCellsOutlined />,
        onSelect: () => merge({ department }),
      },
      delegates,
      {
        id: 'disable',
        title: t('organization.department.disable'),
        icon: <StopOutlined />,
        danger: true,
        onSelect: () =>
          void modal.confirm({
            title: t('organization.department.disable_title', { name }),
            content: t('organization.department.disable_hint'),
            okText: t('organization.department.disable'),
            okButtonProps: { danger: true },
            onOk: () => disable.run({ params }),
          }),
      },
    ];
  };
}

/** The sibling to stand before after one step up or down; nothing where there is no further step. */
async function neighbourOf(
  { id, parentId }: Department,
  by: -1 | 1,
  asked: ReturnType<typeof useAdministering>,
): Promise<{ beforeId: string | null } | undefined> {
  const { way } = await call(organizationApi.getDepartment, { params: { departmentId: id }, query: asked });
  const at = way.at(-1)?.index ?? 0;
  if (at + by < 0) return undefined;
  const offset = by < 0 ? at - 1 : at + 1;
  const { rows } = await call(organizationApi.listTree, {
    query: { ...(parentId === null ? {} : { parent: parentId }), offset, limit: 2, ...asked },
  });
  if (rows.length === 0) return undefined;
  return { beforeId: by < 0 ? rows[0]!.id : (rows[1]?.id ?? null) };
}
