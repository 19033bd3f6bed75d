import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import { appTemplates, templateIds, type TemplateId } from '@formwork/contract/forms/templates/templates.ts';
import type { System } from '@formwork/contract/forms/systems.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SubmitByEnter } from '@formwork/ui/input/submit-by-enter.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { hueOfApp } from '@formwork/web/apps/face.tsx';
import { FacePicker, type Face } from '@formwork/web/pickers/FacePicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Form, Input, Modal, Radio, Select } from 'antd';
import { titleFrom } from './title-fields.ts';

interface Values {
  zh: string;
  en?: string;
  face: Face;
  category?: string;
  /** Of a new one: blank, a template of the product, or an application to be copied. */
  begin?: string;
  kind?: App['kind'];
  systemId?: string;
}

/** A new application, or the name of one that is there. */
export function AppDialog({ app, systems, onClose }: { app?: App; systems: System[]; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [form] = Form.useForm<Values>();
  const apps = useQuery(q(formsApi.listApps)).data?.apps ?? [];
  const categories = [...new Set(apps.flatMap(({ category }) => category ?? []))];
  const own = apps.filter(({ template }) => template === true);
  const begin = Form.useWatch('begin', form) ?? blank;
  const name = Form.useWatch('zh', form) ?? '';
  const options = { refresh: [formsApi.listApps], onDone: onClose };
  const create = useCommand(formsApi.createApp, options);
  const update = useCommand(formsApi.updateApp, options);
  const copy = useCommand(formsApi.copyApp, options);
  const fill = useCommand(formsApi.appFromTemplate, options);
  const submit = ({ zh, en, face, systemId, category: given, kind, begin: from = blank }: Values) => {
    const title = titleFrom(zh, en);
    const category = given?.trim() || null;
    const template = templateIds.find((id) => id === from);
    if (template) return fill.run({ body: { title, template, ...face, category, ...(systemId && { systemId }) } });
    if (!app && from !== blank) return copy.run({ params: { appId: from }, body: { title, withRules: false } });
    return app
      ? update.run({ params: { appId: app.id }, body: { title, ...face, category } })
      : create.run({
          body: { title, ...face, category, ...(kind && { kind }), ...(systemId === undefined ? {} : { systemId }) },
        });
  };
  // a copy has the icon, the category and the system of its original
  const copies = begin !== blank && !isTemplate(begin);
  const pending = create.pending || update.pending || copy.pending || fill.pending;
  /** What is begun with gives its name, where nobody has written one. */
  const choose = (from: string) => {
    const zh = (form.getFieldValue('zh') as string | undefined) ?? '';
    const en = (form.getFieldValue('en') as string | undefined) ?? '';
    const titles = [...templateIds.map((id) => appTemplates[id].title), ...own.map(({ title }) => title)];
    if (zh.trim() !== '' && !titles.some((title) => title.zh === zh && (title.en ?? '') === en)) return;
    const title = isTemplate(from) ? appTemplates[from].title : own.find(({ id }) => id === from)?.title;
    form.setFieldsValue({ zh: title?.zh ?? '', en: title?.en ?? '' });
  };
  return (
    <Modal
      open
      title={t(app ? 'design.apps.rename' : 'design.apps.create')}
      okText={t('design.action.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        onFinish={submit}
        initialValues={{
          zh: app?.title.zh,
          en: app?.title.en,
          face: { icon: app?.icon ?? null, hue: app?.hue ?? null },
          category: app?.category ?? '',
          kind: app?.kind ?? 'forms',
          begin: blank,
        }}
      >
        {!app && (
          <Form.Item
            name="begin"
            label={t('design.template.begin')}
            extra={
              isTemplate(begin)
                ? textIn(appTemplates[begin].help, locale)
                : begin === blank
                  ? undefined
                  : t('design.template.own_hint')
            }
          >
            <Select
              onChange={choose}
              options={[
                { value: blank, label: t('design.template.blank') },
                {
                  label: t('design.template.built_in'),
                  options: templateIds.map((id) => ({ value: id, label: textIn(appTemplates[id].title, locale) })),
                },
                ...(own.length > 0
                  ? [
                      {
                        label: t('design.template.own'),
                        options: own.map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
                      },
                    ]
                  : []),
              ]}
            />
          </Form.Item>
        )}
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
        {!app && begin === blank && (
          <Form.Item name="kind" label={t('design.apps.kind')} required>
            <Radio.Group
              options={[
                { value: 'forms', label: t('design.apps.kind_forms') },
                { value: 'files', label: t('design.apps.kind_files') },
              ]}
            />
          </Form.Item>
        )}
        {!copies && (
          <>
            <Form.Item name="face" label={t('shell.face.title')}>
              <FacePicker title={name} usual={hueOfApp(app?.id ?? '')} />
            </Form.Item>
            <Form.Item name="category" label={t('design.apps.category')} extra={t('design.apps.category_hint')}>
              <AutoComplete maxLength={40} options={categories.map((value) => ({ value }))} />
            </Form.Item>
          </>
        )}
        {!app && !copies && systems.length > 0 && (
          <Form.Item name="systemId" label={t('design.apps.system')}>
            <Select
              allowClear
              options={systems.map((system) => ({ value: system.id, label: textIn(system.title, locale) }))}
            />
          </Form.Item>
        )}
        <SubmitByEnter busy={pending} />
      </Form>
    </Modal>
  );
}

const blank = 'blank';

function isTemplate(begin: string): begin is TemplateId {
  return (templateIds as readonly string[]).includes(begin);
}
