import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import type { System } from '@formwork/contract/forms/systems.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SubmitByEnter } from '@formwork/ui/submit-by-enter.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { IconPicker } from '@formwork/web/pickers/IconPicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Form, Input, Modal, Radio, Select } from 'antd';
import { titleFrom } from './title-fields.ts';

interface Values {
  zh: string;
  en?: string;
  icon: string | null;
  category?: string;
  /** Of a new one. */
  kind?: App['kind'];
  systemId?: string;
}

/** A new application, or the name of one that is there. */
export function AppDialog({ app, systems, onClose }: { app?: App; systems: System[]; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [form] = Form.useForm<Values>();
  const categories = [...new Set(useQuery(q(formsApi.listApps)).data?.apps.flatMap(({ category }) => category ?? []))];
  const options = { refresh: [formsApi.listApps], onDone: onClose };
  const create = useCommand(formsApi.createApp, options);
  const update = useCommand(formsApi.updateApp, options);
  const submit = ({ zh, en, icon, systemId, category: given, kind }: Values) => {
    const title = titleFrom(zh, en);
    const category = given?.trim() || null;
    return app ? update.run({ params: { appId: app.id }, body: { title, icon, category } }) : create.run({ body: { title, icon, category, ...(kind && { kind }), ...(systemId === undefined ? {} : { systemId }) } });
  };
  return (
    <Modal open title={t(app ? 'design.apps.rename' : 'design.apps.create')} okText={t('design.action.save')} onOk={form.submit} onCancel={onClose} confirmLoading={create.pending || update.pending} destroyOnHidden>
      <Form form={form} layout="vertical" requiredMark="optional" onFinish={submit} initialValues={{ zh: app?.title.zh, en: app?.title.en, icon: app?.icon ?? null, category: app?.category ?? '', kind: app?.kind ?? 'forms' }}>
        <Form.Item name="zh" label={t('design.field.name_zh')} rules={[{ required: true, whitespace: true, max: 200, message: t('design.apps.name_required') }]}><Input autoFocus maxLength={200} /></Form.Item>
        <Form.Item name="en" label={t('design.field.name_en')}><Input maxLength={200} /></Form.Item>
        {!app && <Form.Item name="kind" label={t('design.apps.kind')} required><Radio.Group options={[{ value: 'forms', label: t('design.apps.kind_forms') }, { value: 'files', label: t('design.apps.kind_files') }]} /></Form.Item>}
        <Form.Item name="icon" label={t('shell.icon.choose')}><IconPicker /></Form.Item>
        <Form.Item name="category" label={t('design.apps.category')} extra={t('design.apps.category_hint')}><AutoComplete maxLength={40} options={categories.map((value) => ({ value }))} /></Form.Item>
        {!app && systems.length > 0 && (
          <Form.Item name="systemId" label={t('design.apps.system')}>
            <Select allowClear options={systems.map((system) => ({ value: system.id, label: textIn(system.title, locale) }))} />
          </Form.Item>
        )}
        <SubmitByEnter busy={create.pending || update.pending} />
      </Form>
    </Modal>
  );
}
