import { UndoOutlined } from '@ant-design/icons';
import { formsApi, type App, type FormSummary } from '@formwork/contract/forms/api.ts';
import {
  noButtonSettings,
  saysNothing,
  settingsOver,
  type ButtonPlace,
  type ButtonSettings,
  type StoredButtons,
} from '@formwork/contract/forms/buttons.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { ErrorState, NoPermission, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useKeys } from '@formwork/ui/designer/use-keys.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useParams, useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { App as AntApp, Button, Select } from 'antd';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { ButtonInspector } from './ButtonInspector.tsx';
import { ButtonLists } from './ButtonLists.tsx';
import { ButtonsPreview } from './ButtonsPreview.tsx';
import '../settings/form/designer.css';
import { GoneUses } from '@formwork/web/uses/GoneUses.tsx';
import './buttons.css';

/** An application rarely has more forms. */
const mostAsked = 20;

export interface Chosen {
  place: ButtonPlace;
  id: string;
}

/** The buttons of an application's lists and records: shown, named, ordered, restricted and given another meaning, for all its forms or for one. */
export default function SystemButtonsPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const [asked] = useQueryText('form');
  const apps = useQuery(q(formsApi.listApps));
  usePageTitle(t('buttons.title'));
  const app = apps.data?.apps.find(({ id }) => id === appId);
  const form = app?.forms.find(({ id }) => id === asked);
  const buttons = useQuery({
    ...q(formsApi.buttons, { params: { appId }, query: { form: form?.id } }),
    enabled: app !== undefined,
    staleTime: 0,
  });
  if (apps.isPending || (app && buttons.isPending)) return <SkeletonPage />;
  if (apps.isError || buttons.isError) {
    const error = apps.error ?? buttons.error;
    return (
      <ErrorState
        onRetry={() => {
          void apps.refetch();
          void buttons.refetch();
        }}
        requestId={isApiError(error) ? error.requestId : undefined}
      />
    );
  }
  if (!app || !buttons.data) return <NoPermission title={t('buttons.gone')} hint={t('buttons.gone_hint')} />;
  return (
    <Settings key={`${app.id} ${form?.id ?? ''} ${buttons.data.version}`} app={app} form={form} stored={buttons.data} />
  );
}

function Settings({ app, form, stored }: { app: App; form: FormSummary | undefined; stored: StoredButtons }) {
  const t = useT();
  const locale = useLocale();
  const { message, modal } = AntApp.useApp();
  const [, setForm] = useQueryText('form');
  const [settings, setSettings] = useState<ButtonSettings>(stored.settings);
  const [chosen, setChosen] = useState<Chosen>({ place: 'toolbar', id: 'create' });
  const inherited = form ? stored.app : noButtonSettings;
  const all = settingsOver(inherited, settings);
  const changed = JSON.stringify(settings) !== JSON.stringify(stored.settings);
  useConfirmLeave(changed);
  const where = { params: { appId: app.id }, query: { form: form?.id } };
  const options = { refresh: [formsApi.buttons, formsApi.listApps, recordsApi.plan] };
  const put = useCommand(formsApi.putButtons, { ...options, onDone: () => void message.success(t('buttons.saved')) });
  const reset = useCommand(formsApi.resetButtons, {
    ...options,
    onDone: () => void message.success(t('buttons.reset_done')),
  });
  const save = () => void put.run({ ...where, body: { expectedVersion: stored.version, settings } });
  useKeys({ 'mod+s': save }, changed);
  const askToReset = () =>
    modal.confirm({
      title: t('buttons.reset_title'),
      content: t(form ? 'buttons.reset_form_hint' : 'buttons.reset_hint'),
      okText: t('buttons.reset'),
      okButtonProps: { danger: true },
      onOk: () => reset.run(where),
    });
  // conditions and fields to be written are those of a form that is in use
  const plan = useQuery({
    ...q(recordsApi.preview, { params: { formId: form?.id ?? '' }, query: { version: form?.release ?? 'draft' } }),
    enabled: form !== undefined,
  });
  return (
    <Page
      title={t('buttons.title')}
      note={textIn(app.title, locale)}
      back={paths.apps()}
      actions={
        <>
          <Select
            className="buttons-form"
            value={form?.id ?? ''}
            aria-label={t('buttons.of')}
            disabled={changed}
            title={changed ? t('buttons.save_first') : undefined}
            onChange={(id: string) => setForm(id || undefined)}
            options={[
              { value: '', label: t('buttons.of_app') },
              ...app.forms.map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
            ]}
          />
          <Button icon={<UndoOutlined />} disabled={saysNothing(stored.settings)} onClick={() => void askToReset()}>
            {t('buttons.reset')}
          </Button>
          <Button type="primary" disabled={!changed} loading={put.pending} onClick={save}>
            {t('design.action.save')}
          </Button>
        </>
      }
    >
      {form && <GoneUses formId={form.id} kind="buttons" />}
      {/* what is set for the application holds in each form, and is told by each of them */}
      {(form ? [form] : app.forms.slice(0, mostAsked)).map(({ id }) => (
        <GoneUses key={id} formId={id} kind="buttons" id="" />
      ))}
      <p className="buttons-quiet">{t(form ? 'buttons.hint_form' : 'buttons.hint')}</p>
      <div className="buttons">
        <ButtonLists
          settings={settings}
          inherited={inherited}
          chosen={chosen}
          onChoose={setChosen}
          onChange={setSettings}
        />
        <ButtonInspector
          key={`${chosen.place} ${chosen.id}`}
          settings={settings}
          inherited={inherited}
          chosen={chosen}
          definition={form && plan.data?.definition}
          form={form !== undefined}
          onChange={setSettings}
          onGone={() => setChosen({ place: chosen.place, id: '' })}
        />
      </div>
      <ButtonsPreview app={app} form={form} settings={all} />
    </Page>
  );
}
