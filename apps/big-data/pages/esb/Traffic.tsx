import { gatewayApi, type TrafficShare } from '@formwork/contract/gateway/api.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useShareColumns } from './share-columns.ts';
import { TrafficCharts } from './TrafficCharts.tsx';

const spans = [1, 24, 168, 720] as const;

/** Calls by time, by API and by application; looked at again while it is open. */
export function Traffic() {
  const t = useT();
  const [asked, setAsked] = useQueryText('hours');
  const hours = spans.find((one) => String(one) === asked) ?? 24;
  const traffic = useQuery({ ...q(gatewayApi.traffic, { query: { hours } }), refetchInterval: 5_000 });
  const columns = useShareColumns();
  if (!traffic.data) return <Unread of={[traffic]} skeleton={<SkeletonRows rows={8} />} />;
  const { points, apis, applications } = traffic.data;
  return (
    <div className="esb-body esb-fill">
      <div className="esb-tools">
        <Segmented
          aria-label={t('gateway.traffic.span')}
          value={hours}
          onChange={(value) => setAsked(String(value))}
          options={spans.map((value) => ({ value, label: t(`gateway.traffic.hours.${value}`) }))}
        />
      </div>
      {apis.length === 0 ? (
        <EmptyState title={t('gateway.traffic.none')} hint={t('gateway.traffic.none_hint')} />
      ) : (
        <>
          <TrafficCharts points={points} />
          {(
            [
              ['apis', apis],
              ['applications', applications],
            ] as const
          ).map(([what, rows]) => (
            <div key={what} className="esb-list esb-short">
              <DataList<TrafficShare>
                label={t(`gateway.traffic.${what}`)}
                rows={rows}
                columns={columns}
                rowKey={({ id }) => id || 'nobody'}
                status="ready"
              />
            </div>
          ))}
        </>
      )}
    </div>
  );
}
