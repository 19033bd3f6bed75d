import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { ErrorState, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useQuery } from '@tanstack/react-query';
import './account-security.css';
import { Bindings } from './Bindings.tsx';
import { Operations } from './Operations.tsx';
import { Providers } from './Providers.tsx';
import { SafetyGrade } from './SafetyGrade.tsx';
import { Sessions } from './Sessions.tsx';
import { TwoStep } from './TwoStep.tsx';

/** How the own account is secured, where one is signed in, and what happened to it. */
export default function AccountSecurity() {
  const { data, error, refetch } = useQuery(q(accountApi.security));
  if (error)
    return <ErrorState onRetry={() => void refetch()} requestId={isApiError(error) ? error.requestId : undefined} />;
  if (!data) return <SkeletonForm />;
  return (
    <div className="account-security">
      <SafetyGrade security={data} />
      <Bindings security={data} />
      <TwoStep security={data} />
      {data.providers.length > 0 && <Providers security={data} />}
      <Sessions />
      <Operations />
    </div>
  );
}
