import { gatewayPortalApi, type QuotaUse } from '@formwork/contract/gateway/portal-api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Progress } from 'antd';
import { TrafficOver, useSpan } from '../esb/TrafficOver.tsx';

/** What my programs called, and how much of their quotas is used. */
export function OwnUse() {
  const span = useSpan();
  const use = useQuery({ ...q(gatewayPortalApi.use, { query: { hours: span[0] } }), refetchInterval: 10_000 });
  if (!use.data) return <Unread of={[use]} skeleton={<SkeletonRows rows={8} />} />;
  const { quotas } = use.data;
  return (
    <div className="portal-stack">
      <TrafficOver span={span} traffic={use.data} listClass="portal-list">
        {quotas.length > 0 && (
          <div className="portal-cards">
            {quotas.map((quota) => (
              <Quota key={quota.subscription} quota={quota} />
            ))}
          </div>
        )}
      </TrafficOver>
    </div>
  );
}

function Quota({ quota: { api, application, plan, period, used, most } }: { quota: QuotaUse }) {
  const t = useT();
  const locale = useLocale();
  const parts = [
    ['calls', used.calls, most.calls] as const,
    ['kilobytes', used.bytes / 1024, most.bytes === null ? null : most.bytes / 1024] as const,
    ['seconds', used.seconds, most.seconds] as const,
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
