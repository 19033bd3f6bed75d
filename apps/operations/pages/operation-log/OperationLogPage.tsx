import { Page } from '@formwork/ui/frame/page.tsx';
import { AuditTrail } from '@formwork/web/audit/AuditTrail.tsx';
import { TrailActions } from '@formwork/web/audit/TrailActions.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** Who did what in the operator's space, and proof that nobody changed the trail. */
export default function OperationLogPage() {
  return (
    <Page title={useT()('operations.log.title')} fill flush actions={<TrailActions />}>
      <AuditTrail />
    </Page>
  );
}
