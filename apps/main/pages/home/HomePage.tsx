import { isOperatorRole } from '@formwork/contract/roles.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { OperatorOverview } from './OperatorOverview.tsx';
import { StartPage } from './Start.tsx';

/** Operators see their figures; everybody else the product's own start. */
export default function HomePage() {
  const me = useMe();
  return isOperatorRole(me.role) ? <OperatorOverview /> : <StartPage />;
}
