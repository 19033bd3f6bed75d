import {
  EntrySettings,
  kindIcons,
  menuPages,
  navigationApi,
  type EntryPlace,
  type NavEntry,
  type Target,
  type Terminal,
} from '@formwork/contract/console/navigation.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { AnyEndpoint } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { IconPicker } from '@formwork/web/pickers/IconPicker.tsx';
import { RolePicker } from '@formwork/web/pickers/RolePicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select, Switch } from 'antd';
import './navigation.css';

interface Props {
  terminal: Terminal;
  /** One that is there, or kind and place of a new one. */
  entry?: NavEntry;
  kind?: Target['kind'];
  place?: EntryPlace;
  refresh: readonly AnyEndpoint[];
  onDone: () => void;
  onCancel: () => void;
}

interface Values {
  page?: string;
  app?: string;
  form?: string;
  url?: string;
  zh: string;
  en: string;
  icon: string | null;
  newWindow: boolean;
  shown: boolean;
  roles: string[];
  roleGroups: string[];
}

const atTop: EntryPlace = { parentId: null, tab: false };

/** Where an entry leads, how it is called, and to whom it is shown. */
export function EntryForm({
  terminal,
  entry,
  kind = entry?.target.kind ?? 'page',
  place = atTop,
  refresh,
  onDone,
  onCancel,
}: Props) {
  const t = useT();
  const locale = useLocale();
  const [form] = Form.useForm<Values>();
  const app = Form.useWatch('app', form);
  const apps = useQuery({ ...q(formsApi.listApps), enabled: kind === 'app' }).data?.apps ?? [];
  const groups = useQuery(q(organizationApi.listRoleGroups)).data ?? [];
  const create = useCommand(navigationApi.createEntry, { refresh, onDone });
  const update = useCommand(navigationApi.updateEntry, { refresh, onDone });
  const isNamed = kind === 'group' || kind === 'link';
  const targetOf = ({ page = '', app: appId = '', form: formId, url = '' }: Values): Target =>
    ({
      group: { kind: 'group' as const },
      page: { kind: 'page' as const, page },
      app: { kind: 'app' as const, appId, formId: formId ?? null },
      link: { kind: 'link' as const, url: url.trim() },
    })[kind];
  const submit = (values: Values) => {
    const { zh, en, icon, newWindow, shown, roles, roleGroups } = values;
    const title = zh.trim() === '' ? null : { zh: zh.trim(), ...(en.trim() === '' ? {} : { en: en.trim() }) };
    const settings: EntrySettings = {
      target: targetOf(values),
      title,
      icon,
      newWindow,
      hidden: !shown,
      roles,
      roleGroups,
    };
    return entry
      ? update.run({ params: { entryId: entry.id }, body: settings })
      : create.run({ params: { terminal }, body: { place, settings } });
  };
  const { target } = entry ?? {};
  const initial: Values = {
    ...(target?.kind === 'page' && { page: target.page }),
    ...(target?.kind === 'app' && { app: target.appId, ...(target.formId !== null && { form: target.formId }) }),
    ...(target?.kind === 'link' && { url: target.url }),
    zh: entry?.title?.zh ?? '',
    en: entry?.title?.en ?? '',
    icon: entry?.icon ?? null,
    newWindow: entry?.newWindow ?? false,
    shown: !entry?.hidden,
    roles: entry?.roles ?? [],
    roleGroups: entry?.roleGroups ?? [],
  };
  const needed = [{ required: true, message: t('navigation.needed') }];
  const options = (things: { id: string; title: { zh: string; en?: string | undefined } }[]) =>
    things.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
  const search = { optionFilterProp: 'label' };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark="optional"
      onFinish={submit}
      initialValues={initial}
      className="entry-form"
    >
      {kind === 'page' && (
        <Form.Item name="page" label={t('navigation.kind.page')} rules={needed}>
          <Select showSearch={search} options={options(menuPages())} />
        </Form.Item>
      )}
      {kind === 'app' && (
        <>
          <Form.Item name="app" label={t('navigation.kind.app')} rules={needed}>
            <Select
              showSearch={search}
              options={options(apps)}
              onChange={() => form.setFieldValue('form', undefined)}
            />
          </Form.Item>
          <Form.Item name="form" label={t('navigation.form')} extra={t('navigation.form_hint')}>
            <Select
              allowClear
              showSearch={search}
              options={options(
                apps.find(({ id }) => id === app)?.forms.filter(({ release }) => release !== null) ?? [],
              )}
            />
          </Form.Item>
        </>
      )}
      {kind === 'link' && (
        <Form.Item
          name="url"
          label={t('navigation.url')}
          extra={t('navigation.url_hint')}
          rules={[
            ...needed,
            {
              validator: (_, url: string) =>
                !url || isAddress(url) ? Promise.resolve() : Promise.reject(new Error(t('navigation.url_wrong'))),
            },
          ]}
        >
          <Input maxLength={500} placeholder="https://" />
        </Form.Item>
      )}
      <Form.Item
        name="zh"
        label={t('navigation.name_zh')}
        {...(isNamed ? { rules: [{ ...needed[0]!, whitespace: true }] } : { extra: t('navigation.name_hint') })}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="en" label={t('navigation.name_en')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="icon" label={t('shell.icon.choose')}>
        <IconPicker usual={entry?.usualIcon ?? kindIcons[kind]} />
      </Form.Item>
      <Form.Item name="roleGroups" label={t('navigation.role_groups')}>
        <Select
          mode="multiple"
          allowClear
          showSearch={search}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item name="roles" label={t('navigation.roles')} extra={t('navigation.roles_hint')}>
        <RolePicker multiple />
      </Form.Item>
      {kind !== 'group' && (
        <Form.Item name="newWindow" label={t('navigation.new_window')} valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
      <Form.Item name="shown" label={t('navigation.shown')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <div className="entry-actions">
        <Button type="primary" htmlType="submit" loading={create.pending || update.pending}>
          {t('navigation.save')}
        </Button>
        <Button onClick={onCancel}>{t('ui.action.cancel')}</Button>
      </div>
    </Form>
  );
}

function isAddress(url: string): boolean {
  const target = { kind: 'link', url } as const;
  return EntrySettings.safeParse({
    target,
    title: { zh: 'x' },
    icon: null,
    newWindow: false,
    hidden: false,
    roles: [],
    roleGroups: [],
  }).success;
}
