import type { TrafficShare } from '@formwork/contract/gateway/api.ts';
import { gatewayPortalApi, type QuotaUse } from '@formwork/contract/gateway/portal-api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Progress, Segmented } from 'antd';
import { useShareColumns } from '../esb/share-columns.ts';
import { TrafficCharts } from '../esb/TrafficCharts.tsx';

const spans = [1, 24, 168, 720] as const;

/** What my programs called, and how much of their quotas is used. */
export function OwnUse() {
  const t = useT();
  const [asked, setAsked] = useQueryText('hours');
  const hours = spans.find((one) => String(one) === asked) ?? 24;
  const use = useQuery({ ...q(gatewayPortalApi.use, { query: { hours } }), refetchInterval: 10_000 });
  const columns = useShareColumns();
  if (!use.data) return <Unread of={[use]} skeleton={<SkeletonRows rows={8} />} />;
  const { points, apis, applications, quotas } = use.data;
  return (
    <div className="portal-stack">
      <div className="esb-tools">
        <Segmented
          aria-label={t('gateway.traffic.span')}
          value={hours}
          onChange={(value) => setAsked(String(value))}
          options={spans.map((value) => ({ value, label: t(`gateway.traffic.hours.${value}`) }))}
        />
      </div>
      {quotas.length > 0 && (
        <div className="portal-cards">
          {quotas.map((quota) => (
            <Quota key={quota.subscription} quota={quota} />
          ))}
        </div>
      )}
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
            <div key={what} className="portal-list">
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

function Quota({ quota: { api, application, plan, period, used, most } }: { quota: QuotaUse }) {
  const t = useT();
  const locale = useLocale();
  const parts = [
    ['calls', used.calls, most.calls] as const,
    ['kilobytes', used.bytes / 1024, most.bytes === null ? null : most.bytes / 1024] as const,
  ];
  return (
    <section className="portal-card">
      <strong>{api.name ? textIn(api.name, locale) : '—'}</strong>
      <span className="esb-note">{`${application.name} · ${plan} · ${t(`gateway.plan.period.${period}`)}`}</span>
      {parts.map(([what, now, limit]) =>
        limit === null ? null : (
          <div key={what}>
            <Progress
              percent={Math.min(100, Math.round((now / limit) * 1_000) / 10)}
              status={now >= limit ? 'exception' : 'normal'}
              size="small"
              aria-label={t(`gatewayportal.quota.${what}`, {
                used: formatNumber(Math.round(now), locale),
                most: formatNumber(Math.round(limit), locale),
              })}
            />
            <span className="esb-note">
              {t(`gatewayportal.quota.${what}`, {
                used: formatNumber(Math.round(now), locale),
                most: formatNumber(Math.round(limit), locale),
              })}
            </span>
          </div>
        ),
      )}
    </section>
  );
}
