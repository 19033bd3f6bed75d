import { gatewayPortalApi, type PortalCall } from '@formwork/contract/gateway/portal-api.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { listOf } from '@formwork/web/list/list-of.ts';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Input } from 'antd';
import { useCallColumns, useOutcomeFilter } from '../esb/call-columns.tsx';
import { RefusalWords } from '../esb/RefusalWords.tsx';

const calls = listOf(gatewayPortalApi.calls, { address: ['search', 'outcome'] });

/** What my programs called, and by the id of a request why it was refused. */
export function OwnCalls() {
  const t = useT();
  const [request, setRequest] = useQueryText('request');
  const columns = useCallColumns<PortalCall>();
  const outcome = useOutcomeFilter();
  return (
    <>
      <div className="portal-why">
        <Input.Search
          aria-label={t('gatewayportal.why')}
          placeholder={t('gatewayportal.why')}
          enterButton={t('gatewayportal.why_ask')}
          maxLength={80}
          onSearch={(id) => setRequest(id.trim() || undefined)}
        />
      </div>
      <ListPane
        list={calls}
        columns={columns}
        label={t('gatewayportal.tab.calls')}
        search={t('gatewayportal.calls.search')}
        filters={[outcome]}
        onOpen={({ id }) => setRequest(id)}
        empty={{ title: t('gateway.traffic.none'), hint: t('gateway.traffic.none_hint') }}
      />
      {request !== undefined && (
        <Drawer open size={560} title={t('gateway.log.one')} onClose={() => setRequest(undefined)}>
          <OneCall key={request} id={request} />
        </Drawer>
      )}
    </>
  );
}

function OneCall({ id }: { id: string }) {
  const found = useQuery(q(gatewayPortalApi.call, { params: { requestId: id } }));
  if (!found.data) return <Unread of={[found]} skeleton={<SkeletonRows rows={6} />} />;
  return <RefusalWords entry={found.data} />;
}
