import type { Text } from '@formwork/contract/text.ts';
import { SubmitByEnter } from '@formwork/ui/input/submit-by-enter.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox, Form, Input, Modal } from 'antd';
import { bothTexts } from '../settings/form/new-texts.ts';
import { titleFrom } from './title-fields.ts';

const copyOf = bothTexts('design.copy.of');
const place = '{{title}}';

interface Values {
  zh: string;
  en?: string;
  withRules?: boolean;
}

/** The name of a copy, and whether the same people may use it. */
export function CopyDialog({
  title,
  heading,
  pending,
  onCopy,
  onClose,
}: {
  title: Text;
  heading: string;
  pending: boolean;
  onCopy: (title: Text, withRules: boolean) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  return (
    <Modal
      open
      title={heading}
      okText={t('design.copy.copy')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        onFinish={({ zh, en, withRules }) => onCopy(titleFrom(zh, en), withRules === true)}
        initialValues={{
          zh: copyOf.zh.replace(place, title.zh),
          en: title.en && copyOf.en?.replace(place, title.en),
          withRules: false,
        }}
      >
        <Form.Item
          name="zh"
          label={t('design.field.name_zh')}
          rules={[{ required: true, whitespace: true, max: 200, message: t('design.apps.name_required') }]}
        >
          <Input autoFocus maxLength={200} />
        </Form.Item>
        <Form.Item name="en" label={t('design.field.name_en')}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="withRules" valuePropName="checked" extra={t('design.copy.hint')}>
          <Checkbox>{t('design.copy.with_rules')}</Checkbox>
        </Form.Item>
        <SubmitByEnter busy={pending} />
      </Form>
    </Modal>
  );
}
