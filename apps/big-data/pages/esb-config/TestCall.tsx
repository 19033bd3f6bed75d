import { gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Select } from 'antd';
import { useState } from 'react';
import { addressIn } from '../esb/call-address.ts';
import { TryIt } from '../esb/TryIt.tsx';

/** A call of what is live, as a program makes it. */
export function TestCall({ id, body }: { id: string; body: GatewayApi }) {
  const t = useT();
  const overview = useQuery(q(gatewayApi.overview));
  const [chosen, setChosen] = useState<string>();
  if (!overview.data) return <Unread of={[overview]} skeleton={<SkeletonRows rows={4} />} />;
  const live = overview.data.live.filter(({ api }) => api === id);
  const environment = live.find((one) => one.environment === chosen)?.environment ?? live[0]?.environment;
  if (environment === undefined) return <Alert type="info" showIcon title={t('gateway.test.not_live')} />;
  const address = `${addressIn(overview.data, environment)}${body.basePath}`;
  return (
    <div className="esb-stack">
      <div className="esb-line">
        <Select
          aria-label={t('gateway.tab.environments')}
          value={environment}
          onChange={setChosen}
          options={live.map((one) => ({
            value: one.environment,
            label: one.environment === mainEnvironment ? t('gateway.environment.main') : one.environment,
          }))}
        />
        <code className="esb-address">{address}</code>
      </div>
      {body.operations.map((operation) => (
        <details key={operation.id} className="esb-operation" open={body.operations.length === 1}>
          <summary>
            <StateTag tone={operation.method === 'GET' ? 'info' : 'primary'}>{operation.method}</StateTag>
            <code>{operation.path}</code>
            <span>{operation.title}</span>
          </summary>
          <TryIt address={address} operation={operation} />
        </details>
      ))}
    </div>
  );
}
