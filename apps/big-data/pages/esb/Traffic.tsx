import { gatewayApi } from '@formwork/contract/gateway/api.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useQuery } from '@tanstack/react-query';
import { TrafficOver, useSpan } from './TrafficOver.tsx';

/** What the gateway carried; looked at again while it is open. */
export function Traffic() {
  const span = useSpan();
  const traffic = useQuery({ ...q(gatewayApi.traffic, { query: { hours: span[0] } }), refetchInterval: 5_000 });
  if (!traffic.data) return <Unread of={[traffic]} skeleton={<SkeletonRows rows={8} />} />;
  return (
    <div className="esb-body esb-fill">
      <TrafficOver span={span} traffic={traffic.data} listClass="esb-list esb-short" />
    </div>
  );
}
