import { mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { gatewayWatchApi, type UpstreamHealth } from '@formwork/contract/gateway/watch-api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, time } from '@formwork/web/list/columns-of.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

const tones = { well: 'success', ill: 'error', open: 'warning' } as const;

/** How the addresses fare that calls go to: the worst that any thread of the gateway found. */
export function Upstreams() {
  const t = useT();
  const locale = useLocale();
  const upstreams = useQuery({ ...q(gatewayWatchApi.upstreams), refetchInterval: 5_000 });
  const columns = useMemo(
    () =>
      columnsOf<UpstreamHealth>()('gateway.upstream.column', {
        state: {
          width: 120,
          cell: ({ state }) => <StateTag tone={tones[state]}>{t(`gateway.upstream.state.${state}`)}</StateTag>,
        },
        apiName: { width: 200, cell: ({ apiName }) => apiName },
        environment: {
          width: 120,
          cell: ({ environment }) => (environment === mainEnvironment ? t('gateway.environment.main') : environment),
        },
        url: { width: 320, cell: ({ url }) => <code>{url}</code> },
        failures: { width: 140, align: 'end', cell: ({ failures }) => failures },
        since: time,
      })(t, locale),
    [t, locale],
  );
  if (!upstreams.data) return <Unread of={[upstreams]} skeleton={<SkeletonRows rows={8} />} />;
  return (
    <div className="esb-body esb-fill">
      <div className="esb-list">
        <DataList<UpstreamHealth>
          label={t('gateway.tab.upstreams')}
          rows={upstreams.data}
          columns={columns}
          rowKey={({ environment, api, target }) => `${environment} ${api} ${target}`}
          status="ready"
          empty={<EmptyState title={t('gateway.upstream.none')} hint={t('gateway.upstream.none_hint')} />}
        />
      </div>
    </div>
  );
}
