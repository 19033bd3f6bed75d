import { formsApi } from '@formwork/contract/forms/api.ts';
import type { System } from '@formwork/contract/forms/systems.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { Choice } from '@formwork/web/pickers/choice.ts';
import { IconPicker } from '@formwork/web/pickers/IconPicker.tsx';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { Form, Input, Modal } from 'antd';

interface Values {
  zh: string;
  en: string;
  icon: string | null;
  administrators: Choice[];
}

/** A new system, or names, icon and administrators of one that is there. */
export function SystemDialog({ system, onClose }: { system?: System; onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const options = { refresh: [formsApi.listSystems], onDone: onClose };
  const create = useCommand(formsApi.createSystem, options);
  const update = useCommand(formsApi.updateSystem, options);
  const submit = ({ zh, en, icon, administrators }: Values) => {
    const body = {
      title: { zh: zh.trim(), ...(en.trim() === '' ? {} : { en: en.trim() }) },
      icon,
      administrators: administrators.map(({ id }) => id),
    };
    return system ? update.run({ params: { systemId: system.id }, body }) : create.run({ body });
  };
  const initial: Values = {
    zh: system?.title.zh ?? '',
    en: system?.title.en ?? '',
    icon: system?.icon ?? null,
    administrators: (system?.administrators ?? []).map(({ id, name }) => ({ kind: 'people', id, name })),
  };
  return (
    <Modal
      open
      title={t(system ? 'systems.edit' : 'systems.create')}
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
        <Form.Item name="icon" label={t('shell.icon.choose')}>
          <IconPicker usual="systems" />
        </Form.Item>
        <Form.Item name="administrators" label={t('systems.administrators')} extra={t('systems.administrators_hint')}>
          <OrganizationScope kinds={['people']} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
