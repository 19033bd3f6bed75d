import {
  CalendarOutlined,
  DatabaseOutlined,
  DeleteOutlined,
  ExportOutlined,
  FileExcelOutlined,
  HistoryOutlined,
  ImportOutlined,
  PlusOutlined,
  ProfileOutlined,
  QrcodeOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import { formsApi, type App, type FormSummary } from '@formwork/contract/forms/api.ts';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, NoPermission, SkeletonPage, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { appAddress } from '@formwork/web/apps/address.ts';
import { useVisit } from '@formwork/web/apps/use-visit.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useParams, useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { ButtonRow } from '@formwork/records-ui/record-buttons/ButtonRow.tsx';
import { useButtons } from '@formwork/records-ui/record-buttons/use-buttons.tsx';
import { CodesDialog } from '@formwork/records-ui/printing/CodesDialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { LabelledRecords } from './LabelledRecords.tsx';

const ExportDialog = lazy(() => import('../exchange/ExportDialog.tsx'));
const RecordImport = lazy(() => import('../exchange/RecordImport.tsx'));
const ExportHistory = lazy(() => import('../exchange/ExportHistory.tsx'));

/** An application as people work in it: its forms at the side, on a phone as tabs, the records of one of them as a list. */
export default function AppListPage() {
  const t = useT();
  const locale = useLocale();
  const { appId = '' } = useParams();
  const apps = useQuery(q(formsApi.listApps));
  const app = apps.data?.apps.find(({ id }) => id === appId);
  usePageTitle(app && textIn(app.title, locale));
  useVisit(app?.id);
  if (!apps.data) return <Unread of={[apps]} skeleton={<SkeletonPage />} />;
  if (!app) return <NoPermission title={t('records.app.gone')} hint={t('records.app.gone_hint')} />;
  if (app.kind === 'files') return <ToFiles app={app} />;
  return <AppView key={app.id} app={app} />;
}

/** Links of before, and those in menus, name an application whatever its kind. */
function ToFiles({ app }: { app: App }) {
  const router = useRouter();
  useEffect(() => void router.go(appAddress(app), { replace: true }), [router, app]);
  return <SkeletonPage />;
}

function AppView({ app }: { app: App }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const [asked] = useQueryText('form');
  const [importing] = useQueryText('import');
  // elsewhere they stand at the side
  const phone = usePhone();
  const forms = app.forms
    .filter(({ release, can }) => release !== null && can.view)
    .toSorted((a, b) => a.position - b.position);
  const form = forms.find(({ id }) => id === asked) ?? (asked === undefined ? forms[0] : undefined);
  if (forms.length === 0) {
    return (
      <Page title={textIn(app.title, locale)}>
        {app.can.edit ? (
          <EmptyState
            title={t('records.app.no_forms')}
            hint={t('records.app.no_forms_hint')}
            action={
              <Button type="primary" onClick={() => void router.go(paths.importSheet(app.id))}>
                {t('records.app.from_sheet')}
              </Button>
            }
          />
        ) : (
          <EmptyState title={t('records.app.nothing')} hint={t('records.app.nothing_hint')} />
        )}
      </Page>
    );
  }
  if (form && importing !== undefined) return <FormImport key={form.id} form={form} />;
  return (
    <Page
      fill
      flush
      title={textIn(form && !phone ? form.title : app.title, locale)}
      {...(!phone
        ? {}
        : forms.length > 1 || !form
          ? {
              tabs: forms.map(({ id, title }) => ({ id, title: textIn(title, locale), href: paths.app(app.id, id) })),
              tab: form?.id ?? '',
            }
          : { note: textIn(form.title, locale) })}
      actions={form && <FormActions app={app} form={form} />}
    >
      {form ? (
        <FormRecords key={form.id} form={form} />
      ) : (
        <NoPermission title={t('records.app.form_gone')} hint={t('records.app.gone_hint')} />
      )}
    </Page>
  );
}

function FormActions({ app, form }: { app: App; form: FormSummary }) {
  const plan = useQuery(q(recordsApi.plan, { params: { formId: form.id } }));
  return plan.data ? <PlanActions app={app} form={form} plan={plan.data} /> : null;
}

function PlanActions({ app, form, plan }: { app: App; form: FormSummary; plan: PersonalPlan }) {
  const t = useT();
  const can = useCan();
  const [mayRecycle, mayInspect] = [can('records.bin.read'), can('forms.design.read')];
  const [coded, setCoded] = useState(false);
  const [exporting, setExporting] = useState<'export' | 'history'>();
  const start = useQuery(q(workflowApi.startRights, { params: { formId: form.id } }));
  const items = useButtons(plan).arranged('toolbar', {
    create: form.can.create
      ? { title: t('records.list.new'), icon: <PlusOutlined />, href: paths.newRecord(app.id, form.id) }
      : undefined,
    codes: { title: t('printing.code.batch'), icon: <QrcodeOutlined />, onSelect: () => setCoded(true) },
    import: plan.can.import
      ? { title: t('exchange.import.action'), icon: <ImportOutlined />, href: paths.importRecords(app.id, form.id) }
      : undefined,
    export: plan.can.export
      ? { title: t('exchange.export.action'), icon: <ExportOutlined />, onSelect: () => setExporting('export') }
      : undefined,
    exports: plan.can.export
      ? { title: t('exchange.history.title'), icon: <HistoryOutlined />, onSelect: () => setExporting('history') }
      : undefined,
    fromSheet: app.can.edit
      ? { title: t('records.app.from_sheet'), icon: <FileExcelOutlined />, href: paths.importSheet(app.id) }
      : undefined,
    customViews: app.can.edit
      ? { title: t('views.config.custom_title'), icon: <CalendarOutlined />, href: paths.customViews(app.id) }
      : undefined,
    ratioViews: app.can.edit
      ? { title: t('views.config.ratio_title'), icon: <ProfileOutlined />, href: paths.ratioViews(app.id) }
      : undefined,
    design: form.can.design
      ? { title: t('records.app.design'), icon: <ToolOutlined />, href: paths.design(app.id, form.id) }
      : undefined,
    model: mayInspect
      ? { title: t('records.app.model'), icon: <DatabaseOutlined />, href: paths.dataModel(form.id) }
      : undefined,
    recycle: mayRecycle
      ? { title: t('records.app.recycle'), icon: <DeleteOutlined />, href: paths.recycle(app.id) }
      : undefined,
  });
  return (
    <>
      {coded && <CodesDialog plan={plan} onClose={() => setCoded(false)} />}
      <Suspense>
        {exporting === 'export' && (
          <ExportDialog plan={plan} hasProcess={start.data?.can === true} onClose={() => setExporting(undefined)} />
        )}
        {exporting === 'history' && <ExportHistory onClose={() => setExporting(undefined)} />}
      </Suspense>
      <ButtonRow
        items={items.map((item) => (item.id === 'create' ? { ...item, primary: true } : item))}
        main={['create']}
      />
    </>
  );
}

/** In the place of the list, under an address of its own. */
function FormImport({ form }: { form: FormSummary }) {
  const t = useT();
  const plan = useQuery(q(recordsApi.plan, { params: { formId: form.id } }));
  if (!plan.data) return <Unread of={[plan]} skeleton={<SkeletonPage />} />;
  if (!plan.data.can.import)
    return <NoPermission title={t('records.record.no_import')} hint={t('records.app.gone_hint')} />;
  return (
    <Suspense fallback={<SkeletonPage />}>
      <RecordImport plan={plan.data} />
    </Suspense>
  );
}

function FormRecords({ form }: { form: FormSummary }) {
  const t = useT();
  const plan = useQuery(q(recordsApi.plan, { params: { formId: form.id } }));
  const start = useQuery(q(workflowApi.startRights, { params: { formId: form.id } }));
  const { data, error } = plan;
  if (!data && isApiError(error) && (error.status === 403 || error.status === 404))
    return <NoPermission title={t('records.app.form_gone')} hint={t('records.app.gone_hint')} />;
  // whether a process may be started shows a column more or less, and holds nothing up where it cannot be learned
  if (!data || (start.isPending && start.fetchStatus === 'fetching'))
    return <Unread of={[plan]} skeleton={<SkeletonRows rows={12} />} />;
  return <LabelledRecords plan={data} canStart={start.data?.can === true} />;
}
