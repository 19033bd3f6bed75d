import { VersionName } from '@formwork/contract/forms/api.ts';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import type { FormLogic } from '@formwork/contract/records/logic.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ErrorState, NoPermission, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { isGone } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { loadLogic } from '@formwork/records-ui/record-form/form-logic.ts';
import { RecordForm } from '@formwork/records-ui/record-form/RecordForm.tsx';
import { editRights, rightsClosed, rightsWithout } from '@formwork/records-ui/record-form/rights.ts';
import { useRecordForm } from '@formwork/records-ui/record-form/use-record-form.ts';
import { useParams, usePageTitle, useQueryText } from '@formwork/web/router/page-context.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Tag } from 'antd';
import { useMemo } from 'react';
import { Device } from '../Device.tsx';
import '../trial.css';
import { RoleChoice } from './RoleChoice.tsx';

const shownOn = ['web', 'tablet', 'phone'] as const;

/** A version of a form to be filled in before it is released; nothing is saved, on the server or in the browser. */
export default function DesignerPreviewPage() {
  const t = useT();
  const me = useMe();
  const { tableId = '', version = '', spaceId } = useParams();
  const [role] = useQueryText('role');
  const named = VersionName.safeParse(version);
  const mine = spaceId === me.space.id && named.success;
  const plan = useQuery({
    ...q(recordsApi.preview, {
      params: { formId: tableId },
      query: { version: named.data ?? 'draft', ...(role !== undefined && { role }) },
    }),
    enabled: mine,
    gcTime: 0,
    staleTime: 0,
  });
  const definition = plan.data?.definition;
  const logic = useQuery({
    queryKey: ['previewLogic', plan.dataUpdatedAt],
    queryFn: () => loadLogic(definition!),
    enabled: definition !== undefined,
    structuralSharing: false,
    gcTime: 0,
  });
  if (!mine || isGone(plan.error)) return <NoPermission title={t('trial.gone')} hint={t('trial.gone_hint')} />;
  if (plan.isError || logic.isError) return <ErrorState onRetry={() => void (plan.isError ? plan : logic).refetch()} />;
  if (!plan.data || !logic.data) return <SkeletonPage />;
  return (
    <Preview
      key={`${plan.dataUpdatedAt} ${role ?? ''}`}
      plan={plan.data}
      logic={logic.data}
      version={version}
      onReload={() => void plan.refetch()}
    />
  );
}

function Preview({
  plan,
  logic,
  version,
  onReload,
}: {
  plan: PersonalPlan;
  logic: FormLogic;
  version: string;
  onReload: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const [given, setTerminal] = useQueryText('terminal');
  const terminal = shownOn.find((one) => one === given) ?? 'web';
  const [framed] = useQueryText('framed');
  const [role, setRole] = useQueryText('role');
  const title = textIn(plan.definition.title, locale);
  usePageTitle(title);
  if (framed !== undefined) return <Filling plan={plan} logic={logic} onReload={onReload} />;
  const here = new URL(location.href);
  here.searchParams.set('framed', '1');
  return (
    <div className="trial">
      <header className="trial-bar">
        <b>{title}</b>
        <Tag>{version === 'draft' ? t('trial.draft') : t('trial.release', { number: version })}</Tag>
        <span className="trial-note">{t('trial.saves_nothing')}</span>
        <RoleChoice role={role} onRole={setRole} />
        <Device.Choice terminals={shownOn} terminal={terminal} onTerminal={setTerminal} />
      </header>
      {!plan.can.create && (
        <p className="trial-refused" role="status">
          {t('trial.no_create')}
        </p>
      )}
      {terminal !== 'web' ? (
        <Device.Frame terminal={terminal} title={title} src={`${here.pathname}${here.search}`} />
      ) : (
        <Filling plan={plan} logic={logic} onReload={onReload} />
      )}
    </div>
  );
}

function Filling({ plan, logic, onReload }: { plan: PersonalPlan; logic: FormLogic; onReload: () => void }) {
  const t = useT();
  const { message } = App.useApp();
  const { making, formId, definition } = plan;
  const rights = useMemo(() => rightsWithout(rightsClosed(editRights, making?.readOnly), making?.hidden), [making]);
  const form = useRecordForm({ formId, definition, logic, rights, keepsDraft: false });
  return (
    <div className="trial-form">
      <RecordForm form={form} trial />
      <footer>
        <Button onClick={onReload}>{t('trial.again')}</Button>
        <Button
          type="primary"
          onClick={() => {
            if (form.check()) void message.success(t('trial.valid'));
          }}
        >
          {t('trial.check')}
        </Button>
      </footer>
    </div>
  );
}
