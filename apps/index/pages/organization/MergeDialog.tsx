import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Department } from '@formwork/contract/organization/departments.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { Alert, Modal } from 'antd';
import { useState } from 'react';

/** Where the people and departments of one department go. */
export function MergeDialog({ department, onClose }: { department: Department; onClose: () => void }) {
  const t = useT();
  const [into, setInto] = useState<string[]>([]);
  const merge = useCommand(organizationApi.mergeDepartment, {
    refresh: [
      organizationApi.listTree,
      organizationApi.pickDepartments,
      organizationApi.getDepartment,
      organizationApi.listPeople,
    ],
    onDone: onClose,
    onPrepared: onClose,
    quiet: true,
  });
  const [intoId] = into;
  return (
    <Modal
      open
      title={t('organization.department.merge_title', { name: department.name })}
      okText={t('organization.department.merge_ok')}
      okButtonProps={{ disabled: intoId === undefined, danger: true }}
      confirmLoading={merge.pending}
      onCancel={onClose}
      onOk={() => intoId !== undefined && void merge.run({ params: { departmentId: department.id }, body: { intoId } })}
      destroyOnHidden
    >
      <div className="organization-stack">
        <label className="organization-field">
          {t('organization.department.merge_into')}
          <DepartmentPicker
            except={[department.id]}
            value={into}
            onChange={setInto}
            aria-label={t('organization.department.merge_into')}
          />
        </label>
        <p className="organization-quiet">{t('organization.department.merge_hint', { name: department.name })}</p>
        {merge.errorText && <Alert type="error" showIcon title={merge.errorText} />}
      </div>
    </Modal>
  );
}
