import { PlusOutlined, ShopOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { DepartmentTree } from '@formwork/web/departments/DepartmentTree.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { DepartmentDialog, type DepartmentDraft } from './DepartmentDialog.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { useDepartmentMenu, type DepartmentAsk } from './use-department-menu.tsx';

export interface SideProps {
  /** A department, `none` for people without one, `suppliers` for those of suppliers, undefined for everybody. */
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  /** `part`: they see the departments that they look after alone. */
  mayEdit: 'all' | 'part' | false;
  /** Shows who looks after a department. */
  onDelegate: (departmentId: string) => void;
}

/** All departments and the lines above them: choose one, drag it elsewhere, or open its menu. */
export function OrganizationSide({ chosen, onChoose, mayEdit, onDelegate }: SideProps) {
  const t = useT();
  const elements = useElements('organization');
  const [draft, setDraft] = useState<DepartmentDraft>();
  const [ask, setAsk] = useState<DepartmentAsk>();
  const [disabled, setDisabled] = useState(false);
  const move = useCommand(organizationApi.updateDepartment, {
    refresh: [organizationApi.listTree, organizationApi.getDepartment],
  });
  const menuOf = useDepartmentMenu({ edit: setDraft, merge: setAsk, delegate: onDelegate });
  const lines = [
    { id: undefined, icon: <TeamOutlined />, title: t('organization.people.everyone') },
    ...(mayEdit === 'part'
      ? []
      : elements.arranged('side', [
          {
            id: 'none' as const,
            icon: <UserOutlined />,
            title: elements.title('side', 'none', t('organization.people.without')),
          },
          {
            id: 'suppliers' as const,
            icon: <ShopOutlined />,
            title: elements.title('side', 'suppliers', t('organization.people.suppliers')),
          },
        ])),
  ];
  const isDepartment = chosen !== undefined && !lines.some(({ id }) => id === chosen);
  return (
    <nav className="organization-side" aria-label={t('organization.department.tree')}>
      {lines.map(({ id, icon, title }) => (
        <button
          key={id ?? ''}
          type="button"
          className="department-line"
          aria-current={chosen === id || undefined}
          onClick={() => onChoose(id)}
        >
          {icon} {title}
        </button>
      ))}
      <div className="department-head">
        <span>{t('organization.department.tree')}</span>
        <Checkbox checked={disabled} onChange={(event) => setDisabled(event.target.checked)}>
          {t('organization.department.show_disabled')}
        </Checkbox>
        {mayEdit === 'all' && (
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('organization.department.create')}
            title={t('organization.department.create')}
            onClick={() => setDraft({ parentId: null })}
          >
            <PlusOutlined />
          </button>
        )}
      </div>
      <DepartmentTree
        chosen={isDepartment ? chosen : undefined}
        onChoose={onChoose}
        disabled={disabled}
        onMove={mayEdit ? (departmentId, body) => void move.run({ params: { departmentId }, body }) : undefined}
        tail={
          mayEdit
            ? (department) => (
                <MenuButton
                  label={t('organization.department.more', { name: department.name })}
                  items={() => menuOf(department)}
                  align="end"
                  onClick={(event) => event.stopPropagation()}
                />
              )
            : undefined
        }
        empty={<p className="department-none">{t('organization.department.none')}</p>}
      />
      {draft && <DepartmentDialog draft={draft} onClose={() => setDraft(undefined)} />}
      {ask && <MergeDialog department={ask.department} onClose={() => setAsk(undefined)} />}
    </nav>
  );
}
