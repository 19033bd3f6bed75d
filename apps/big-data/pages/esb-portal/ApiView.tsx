import { ArrowLeftOutlined } from '@ant-design/icons';
import { mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { gatewayPortalApi, type PortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { baseAddress } from '@formwork/web/page-config.ts';
import { useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import { DocumentReference } from './DocumentReference.tsx';
import { SubscribeDialog } from './SubscribeDialog.tsx';
import { LiveTag, subscriptionTones } from './tags.tsx';
import { Ways } from './Ways.tsx';

/** One API: how it is called, how one gets in, and each operation to read and to try. */
export function ApiView({ id }: { id: string }) {
  const t = useT();
  const setQuery = useSetQuery();
  const portal = useQuery(q(gatewayPortalApi.apis));
  if (!portal.data) return <Unread of={[portal]} skeleton={<SkeletonRows rows={8} />} />;
  const api = portal.data.apis.find((one) => one.id === id);
  const back = (
    <Button
      type="text"
      icon={<ArrowLeftOutlined />}
      onClick={() => setQuery({ api: undefined, environment: undefined })}
    >
      {t('gatewayportal.back')}
    </Button>
  );
  return (
    <div className="portal-stack">
      <div>{back}</div>
      {api ? (
        <OneApi api={api} gateway={portal.data.address} />
      ) : (
        <EmptyState title={t('gatewayportal.api.gone')} hint={t('gatewayportal.api.gone_hint')} />
      )}
    </div>
  );
}

function OneApi({ api, gateway }: { api: PortalApi; gateway: string }) {
  const t = useT();
  const locale = useLocale();
  const [asked, setAsked] = useQueryText('environment');
  const [asking, setAsking] = useState(false);
  const served = api.live.filter(({ state }) => state !== 'retired');
  const chosen = served.find(({ environment }) => environment === asked) ?? served[0];
  const base = (baseAddress('gateway') || location.origin).replace(/\/$/, '');
  const address = `${base}${gateway}${chosen?.path ?? ''}`;
  return (
    <>
      <header className="portal-head">
        <h2>{textIn(api.name, locale)}</h2>
        {api.version !== '' && <StateTag>{api.version}</StateTag>}
        {api.live.map((live) => (
          <LiveTag key={live.environment} live={live} />
        ))}
        <span className="esb-space" />
        {api.subscription && chosen && (
          <Button type="primary" disabled={api.plans.length === 0} onClick={() => setAsking(true)}>
            {t('gatewayportal.subscribe')}
          </Button>
        )}
      </header>
      {api.about !== '' && <p className="esb-about">{api.about}</p>}
      <Ways api={api} tokens={`${base}${gateway}/${(chosen?.path ?? '').split('/')[1] ?? ''}/oauth/token`} />
      <OwnStates api={api} />
      {chosen ? (
        <>
          <div className="esb-line">
            {served.length > 1 && (
              <Select
                aria-label={t('gateway.tab.environments')}
                value={chosen.environment}
                onChange={(value: string) => setAsked(value)}
                options={served.map(({ environment, name }) => ({
                  value: environment,
                  label: environment === mainEnvironment ? t('gateway.environment.main') : name || environment,
                }))}
              />
            )}
            <code className="esb-address">{address}</code>
          </div>
          <DocumentReference
            key={chosen.environment}
            api={api}
            environment={chosen.environment}
            address={address}
            title={textIn(api.name, locale)}
          />
        </>
      ) : (
        <Alert type="warning" showIcon title={t('gatewayportal.api.retired')} />
      )}
      {asking && <SubscribeDialog api={api} onClose={() => setAsking(false)} />}
    </>
  );
}

/** How one's own subscriptions of it stand. */
function OwnStates({ api }: { api: PortalApi }) {
  const t = useT();
  const own = useQuery(q(gatewayPortalApi.applications));
  const states = (own.data?.subscriptions ?? []).filter((one) => one.api.id === api.id && one.state !== 'ended');
  return states.map(({ id, application, plan, state, answer }) => (
    <div key={id} className="esb-line">
      <StateTag tone={subscriptionTones[state]}>{t(`gateway.subscription.state.${state}`)}</StateTag>
      <span>{`${application.name} · ${plan.name}`}</span>
      {answer !== '' && <span className="esb-note">{answer}</span>}
    </div>
  ));
}
