import { organizationApi, type EnterpriseRole, type Person } from '@formwork/contract/organization/api.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { PasswordDialog } from './PasswordDialog.tsx';

interface Values {
  login: string;
  name: string;
  role: EnterpriseRole;
  department: string[];
  superior: string[];
}

const loginRule = /^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/;
const refresh = [organizationApi.listPeople, organizationApi.listDepartments];

/** A new person, whose password is then shown once, or one that is there. */
export function PersonDialog({ person, departmentId, onClose }: { person?: Person; departmentId?: string | undefined; onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const [made, setMade] = useState<{ person: Person; password: string }>();
  const create = useCommand(organizationApi.createPerson, { refresh, onDone: setMade });
  const update = useCommand(organizationApi.updatePerson, { refresh, onDone: onClose });
  const submit = ({ login, name, role, department, superior }: Values) => {
    const place = { name: name.trim(), departmentId: department[0] ?? null, superiorId: superior[0] ?? null };
    if (!person) return create.run({ body: { ...place, login: login.trim(), role } });
    return update.run({ params: { personId: person.id }, body: { ...place, ...(role === person.role ? {} : { role }) } });
  };
  if (made) return <PasswordDialog name={made.person.name} login={made.person.login} password={made.password} onClose={onClose} />;
  const chosen = person?.department?.id ?? departmentId;
  return (
    <Modal open title={t(person ? 'organization.person.edit' : 'organization.person.create')} okText={t('organization.person.save')} onOk={form.submit} onCancel={onClose} confirmLoading={create.pending || update.pending} destroyOnHidden>
      <Form form={form} layout="vertical" requiredMark="optional" autoComplete="off" onFinish={submit}
        initialValues={{ login: person?.login ?? '', name: person?.name ?? '', role: person?.role ?? 'user', department: chosen ? [chosen] : [], superior: person?.superior ? [person.superior.id] : [] }}>
        <Form.Item name="name" label={t('organization.person.name')} rules={[{ required: true, whitespace: true, message: t('organization.person.name_required') }]}><Input autoFocus maxLength={60} /></Form.Item>
        <Form.Item name="login" label={t('organization.person.login')} extra={person ? undefined : t('organization.person.login_help')} rules={person ? [] : [{ required: true, pattern: loginRule, transform: (value: string) => value.trim(), message: t('organization.person.login_required') }]}>
          <Input maxLength={64} disabled={person !== undefined} />
        </Form.Item>
        <Form.Item name="role" label={t('organization.person.role')} extra={person && !person.can.changeRole ? t('organization.person.role_own') : undefined}>
          <Select disabled={person !== undefined && !person.can.changeRole} options={enterpriseRoles.map((value) => ({ value, label: t(`organization.role.${value}`) }))} />
        </Form.Item>
        <Form.Item name="department" label={t('organization.person.department')}><DepartmentPicker /></Form.Item>
        <Form.Item name="superior" label={t('organization.person.superior')}><PersonPicker /></Form.Item>
      </Form>
    </Modal>
  );
}
