import { isOperatorRole } from '@formwork/contract/roles.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { SkeletonPage } from '@formwork/ui/state.tsx';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { useEffect } from 'react';
import { OperatorOverview } from './OperatorOverview.tsx';

/** Operators see their figures; everybody else starts at the workbench. */
export default function HomePage() {
  const me = useMe();
  return isOperatorRole(me.role) ? <OperatorOverview /> : <ToWorkbench />;
}

function ToWorkbench() {
  const router = useRouter();
  useEffect(() => {
    void router.go(pathTo('workbench'), { replace: true });
  }, [router]);
  return <SkeletonPage />;
}
