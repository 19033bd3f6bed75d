import type { PortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** How one gets in: what is needed, and for each way what a program has to send. */
export function Ways({ api: { open, ways, subscription, plans }, tokens }: { api: PortalApi; tokens: string }) {
  const t = useT();
  if (open) return <p className="esb-note">{t('gateway.security.open')}</p>;
  const names = ways.map((way) => t(`gateway.credential.kind.${way}`)).join(', ');
  return (
    <details className="portal-ways">
      <summary className="esb-note">
        {t('gateway.reference.ways', { ways: names })}
        {' · '}
        {t(
          !subscription
            ? 'gatewayportal.key_is_enough'
            : plans.length === 0
              ? 'gatewayportal.no_plans'
              : 'gatewayportal.subscription_needed',
        )}
      </summary>
      <dl>
        {ways.map((way) => (
          <div key={way}>
            <dt>{t(`gateway.credential.kind.${way}`)}</dt>
            <dd>{t(`gatewayportal.way.${way}`, { tokens })}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
