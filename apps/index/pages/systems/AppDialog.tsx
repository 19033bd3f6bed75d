import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { IconPicker } from '@formwork/web/pickers/IconPicker.tsx';
import { Form, Input, Modal } from 'antd';

interface Values {
  zh: string;
  en: string;
  category: string;
  icon: string | null;
}

/** How an application is called and looks, for whoever puts systems in order; what is in it is designed elsewhere. A new one of a system, or one that is there. */
export function AppDialog({ app, systemId, onClose }: { app?: App; systemId?: string | null; onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const options = { refresh: [formsApi.listApps], onDone: onClose };
  const create = useCommand(formsApi.createApp, options);
  const update = useCommand(formsApi.updateApp, { ...options, onPrepared: onClose });
  const submit = ({ zh, en, category, icon }: Values) => {
    const body = {
      title: { zh: zh.trim(), ...(en.trim() === '' ? {} : { en: en.trim() }) },
      icon,
      category: category.trim() || null,
    };
    return app
      ? update.run({ params: { appId: app.id }, body })
      : create.run({ body: { ...body, systemId: systemId ?? null } });
  };
  const initial: Values = {
    zh: app?.title.zh ?? '',
    en: app?.title.en ?? '',
    category: app?.category ?? '',
    icon: app?.icon ?? null,
  };
  return (
    <Modal
      open
      title={t(app ? 'systems.app_edit' : 'systems.app_create')}
      okText={t('systems.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={create.pending || update.pending}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" requiredMark="optional" onFinish={submit} initialValues={initial}>
        <Form.Item
          name="zh"
          label={t('systems.name_zh')}
          rules={[{ required: true, whitespace: true, message: t('systems.name_required') }]}
        >
          <Input autoFocus maxLength={200} />
        </Form.Item>
        <Form.Item name="en" label={t('systems.name_en')}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="category" label={t('systems.category')}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="icon" label={t('shell.icon.choose')}>
          <IconPicker usual="apps" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
