import type { TrafficPoint, TrafficShare } from '@formwork/contract/gateway/api.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useShareColumns } from './share-columns.ts';
import { TrafficCharts } from './TrafficCharts.tsx';

const spans = [1, 24, 168, 720] as const;

/** How many hours are looked at; kept in the address. */
export function useSpan(): [hours: number, setHours: (hours: number) => void] {
  const [asked, setAsked] = useQueryText('hours');
  return [spans.find((one) => String(one) === asked) ?? 24, (hours) => setAsked(String(hours))];
}

/** Calls by time, by API and by application; `children` stand above them. */
export function TrafficOver({
  span: [hours, setHours],
  traffic: { points, apis, applications },
  listClass,
  children,
}: {
  span: ReturnType<typeof useSpan>;
  traffic: { points: TrafficPoint[]; apis: TrafficShare[]; applications: TrafficShare[] };
  listClass: string;
  children?: ReactNode;
}) {
  const t = useT();
  const columns = useShareColumns();
  const lists = [
    ['apis', apis],
    ['applications', applications],
  ] as const;
  return (
    <>
      <div className="esb-tools">
        <Segmented
          aria-label={t('gateway.traffic.span')}
          value={hours}
          onChange={setHours}
          options={spans.map((value) => ({ value, label: t(`gateway.traffic.hours.${value}`) }))}
        />
      </div>
      {children}
      {apis.length === 0 ? (
        <EmptyState title={t('gateway.traffic.none')} hint={t('gateway.traffic.none_hint')} />
      ) : (
        <>
          <TrafficCharts points={points} />
          {lists.map(([what, rows]) => (
            <div key={what} className={listClass}>
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
    </>
  );
}
