import { mainEnvironment, type LogEntry } from '@formwork/contract/gateway/api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Select } from 'antd';
import { useState } from 'react';
import type { Overview } from './ApiList.tsx';
import { addressIn } from './call-address.ts';
import { TryIt, type Callable } from './TryIt.tsx';

/** A logged call once more: in another environment where the API is live in one, so that nothing happens twice. */
export function Replay({ entry, overview }: { entry: LogEntry; overview: Overview }) {
  const t = useT();
  const [chosen, setChosen] = useState<string>();
  if (entry.api === null) return null;
  const live = overview.live.filter(({ api, state }) => api === entry.api && state !== 'retired');
  const environment =
    live.find((one) => one.environment === chosen)?.environment ??
    live.find((one) => one.environment !== mainEnvironment)?.environment ??
    live[0]?.environment;
  if (environment === undefined) return <Alert type="info" showIcon title={t('gateway.replay.nowhere')} />;
  return (
    <details>
      <summary>{`${t('gateway.replay.title')} ${nameOf(environment)}`}</summary>
      <div className="esb-stack">
        <p className="esb-note">{t('gateway.replay.hint')}</p>
        {live.length > 1 && (
          <Select
            aria-label={t('gateway.tab.environments')}
            value={environment}
            onChange={setChosen}
            options={live.map((one) => ({ value: one.environment, label: nameOf(one.environment) }))}
          />
        )}
        <TryIt
          address={`${addressIn(overview, environment)}${belowSpace(entry.path, overview.address, entry.environment)}`}
          operation={callOf(entry)}
          givenBody={entry.requestBody ?? ''}
        />
      </div>
    </details>
  );

  function nameOf(id: string): string {
    return id === mainEnvironment ? t('gateway.environment.main') : id;
  }
}

/** The path of then without the place of its environment, and without its query. */
function belowSpace(path: string, address: string, environment: string): string {
  const place = environment === mainEnvironment ? address : `${address}~${environment}`;
  const plain = path.split('?')[0]!;
  return plain.startsWith(place) ? plain.slice(place.length) : plain;
}

/** Names of the query are kept, their values are not. */
function callOf({ method, path }: LogEntry): Callable {
  const names = [...new URLSearchParams(path.split('?')[1] ?? '').keys()];
  return {
    method,
    path: '/',
    parameters: [...new Set(names)].map((name) => ({ id: `query ${name}`, name, in: 'query' })),
  };
}
