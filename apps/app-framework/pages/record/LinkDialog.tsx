import { CopyOutlined } from '@ant-design/icons';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { linkApi, linkMostDays, linkPasswordLength } from '@formwork/contract/records/link.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Checkbox, Form, Input, Modal, Radio, Switch } from 'antd';
import { useState } from 'react';

interface Props {
  formId: string;
  recordId: string;
  definition: FormDefinition;
  /** What the person does not see cannot be shown by them. */
  hidden: readonly string[];
  onClose: () => void;
}

interface Values {
  fields: string[];
  files: boolean;
  days: number;
  password?: string;
}

const days = [1, 7, 30, 90, linkMostDays] as const;

/** Makes a link: what it shows, how long it holds, and what opens it. The address is shown this once. */
export default function LinkDialog({ formId, recordId, definition, hidden, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [address, setAddress] = useState<string>();
  const create = useCommand(linkApi.createLink, { refresh: [linkApi.links], onDone: ({ token }) => setAddress(location.origin + pathTo('share', { token })) });
  const offered = [...definition.fields, ...definition.tables].filter(({ id }) => !hidden.includes(id)).map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
  const submit = ({ fields, files, days: wanted, password }: Values) =>
    create.run({ params: { formId, recordId }, body: { fields, files, expiresAt: new Date(Date.now() + wanted * 86_400_000).toISOString(), password: password || null } });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address ?? '');
      void message.success(t('records.link.copied'));
    } catch {
      // a page without https has no clipboard: the address is selected and can be copied by hand
      document.querySelector<HTMLInputElement>('#share-address')?.select();
    }
  };
  if (address !== undefined) {
    return (
      <Modal open title={t('records.link.made')} onCancel={onClose} footer={<Button type="primary" onClick={onClose}>{t('ui.action.close')}</Button>}>
        <p>{t('records.link.made_hint')}</p>
        <div className="fw-link-address">
          <Input id="share-address" readOnly value={address} aria-label={t('records.link.address')} onFocus={({ target }) => target.select()} />
          <Button icon={<CopyOutlined />} onClick={() => void copy()}>{t('records.link.copy')}</Button>
        </div>
      </Modal>
    );
  }
  return (
    <Modal open title={t('records.link.make')} okText={t('records.link.make')} cancelText={t('ui.action.cancel')} confirmLoading={create.pending} onOk={form.submit} onCancel={onClose}>
      <Form form={form} layout="vertical" requiredMark="optional" onFinish={submit} initialValues={{ fields: [], files: false, days: 7, password: '' } satisfies Values}>
        <Form.Item name="fields" label={t('records.link.show')} extra={t('records.link.show_hint')} rules={[{ required: true, type: 'array', min: 1, message: t('records.link.no_fields') }]}>
          <Checkbox.Group className="fw-link-fields" options={offered} />
        </Form.Item>
        <Form.Item name="files" label={t('records.link.files')} valuePropName="checked"><Switch /></Form.Item>
        <Form.Item name="days" label={t('records.link.lasts')}><Radio.Group options={days.map((value) => ({ value, label: t('records.link.days', { count: value }) }))} /></Form.Item>
        <Form.Item name="password" label={t('records.link.password')} rules={[{ min: linkPasswordLength, message: t('records.link.short_password', { min: linkPasswordLength }) }]}><Input.Password maxLength={200} autoComplete="new-password" /></Form.Item>
      </Form>
    </Modal>
  );
}
