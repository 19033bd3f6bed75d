import { PlusOutlined } from '@ant-design/icons';
import { MenuButton } from '@formwork/ui/menu.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { TreeSelect } from 'antd';
import { useMemo, useState } from 'react';
import { DepartmentDialog, type DepartmentDraft } from './DepartmentDialog.tsx';
import type { DepartmentChoice } from './DepartmentTree.tsx';
import { treeOf, type DepartmentNode } from './tree.ts';
import { useDepartmentMenu } from './use-department-menu.tsx';

interface Choice {
  value: string;
  title: string;
  children?: Choice[];
}

/** The departments on a phone: one line that opens. */
export function DepartmentSelect({ departments, chosen, onChoose, mayEdit }: DepartmentChoice) {
  const t = useT();
  const [draft, setDraft] = useState<DepartmentDraft>();
  const menuOf = useDepartmentMenu(setDraft);
  const department = departments.find(({ id }) => id === chosen);
  const choices = useMemo((): Choice[] => [
    { value: '', title: t('organization.people.everyone') },
    { value: 'none', title: t('organization.people.without') },
    ...treeOf(departments).map(choiceOf),
  ], [departments, t]);
  return (
    <div className="department-select">
      <TreeSelect value={chosen ?? ''} treeData={choices} treeDefaultExpandAll aria-label={t('organization.department.tree')} onChange={(value: string) => onChoose(value === '' ? undefined : value)} />
      {mayEdit && (
        <MenuButton align="end" label={department ? t('organization.department.more', { name: department.name }) : t('organization.department.tree')} items={[
          { id: 'create', title: t('organization.department.create'), icon: <PlusOutlined />, onSelect: () => setDraft({ parentId: null }) },
          ...(department ? menuOf(department) : []),
        ]} />
      )}
      {draft && <DepartmentDialog draft={draft} onClose={() => setDraft(undefined)} />}
    </div>
  );
}

function choiceOf({ department, children }: DepartmentNode): Choice {
  return { value: department.id, title: department.name, children: children.map(choiceOf) };
}
