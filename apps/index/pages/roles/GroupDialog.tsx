import { organizationApi, type RoleGroup } from '@formwork/contract/organization/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Form, Input, Modal } from 'antd';

/** A new role group, or another name for one that is there. */
export function GroupDialog({ group, onClose }: { group?: RoleGroup; onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<{ name: string }>();
  const options = { refresh: [organizationApi.listRoleGroups], onDone: onClose };
  const create = useCommand(organizationApi.createRoleGroup, options);
  const update = useCommand(organizationApi.updateRoleGroup, options);
  const submit = (body: { name: string }) =>
    group ? update.run({ params: { groupId: group.id }, body }) : create.run({ body });
  return (
    <Modal
      open
      title={t(group ? 'rights.group_edit' : 'rights.group_new')}
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
        initialValues={{ name: group?.name ?? '' }}
      >
        <Form.Item
          name="name"
          label={t('rights.group_name')}
          rules={[{ required: true, whitespace: true, message: t('rights.group_name_required') }]}
        >
          <Input autoFocus maxLength={60} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
