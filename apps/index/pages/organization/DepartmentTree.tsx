import { ApartmentOutlined, PlusOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import { organizationApi, type Department } from '@formwork/contract/organization/api.ts';
import { MenuButton } from '@formwork/ui/menu.tsx';
import { StateTag } from '@formwork/ui/state-tag.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Tree } from 'antd';
import { useMemo, useState } from 'react';
import { DepartmentDialog, type DepartmentDraft } from './DepartmentDialog.tsx';
import { placeOf, treeOf, type DepartmentNode } from './tree.ts';
import { useDepartmentMenu } from './use-department-menu.tsx';

export interface DepartmentChoice {
  departments: Department[];
  /** A department, `none` for people without one, undefined for everybody. */
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  mayEdit: boolean;
}

/** All departments: choose one, drag it elsewhere, or open its menu. */
export function DepartmentTree({ departments, chosen, onChoose, mayEdit }: DepartmentChoice) {
  const t = useT();
  const [draft, setDraft] = useState<DepartmentDraft>();
  const tree = useMemo(() => treeOf(departments), [departments]);
  const move = useCommand(organizationApi.updateDepartment, { refresh: [organizationApi.listDepartments] });
  const menuOf = useDepartmentMenu(setDraft);
  return (
    <nav className="department-tree" aria-label={t('organization.department.tree')}>
      <div className="department-head">
        <span>{t('organization.department.tree')}</span>
        {mayEdit && <button type="button" className="fw-icon-button" aria-label={t('organization.department.create')} title={t('organization.department.create')} onClick={() => setDraft({ parentId: null })}><PlusOutlined /></button>}
      </div>
      <button type="button" className="department-line" aria-current={chosen === undefined || undefined} onClick={() => onChoose(undefined)}><TeamOutlined /> {t('organization.people.everyone')}</button>
      <button type="button" className="department-line" aria-current={chosen === 'none' || undefined} onClick={() => onChoose('none')}><UserOutlined /> {t('organization.people.without')}</button>
      {tree.length === 0 && <p className="department-none">{t('organization.department.none')}</p>}
      <Tree<DepartmentNode>
        treeData={tree}
        defaultExpandedKeys={departments.filter(({ parentId }) => parentId === null).map(({ id }) => id)}
        blockNode
        selectedKeys={chosen === undefined ? [] : [chosen]}
        onSelect={(_, { node }) => onChoose(node.key)}
        draggable={mayEdit ? { icon: false } : false}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
          const place = placeOf(departments, dragNode.key, node.key, !dropToGap, dropPosition);
          void move.run({ params: { departmentId: dragNode.key }, body: place });
        }}
        titleRender={({ department }) => (
          <span className="department-title" data-disabled={department.disabled || undefined}>
            <ApartmentOutlined aria-hidden />
            <span className="department-name" title={department.name}>{department.name}</span>
            {department.disabled && <StateTag>{t('organization.department.off')}</StateTag>}
            <span className="department-count">{department.people}</span>
            {mayEdit && <MenuButton label={t('organization.department.more', { name: department.name })} items={menuOf(department)} align="end" onClick={(event) => event.stopPropagation()} />}
          </span>
        )}
      />
      {mayEdit && tree.length > 1 && <p className="department-none">{t('organization.department.drag_hint')}</p>}
      {draft && <DepartmentDialog draft={draft} onClose={() => setDraft(undefined)} />}
    </nav>
  );
}
