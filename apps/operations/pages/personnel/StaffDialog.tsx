import { loginPattern } from '@formwork/contract/organization/people.ts';
import { operatorRolesApi, personnelApi, type StaffMember } from '@formwork/contract/operations/staff.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PasswordDialog } from '@formwork/web/session/PasswordDialog.tsx';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';

interface Values {
  name: string;
  login: string;
  extent: 'everything' | 'roles';
  roleIds: string[];
}

const refresh = [personnelApi.list, operatorRolesApi.list];

/** Somebody new, whose one-time password is then shown once, or somebody who is there. */
export function StaffDialog({ person, onClose }: { person?: StaffMember; onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const extent = Form.useWatch('extent', form);
  const [made, setMade] = useState<{ person: StaffMember; password: string }>();
  const mayReadRoles = useCan()('operations.role.read');
  const roles = useQuery({ ...q(operatorRolesApi.list), enabled: mayReadRoles }).data ?? person?.roles ?? [];
  const create = useCommand(personnelApi.create, { refresh, onDone: setMade });
  const update = useCommand(personnelApi.update, { refresh, onDone: onClose });
  const { pending, fieldErrors } = person ? update : create;
  const submit = ({ name, login, extent: chosen, roleIds }: Values) => {
    const body = {
      name: name.trim(),
      everything: chosen === 'everything',
      roleIds: chosen === 'everything' ? [] : roleIds,
    };
    return person
      ? update.run({ params: { personId: person.id }, body })
      : create.run({ body: { ...body, login: login.trim() } });
  };
  const refused = (field: string) =>
    fieldErrors[field] === undefined ? {} : { validateStatus: 'error' as const, help: fieldErrors[field] };
  if (made)
    return (
      <PasswordDialog name={made.person.name} login={made.person.login} password={made.password} onClose={onClose} />
    );
  return (
    <Modal
      open
      width={560}
      title={t(person ? 'operations.staff.edit_title' : 'operations.staff.create')}
      okText={t('operations.customers.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        autoComplete="off"
        onFinish={submit}
        initialValues={{
          name: person?.name ?? '',
          login: person?.login ?? '',
          extent: person?.everything ? 'everything' : 'roles',
          roleIds: person?.roles.map(({ id }) => id) ?? [],
        }}
      >
        <div className="operations-grid">
          <Form.Item
            name="name"
            label={t('operations.users.name')}
            {...refused('name')}
            rules={[{ required: true, whitespace: true, message: t('organization.person.name_required') }]}
          >
            <Input autoFocus maxLength={60} />
          </Form.Item>
          <Form.Item
            name="login"
            label={t('operations.users.login')}
            {...refused('login')}
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
        </div>
        <Form.Item name="extent" required label={t('operations.staff.holds')}>
          <Radio.Group
            options={[
              { value: 'roles', label: t('operations.staff.by_roles') },
              { value: 'everything', label: t('operations.staff.everything') },
            ]}
          />
        </Form.Item>
        {extent !== 'everything' && (
          <Form.Item
            name="roleIds"
            label={t('operations.staff.roles')}
            {...refused('roleIds')}
            extra={t('operations.staff.roles_help')}
          >
            <Select
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              options={roles.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
