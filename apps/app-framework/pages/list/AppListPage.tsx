import { DeleteOutlined, FileExcelOutlined, MoreOutlined, PlusOutlined, QrcodeOutlined, ToolOutlined } from '@ant-design/icons';
import { formsApi, type App, type FormSummary } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { MenuButton, type MenuAction } from '@formwork/ui/menu.tsx';
import { Page } from '@formwork/ui/page.tsx';
import { EmptyState, ErrorState, NoPermission, SkeletonPage, SkeletonRows } from '@formwork/ui/state.tsx';
import { useCan } from '@formwork/web/session/session.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useParams, useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { CodesDialog } from '@formwork/web/printing/CodesDialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { RecordsView } from './RecordsView.tsx';

/** An application as people work in it: its forms as tabs, the records of one of them as a list. */
export default function AppListPage() {
  const t = useT();
  const locale = useLocale();
  const { appId = '' } = useParams();
  const apps = useQuery(q(formsApi.listApps));
  const app = apps.data?.apps.find(({ id }) => id === appId);
  usePageTitle(app && textIn(app.title, locale));
  if (apps.isPending) return <SkeletonPage />;
  if (apps.isError) return <ErrorState onRetry={() => void apps.refetch()} requestId={isApiError(apps.error) ? apps.error.requestId : undefined} />;
  if (!app) return <NoPermission title={t('records.app.gone')} hint={t('records.app.gone_hint')} />;
  return <AppView key={app.id} app={app} />;
}

function AppView({ app }: { app: App }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const [asked] = useQueryText('form');
  const forms = app.forms.filter(({ release, can }) => release !== null && can.view).toSorted((a, b) => a.position - b.position);
  const form = forms.find(({ id }) => id === asked) ?? (asked === undefined ? forms[0] : undefined);
  if (forms.length === 0) {
    return (
      <Page title={textIn(app.title, locale)}>
        {app.can.edit
          ? <EmptyState title={t('records.app.no_forms')} hint={t('records.app.no_forms_hint')} action={<Button type="primary" onClick={() => void router.go(paths.importSheet(app.id))}>{t('records.app.from_sheet')}</Button>} />
          : <EmptyState title={t('records.app.nothing')} hint={t('records.app.nothing_hint')} />}
      </Page>
    );
  }
  return (
    <Page
      fill
      flush
      title={textIn(app.title, locale)}
      {...(forms.length > 1 || !form
        ? { tabs: forms.map(({ id, title }) => ({ id, title: textIn(title, locale), href: paths.app(app.id, id) })), tab: form?.id ?? '' }
        : { note: textIn(form.title, locale) })}
      actions={form && <FormActions app={app} form={form} />}
    >
      {form ? <FormRecords key={form.id} form={form} /> : <NoPermission title={t('records.app.form_gone')} hint={t('records.app.gone_hint')} />}
    </Page>
  );
}

function FormActions({ app, form }: { app: App; form: FormSummary }) {
  const t = useT();
  const router = useRouter();
  const mayRecycle = useCan()('records.bin.read');
  const [coded, setCoded] = useState(false);
  const plan = useQuery(q(recordsApi.plan, { params: { formId: form.id } }));
  const more: MenuAction[] = [
    ...(plan.data ? [{ id: 'codes', title: t('printing.code.batch'), icon: <QrcodeOutlined />, onSelect: () => setCoded(true) }] : []),
    ...(app.can.edit ? [{ id: 'import', title: t('records.app.from_sheet'), icon: <FileExcelOutlined />, href: paths.importSheet(app.id) }] : []),
    ...(form.can.design ? [{ id: 'design', title: t('records.app.design'), icon: <ToolOutlined />, href: paths.design(app.id, form.id) }] : []),
    ...(mayRecycle ? [{ id: 'recycle', title: t('records.app.recycle'), icon: <DeleteOutlined />, href: paths.recycle(app.id) }] : []),
  ];
  return (
    <>
      {coded && plan.data && <CodesDialog plan={plan.data} onClose={() => setCoded(false)} />}
      {more.length > 0 && <MenuButton label={t('ui.action.more')} items={more} align="end"><MoreOutlined /></MenuButton>}
      {form.can.create && <Button type="primary" icon={<PlusOutlined />} onClick={() => void router.go(paths.newRecord(app.id, form.id))}>{t('records.list.new')}</Button>}
    </>
  );
}

function FormRecords({ form }: { form: FormSummary }) {
  const t = useT();
  const plan = useQuery(q(recordsApi.plan, { params: { formId: form.id } }));
  const start = useQuery(q(workflowApi.startRights, { params: { formId: form.id } }));
  if (plan.isPending || start.isPending) return <SkeletonRows rows={12} />;
  if (plan.isError) {
    const { error } = plan;
    if (isApiError(error) && (error.status === 403 || error.status === 404)) return <NoPermission title={t('records.app.form_gone')} hint={t('records.app.gone_hint')} />;
    return <ErrorState onRetry={() => void plan.refetch()} requestId={isApiError(error) ? error.requestId : undefined} />;
  }
  return <RecordsView plan={plan.data} canStart={start.data?.can === true} />;
}
