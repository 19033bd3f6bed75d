import { gatewayApi, type TrafficShare } from '@formwork/contract/gateway/api.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf } from '@formwork/web/list/columns-of.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useMemo } from 'react';

const spans = [1, 24, 168, 720] as const;

/** Calls by time, by API and by application; looked at again while it is open. */
export function Traffic() {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const [asked, setAsked] = useQueryText('hours');
  const hours = spans.find((one) => String(one) === asked) ?? 24;
  const traffic = useQuery({ ...q(gatewayApi.traffic, { query: { hours } }), refetchInterval: 5_000 });
  const columns = useMemo(
    () =>
      columnsOf<TrafficShare>()('gateway.traffic.column', {
        name: { width: 240, cell: ({ name, id }) => name || (id === '' ? t('gateway.traffic.nobody') : id) },
        calls: { width: 100, align: 'end', cell: ({ calls }) => formatNumber(calls, locale) },
        refused: { width: 100, align: 'end', cell: ({ refused }) => formatNumber(refused, locale) },
        failed: { width: 100, align: 'end', cell: ({ failed }) => formatNumber(failed, locale) },
        ms: { width: 110, align: 'end', cell: ({ ms }) => t('gateway.ms', { ms: Math.round(ms * 10) / 10 }) },
        p95: { width: 110, align: 'end', cell: ({ p95 }) => t('gateway.ms_most', { ms: p95 }) },
        bytes: { width: 120, align: 'end', cell: ({ bytes }) => formatNumber(Math.round(bytes / 1024), locale) },
      })(t, locale),
    [t, locale],
  );
  if (!traffic.data) return <Unread of={[traffic]} skeleton={<SkeletonRows rows={8} />} />;
  const { points, apis, applications } = traffic.data;
  const most = Math.max(1, ...points.map(({ calls }) => calls));
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
      {points.length === 0 ? (
        <EmptyState title={t('gateway.traffic.none')} hint={t('gateway.traffic.none_hint')} />
      ) : (
        <>
          <figure className="esb-chart" aria-label={t('gateway.tab.traffic')}>
            {points.map(({ at, calls, refused, failed }) => (
              <span
                key={at}
                className="esb-bar"
                title={t('gateway.traffic.point', {
                  at: formatTime(at, locale, 'minute', zone) ?? '',
                  calls,
                  refused,
                  failed,
                })}
              >
                <i style={{ height: `${((calls - refused - failed) / most) * 100}%` }} data-part="passed" />
                <i style={{ height: `${(refused / most) * 100}%` }} data-part="refused" />
                <i style={{ height: `${(failed / most) * 100}%` }} data-part="failed" />
              </span>
            ))}
          </figure>
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
