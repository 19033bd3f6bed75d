import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, NoPermission, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { toPhone } from '@formwork/web/router/address.ts';
import { useParams, usePageTitle, useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';
import { Device, terminals, type Terminal } from '../Device.tsx';
import '../trial.css';

/** The lists and forms of an application side by side with the terminals that show them. */
export default function ViewPreviewPage() {
  const t = useT();
  const { appId } = useParams();
  const apps = useQuery(q(formsApi.listApps));
  if (apps.isPending) return <SkeletonPage />;
  if (apps.isError) return <ErrorState onRetry={() => void apps.refetch()} />;
  const app = apps.data.apps.find(({ id }) => id === appId);
  if (!app) return <NoPermission title={t('trial.gone')} hint={t('trial.gone_hint')} />;
  return <Views app={app} />;
}

function Views({ app }: { app: App }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const { module = 'form', terminal: given } = useParams();
  const [formId, setForm] = useQueryText('form');
  const [view, setView] = useQueryText('view');
  const terminal: Terminal = terminals.find((one) => one === given) ?? 'web';
  const title = textIn(app.title, locale);
  usePageTitle(title);
  const forms = app.forms.filter(({ release }) => release !== null);
  const form = forms.find(({ id }) => id === formId) ?? forms[0];
  const shown = view === 'form' && form?.can.create ? 'form' : 'list';
  const open = (next: Terminal) =>
    void router.go(pathTo('viewPreview', { module, appId: app.id, terminal: next }, { form: formId, view }), {
      replace: true,
    });
  const path =
    form &&
    (shown === 'form'
      ? pathTo('form', {}, { app: app.id, table: form.id, mode: 'new' })
      : pathTo('appList', { appId: app.id }, { form: form.id }));
  const href = path && router.hrefOf(path);
  return (
    <div className="trial">
      <header className="trial-bar">
        <b>{title}</b>
        {forms.length > 1 && (
          <Select
            size="small"
            aria-label={t('trial.form')}
            value={form?.id}
            popupMatchSelectWidth={false}
            onChange={(id: string) => setForm(id)}
            options={forms.map((one) => ({ value: one.id, label: textIn(one.title, locale) }))}
          />
        )}
        <Segmented
          size="small"
          aria-label={t('trial.view')}
          value={shown}
          onChange={setView}
          options={(['list', 'form'] as const).map((value) => ({
            value,
            label: t(`trial.view_${value}`),
            disabled: value === 'form' && !form?.can.create,
          }))}
        />
        <span className="trial-note">{t('trial.own_rights')}</span>
        <Device.Choice terminals={terminals} terminal={terminal} onTerminal={open} />
      </header>
      {href ? (
        <Device.Frame terminal={terminal} title={title} src={terminal === 'web' ? href : toPhone(href)} />
      ) : (
        <EmptyState title={t('trial.no_forms')} hint={t('trial.no_forms_hint')} />
      )}
    </div>
  );
}
