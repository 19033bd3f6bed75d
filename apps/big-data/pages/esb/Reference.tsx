import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { mainEnvironment } from '@formwork/contract/gateway/api.ts';
import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { Overview } from './ApiList.tsx';
import { addressIn } from './call-address.ts';
import { TryIt } from './TryIt.tsx';

/** What is served, as somebody reads it who writes the program that calls; each operation can be tried. */
export function Reference({ overview }: { overview: Overview }) {
  const t = useT();
  const locale = useLocale();
  const served = overview.live.filter(({ state }) => state !== 'retired');
  const [asked, setAsked] = useQueryText('api');
  const names = useQuery(q(definitionsApi.list, { params: { kind: 'gateway_api' }, query: { limit: 200 } }));
  const chosen = served.find(({ api, environment }) => `${api} ${environment}` === asked) ?? served[0];
  if (!chosen) return <EmptyState title={t('gateway.reference.none')} hint={t('gateway.reference.none_hint')} />;
  const nameOf = (id: string) => {
    const found = names.data?.rows.find((one) => one.id === id);
    return found ? textIn(found.name, locale) : id;
  };
  return (
    <div className="esb-body">
      <div className="esb-tools">
        <Select
          className="esb-wide"
          aria-label={t('gateway.subscription.column.api')}
          value={`${chosen.api} ${chosen.environment}`}
          onChange={(value: string) => setAsked(value)}
          options={served.map(({ api, environment }) => ({
            value: `${api} ${environment}`,
            label: environment === mainEnvironment ? nameOf(api) : `${nameOf(api)} (${environment})`,
          }))}
        />
      </div>
      <Operations
        key={`${chosen.api} ${chosen.number}`}
        id={chosen.api}
        number={chosen.number}
        at={addressIn(overview, chosen.environment)}
      />
    </div>
  );
}

function Operations({ id, number, at }: { id: string; number: number; at: string }) {
  const t = useT();
  const release = useQuery(q(definitionsApi.getRelease, { params: { kind: 'gateway_api', id, number }, query: {} }));
  if (!release.data) return <Unread of={[release]} skeleton={<SkeletonRows rows={6} />} />;
  const body = release.data.body as GatewayApi;
  return (
    <>
      {body.about !== '' && <p className="esb-about">{body.about}</p>}
      <p className="esb-note">
        {body.security.open
          ? t('gateway.security.open')
          : t('gateway.reference.ways', {
              ways: body.security.ways.map((way) => t(`gateway.credential.kind.${way}`)).join(', '),
            })}
      </p>
      {body.operations.map((operation) => (
        <details key={operation.id} className="esb-operation">
          <summary>
            <StateTag tone={operation.method === 'GET' ? 'info' : 'primary'}>{operation.method}</StateTag>
            <code>{`${body.basePath}${operation.path === '/' ? '' : operation.path}`}</code>
            <span>{operation.title}</span>
            {operation.deprecated && <StateTag tone="warning">{t('gateway.state.deprecated')}</StateTag>}
          </summary>
          {operation.about !== '' && <p>{operation.about}</p>}
          <TryIt address={`${at}${body.basePath}`} operation={operation} />
        </details>
      ))}
    </>
  );
}
