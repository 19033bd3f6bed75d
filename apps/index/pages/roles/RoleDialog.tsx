import { organizationApi, type RoleGroup, type RoleView } from '@formwork/contract/organization/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { Form, Input, Modal, Select } from 'antd';
import { SystemSelect } from '../delegates/SystemSelect.tsx';

interface Values {
  name: string;
  description: string;
  groupId?: string | null;
  systemId?: string | null;
}

/** A new role, or name, description, group and system of one that is there. */
export function RoleDialog({
  role,
  groups,
  onClose,
  onDone,
}: {
  role?: RoleView;
  groups: RoleGroup[];
  onClose: () => void;
  onDone?: (role: RoleView) => void;
}) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const options = {
    onPrepared: onClose,
    refresh: [organizationApi.listRoles, organizationApi.pickRoles],
    onDone: (saved: RoleView) => {
      onClose();
      onDone?.(saved);
    },
  };
  const create = useCommand(organizationApi.createRole, options);
  const update = useCommand(organizationApi.updateRole, options);
  const all = useCan()('organization.role.edit');
  const submit = ({ groupId, systemId, ...texts }: Values) => {
    const system = systemId ?? null;
    // where it stays where it is nothing is said of it: moving it is a change of rights
    const values = {
      ...texts,
      groupId: groupId ?? null,
      ...(system === (role?.systemId ?? null) ? {} : { systemId: system }),
    };
    return role ? update.run({ params: { roleId: role.id }, body: values }) : create.run({ body: values });
  };
  return (
    <Modal
      open
      title={t(role ? 'organization.roles.edit' : 'organization.roles.create')}
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
        onFinish={submit}
        initialValues={{
          name: role?.name ?? '',
          description: role?.description ?? '',
          groupId: role?.groupId,
          systemId: role?.systemId,
        }}
      >
        <Form.Item
          name="name"
          label={t('organization.roles.name')}
          rules={[{ required: true, whitespace: true, message: t('organization.roles.name_required') }]}
        >
          <Input autoFocus maxLength={60} />
        </Form.Item>
        <Form.Item name="description" label={t('organization.roles.description')}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
        <Form.Item
          name="systemId"
          label={t('organization.delegates.system')}
          extra={t('organization.roles.system_hint')}
          rules={all ? [] : [{ required: true, message: t('organization.delegates.system_required') }]}
        >
          <SystemChoice all={all} />
        </Form.Item>
        {groups.length > 0 && (
          <Form.Item name="groupId" label={t('rights.group')}>
            <Select
              allowClear
              placeholder={t('rights.no_group')}
              options={groups.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}

/** As the form hands it its value; whoever looks after systems chooses among these. */
function SystemChoice({
  all,
  id,
  value,
  onChange,
}: {
  all: boolean;
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
}) {
  return (
    <SystemSelect
      id={id}
      parts={['roles']}
      allowClear={all}
      value={value ?? undefined}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
