import { gatewayPortalApi, type PortalCall } from '@formwork/contract/gateway/portal-api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf } from '@formwork/web/list/columns-of.tsx';
import { listOf } from '@formwork/web/list/list-of.ts';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Input } from 'antd';
import { RefusalWords } from '../esb/RefusalWords.tsx';

const calls = listOf(gatewayPortalApi.calls, { address: ['search', 'outcome'] });
const outcomes = ['passed', 'refused', 'failed'] as const;

/** What my programs called, and by the id of a request why it was refused. */
export function OwnCalls() {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const [request, setRequest] = useQueryText('request');
  const columns = columnsOf<PortalCall>()('gateway.log.column', {
    at: { width: 190, cell: ({ at }) => formatTime(at, locale, 'second', zone) },
    status: {
      width: 80,
      cell: ({ status }) => (
        <StateTag tone={status >= 500 ? 'error' : status >= 400 ? 'warning' : 'success'}>{status}</StateTag>
      ),
    },
    method: { width: 80, cell: ({ method }) => method },
    path: { width: 280, cell: ({ path }) => path },
    apiName: { width: 140, cell: ({ apiName }) => apiName },
    consumerName: { width: 170, cell: ({ consumerName }) => consumerName },
    code: { width: 170, cell: ({ code }) => code },
    ms: { width: 90, align: 'end', cell: ({ ms }) => t('gateway.ms', { ms: Math.round(ms * 10) / 10 }) },
    id: { width: 170, cell: ({ id }) => <code>{id}</code> },
  });
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
        filters={[
          {
            name: 'outcome',
            label: t('gateway.log.outcome'),
            options: outcomes.map((value) => ({ value, label: t(`gateway.log.outcome.${value}`) })),
          },
        ]}
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
