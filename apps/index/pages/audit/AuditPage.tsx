import { Page } from '@formwork/ui/frame/page.tsx';
import { AuditTrail } from '@formwork/web/audit/AuditTrail.tsx';
import { TrailActions } from '@formwork/web/audit/TrailActions.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** The auditor's page: every sign-in, refusal, permission change, export, print, download and record change of the enterprise. */
export default function AuditPage() {
  const t = useT();
  const elements = useElements('audit');
  return (
    <Page
      title={t('audit.trail.title')}
      fill
      flush
      actions={<TrailActions shows={(tool) => elements.shows('tools', tool)} />}
    >
      <AuditTrail shows={(filter) => elements.shows('filters', filter)} />
    </Page>
  );
}
