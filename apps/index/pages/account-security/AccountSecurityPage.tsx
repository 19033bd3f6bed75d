import { policyApi } from '@formwork/contract/identity/policy.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { ErrorState, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { PolicyForm } from './PolicyForm.tsx';

/** What the enterprise asks of its people's passwords and sessions. */
export default function AccountSecurityPage() {
  const t = useT();
  const { data, error, refetch } = useQuery(q(policyApi.read));
  if (data) return <PolicyForm key={JSON.stringify(data.policy)} {...data} />;
  return (
    <Page title={t('policy.title')} width="settings">
      {error ? (
        <ErrorState onRetry={() => void refetch()} requestId={isApiError(error) ? error.requestId : undefined} />
      ) : (
        <SkeletonForm />
      )}
    </Page>
  );
}
