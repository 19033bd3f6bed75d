import { organizationApi, type RoleGroup, type RoleView } from '@formwork/contract/organization/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Form, Input, Modal, Select } from 'antd';

interface Values {
  name: string;
  description: string;
  groupId?: string | null;
}

/** A new role, or name, description and group of one that is there. */
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
  const submit = ({ groupId, ...texts }: Values) => {
    const values = { ...texts, groupId: groupId ?? null };
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
        initialValues={{ name: role?.name ?? '', description: role?.description ?? '', groupId: role?.groupId }}
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
