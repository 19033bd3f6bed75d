import { formsApi } from '@formwork/contract/forms/api.ts';
import { SubmitByEnter } from '@formwork/ui/input/submit-by-enter.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Form, Input, Modal } from 'antd';
import { paths } from '../../paths.ts';
import { titleFrom } from './title-fields.ts';

interface Values {
  zh: string;
  en?: string;
}

/** A blank form; its designer opens at once. */
export function FormDialog({ appId, onClose }: { appId: string; onClose: () => void }) {
  const t = useT();
  const router = useRouter();
  const [form] = Form.useForm<Values>();
  const create = useCommand(formsApi.createForm, {
    refresh: [formsApi.listApps],
    onDone: ({ id }) => void router.go(paths.formSettings(appId, id)),
  });
  return (
    <Modal
      open
      title={t('design.forms.create_blank')}
      okText={t('design.action.create')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={create.pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        onFinish={({ zh, en }) => create.run({ params: { appId }, body: { title: titleFrom(zh, en) } })}
      >
        <Form.Item
          name="zh"
          label={t('design.field.name_zh')}
          rules={[{ required: true, whitespace: true, message: t('design.forms.name_required') }]}
        >
          <Input autoFocus maxLength={200} />
        </Form.Item>
        <Form.Item name="en" label={t('design.field.name_en')}>
          <Input maxLength={200} />
        </Form.Item>
        <SubmitByEnter busy={create.pending} />
      </Form>
    </Modal>
  );
}
