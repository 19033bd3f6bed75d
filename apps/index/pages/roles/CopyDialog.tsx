import { formsApi } from '@formwork/contract/forms/api.ts';
import { organizationApi, type RoleView } from '@formwork/contract/organization/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Form, Input, Modal } from 'antd';

/** A new role with everything that another may do, held by nobody yet. */
export function CopyDialog({
  role,
  onClose,
  onDone,
}: {
  role: RoleView;
  onClose: () => void;
  onDone: (id: string) => void;
}) {
  const t = useT();
  const [form] = Form.useForm<{ name: string }>();
  const copy = useCommand(formsApi.copyRole, {
    refresh: [
      organizationApi.listRoles,
      organizationApi.pickRoles,
      organizationApi.listPageRights,
      formsApi.getSubjectRules,
    ],
    onDone: ({ id }) => {
      onClose();
      onDone(id);
    },
  });
  return (
    <Modal
      open
      title={t('rights.copy_title', { name: role.name })}
      okText={t('rights.copy')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={copy.pending}
      destroyOnHidden
    >
      <p>{t('rights.copy_hint')}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        onFinish={(body) => void copy.run({ params: { roleId: role.id }, body })}
        initialValues={{ name: t('rights.copy_name', { name: role.name }).slice(0, 60) }}
      >
        <Form.Item
          name="name"
          label={t('organization.roles.name')}
          rules={[{ required: true, whitespace: true, message: t('organization.roles.name_required') }]}
        >
          <Input autoFocus maxLength={60} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
