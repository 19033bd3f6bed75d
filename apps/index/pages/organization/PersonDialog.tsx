import { organizationApi } from '@formwork/contract/organization/api.ts';
import {
  genders,
  loginPattern,
  type EnterpriseRole,
  type Gender,
  type Person,
} from '@formwork/contract/organization/people.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import { today } from '@formwork/web/inputs/wall-clock.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PasswordDialog } from '@formwork/web/session/PasswordDialog.tsx';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { PostPicker } from '@formwork/web/pickers/PostPicker.tsx';
import { useMayAdminister } from '@formwork/web/session/administering.tsx';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Select } from 'antd';
import { useEffect, useState } from 'react';
import { PartTimeFields, type PartTimeValue } from './PartTimeFields.tsx';
import { peopleReadings } from './use-people.ts';

interface Values {
  login: string;
  name: string;
  role: EnterpriseRole;
  department: string[];
  post: string[];
  superior: string[];
  partTime: PartTimeValue[];
  supplierId: string | undefined;
  gender: Gender | undefined;
  birthday: string | null;
  email: string;
  phone: string;
  extension: string;
  entryDate: string | null;
  jobDescription: string;
}

const ordinary = ['user'] as const;

/** A new person, whose password is then shown once, or one that is there. */
export function PersonDialog({
  person,
  departmentId,
  onClose,
}: {
  person?: Person;
  departmentId?: string | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const [made, setMade] = useState<{ person: Person; password: string }>();
  const administers = useMayAdminister('people') === 'all';
  const suppliers = useQuery({ ...q(organizationApi.listSuppliers), enabled: administers }).data ?? [];
  const create = useCommand(organizationApi.createPerson, {
    refresh: peopleReadings,
    onDone: setMade,
    onPrepared: onClose,
  });
  const update = useCommand(organizationApi.updatePerson, {
    refresh: peopleReadings,
    onDone: onClose,
    onPrepared: onClose,
  });
  useEffect(() => {
    if (create.error?.code === 'identity.account.login_taken')
      form.setFields([{ name: 'login', errors: [create.errorText ?? ''] }]);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new refusal stands at its field, a new text does not
  }, [create.error]);
  const submit = (values: Values) => {
    const body = bodyOf(values);
    if (!person) return create.run({ body: { ...body, login: values.login.trim(), role: values.role } });
    return update.run({
      params: { personId: person.id },
      body: { ...body, ...(values.role === person.role ? {} : { role: values.role }) },
    });
  };
  if (made)
    return (
      <PasswordDialog name={made.person.name} login={made.person.login} password={made.password} onClose={onClose} />
    );
  return (
    <Modal
      open
      width={720}
      title={t(person ? 'organization.person.edit' : 'organization.person.create')}
      okText={t('organization.person.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={create.pending || update.pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        autoComplete="off"
        scrollToFirstError
        onFinish={submit}
        initialValues={valuesOf(person, departmentId)}
      >
        <h3 className="person-section">{t('organization.person.section_account')}</h3>
        <div className="person-grid">
          <Form.Item
            name="name"
            label={t('organization.person.name')}
            rules={[{ required: true, whitespace: true, message: t('organization.person.name_required') }]}
          >
            <Input autoFocus maxLength={60} />
          </Form.Item>
          <Form.Item
            name="login"
            label={t('organization.person.login')}
            extra={person ? undefined : t('organization.person.login_help')}
            rules={
              person
                ? []
                : [
                    {
                      required: true,
                      pattern: loginPattern,
                      transform: (value: string) => value.trim(),
                      message: t('organization.person.login_required'),
                    },
                  ]
            }
          >
            <Input maxLength={64} disabled={person !== undefined} />
          </Form.Item>
          <Form.Item
            name="role"
            label={t('organization.person.role')}
            extra={administers && person && !person.can.changeRole ? t('organization.person.role_own') : undefined}
          >
            <Select
              disabled={person !== undefined && !person.can.changeRole}
              options={(administers || person ? enterpriseRoles : ordinary).map((value) => ({
                value,
                label: t(`organization.role.${value}`),
              }))}
            />
          </Form.Item>
          {administers && (suppliers.length > 0 || person?.supplier) && (
            <Form.Item
              name="supplierId"
              label={t('organization.person.supplier')}
              extra={t('organization.person.supplier_help')}
            >
              <Select
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                options={suppliers
                  .filter(({ id, disabled }) => !disabled || id === person?.supplier?.id)
                  .map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Form.Item>
          )}
        </div>
        <h3 className="person-section">{t('organization.person.section_positions')}</h3>
        <div className="person-grid">
          <Form.Item
            name="department"
            label={t('organization.person.department')}
            rules={administers ? [] : [{ required: true, message: t('organization.delegates.department_required') }]}
          >
            <DepartmentPicker />
          </Form.Item>
          <Form.Item name="post" label={t('organization.person.post')}>
            <PostPicker />
          </Form.Item>
          <Form.Item name="superior" label={t('organization.person.superior')}>
            <PersonPicker except={person ? [person.id] : []} />
          </Form.Item>
          <Form.Item name="entryDate" label={t('organization.person.entered_on')}>
            <Day />
          </Form.Item>
        </div>
        <PartTimeFields />
        <h3 className="person-section">{t('organization.person.section_details')}</h3>
        <div className="person-grid">
          <Form.Item name="gender" label={t('organization.person.gender')}>
            <Select
              allowClear
              options={genders.map((value) => ({ value, label: t(`organization.person.gender_${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="birthday" label={t('organization.person.birthday')}>
            <Day latest={today()} />
          </Form.Item>
          <Form.Item
            name="phone"
            label={t('organization.person.phone')}
            rules={[{ pattern: /^[0-9+() -]*$/, message: t('organization.person.phone_wrong') }]}
          >
            <Input maxLength={30} inputMode="tel" />
          </Form.Item>
          <Form.Item
            name="email"
            label={t('organization.person.email')}
            rules={[{ type: 'email', message: t('organization.person.email_wrong') }]}
          >
            <Input maxLength={100} inputMode="email" />
          </Form.Item>
          <Form.Item name="extension" label={t('organization.person.extension')}>
            <Input maxLength={20} />
          </Form.Item>
        </div>
        <Form.Item name="jobDescription" label={t('organization.person.duties')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** What a form item hands over. */
function Day({
  value = null,
  onChange,
  ...input
}: {
  value?: string | null;
  onChange?: (day: string | null) => void;
  id?: string;
  latest?: string;
}) {
  return <DayInput {...input} value={value} onChange={(day) => onChange?.(day)} />;
}

function valuesOf(person: Person | undefined, departmentId: string | undefined): Values {
  const department = person ? person.department?.id : departmentId;
  const ids = (one: { id: string } | null | undefined) => (one ? [one.id] : []);
  return {
    login: person?.login ?? '',
    name: person?.name ?? '',
    role: (person?.role ?? 'user') as EnterpriseRole,
    department: department ? [department] : [],
    post: ids(person?.post),
    superior: ids(person?.superior),
    partTime: (person?.partTime ?? []).map((position) => ({
      department: [position.department.id],
      post: ids(position.post),
    })),
    supplierId: person?.supplier?.id,
    gender: person?.gender ?? undefined,
    birthday: person?.birthday ?? null,
    email: person?.email ?? '',
    phone: person?.phone ?? '',
    extension: person?.extension ?? '',
    entryDate: person?.entryDate ?? null,
    jobDescription: person?.jobDescription ?? '',
  };
}

function bodyOf({
  name,
  department,
  post,
  superior,
  partTime,
  supplierId,
  gender,
  birthday,
  email,
  phone,
  extension,
  entryDate,
  jobDescription,
}: Values) {
  return {
    name: name.trim(),
    departmentId: department[0] ?? null,
    postId: post[0] ?? null,
    superiorId: superior[0] ?? null,
    partTime: partTime.map((position) => ({ departmentId: position.department[0]!, postId: position.post[0] ?? null })),
    ...(supplierId === undefined ? { supplierId: null } : { supplierId }),
    gender: gender ?? null,
    birthday,
    email: email.trim(),
    phone: phone.trim(),
    extension: extension.trim(),
    entryDate,
    jobDescription: jobDescription.trim(),
  };
}
