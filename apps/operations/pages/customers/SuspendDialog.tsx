import { customersApi, suspensionReasonLength, type Customer } from '@formwork/contract/operations/customers.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Form, Input, Modal } from 'antd';

/** What happens to the enterprise's people is said before. */
export function SuspendDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<{ because: string }>();
  const suspend = useCommand(customersApi.suspend, { refresh: [customersApi.list], onDone: onClose });
  return (
    <Modal
      open
      title={t('operations.customers.suspend_title', { name: customer.name })}
      okText={t('operations.customers.suspend')}
      okButtonProps={{ danger: true }}
      confirmLoading={suspend.pending}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        onFinish={({ because }) => suspend.run({ params: { customerId: customer.id }, body: { because } })}
      >
        <Alert
          className="operations-warning"
          type="warning"
          showIcon
          title={t('operations.customers.suspend_hint', { count: customer.usage.people })}
        />
        <Form.Item
          name="because"
          label={t('operations.customers.because')}
          rules={[{ required: true, whitespace: true, message: t('operations.customers.because_required') }]}
        >
          <Input autoFocus maxLength={suspensionReasonLength} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
