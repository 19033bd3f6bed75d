import { departmentParts, type DepartmentPart } from '@formwork/contract/delegated.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { MomentInput } from '@formwork/web/inputs/MomentInput.tsx';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { can, looksAfter } from '@formwork/web/session/session.ts';
import { Alert, Checkbox, Modal } from 'antd';
import { useState } from 'react';

/** Lets somebody look after a department; whoever does so themselves offers what they have. */
export function DelegateDialog({ departmentId, onClose }: { departmentId: string | undefined; onClose: () => void }) {
  const t = useT();
  const [person, setPerson] = useState<string[]>([]);
  const [department, setDepartment] = useState(departmentId === undefined ? [] : [departmentId]);
  const [may, setMay] = useState<DepartmentPart[]>([]);
  const [until, setUntil] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const give = useCommand(organizationApi.giveDelegatedAdmin, {
    refresh: [organizationApi.listDelegatedAdmins],
    quiet: true,
    onDone: onClose,
    onPrepared: onClose,
  });
  const missing: Partial<Record<string, string>> = {
    ...(person.length === 0 && { personId: t('organization.delegates.person_required') }),
    ...(department.length === 0 && { departmentId: t('organization.delegates.department_required') }),
    ...(may.length === 0 && { may: t('organization.delegates.may_required') }),
  };
  const errorOf = (field: string) => (tried ? missing[field] : undefined) ?? give.fieldErrors[field];
  const offered = departmentParts.filter((part) => can('organization.delegate.edit') || looksAfter(part));
  const send = () => {
    setTried(true);
    const [personId] = person;
    const [where] = department;
    if (personId === undefined || where === undefined || may.length === 0) return;
    void give.run({ body: { personId, departmentId: where, may, until } });
  };
  return (
    <Modal
      open
      title={t('organization.delegates.give')}
      okText={t('organization.delegates.give_ok')}
      confirmLoading={give.pending}
      onOk={send}
      onCancel={onClose}
    >
      <div className="organization-stack">
        <FieldRow name="personId" required label={t('organization.delegates.person')} error={errorOf('personId')}>
          {(input) => <PersonPicker {...input} value={person} onChange={setPerson} />}
        </FieldRow>
        <FieldRow
          name="departmentId"
          required
          label={t('organization.delegates.department')}
          help={t('organization.delegates.department_help')}
          error={errorOf('departmentId')}
        >
          {(input) => <DepartmentPicker {...input} value={department} onChange={setDepartment} />}
        </FieldRow>
        <FieldRow name="may" required label={t('organization.delegates.may')} error={errorOf('may')}>
          <Checkbox.Group
            className="organization-parts"
            value={may}
            onChange={setMay}
            options={offered.map((value) => ({ value, label: t(`organization.delegates.may_${value}`) }))}
          />
        </FieldRow>
        <FieldRow
          name="until"
          label={t('organization.delegates.until')}
          help={t('organization.delegates.until_help')}
          error={errorOf('until')}
        >
          {(input) => <MomentInput {...input} value={until} onChange={setUntil} />}
        </FieldRow>
        {give.error && Object.keys(give.fieldErrors).length === 0 && (
          <Alert type="error" showIcon title={give.errorText} />
        )}
      </div>
    </Modal>
  );
}
