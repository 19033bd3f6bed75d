import { organizationApi } from '@formwork/contract/organization/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { DelegateList } from './DelegateList.tsx';

/** The security administrator sees everybody who looks after departments or systems, and ends what should not go on. */
export function DelegatesTab() {
  const t = useT();
  return (
    <div className="delegate-page">
      <p className="delegate-quiet">{t('organization.delegates.review_hint')}</p>
      <DelegateList
        grants={useQuery(q(organizationApi.listDelegatedAdmins))}
        emptyHint={t('organization.delegates.none_hint_review')}
      />
    </div>
  );
}
