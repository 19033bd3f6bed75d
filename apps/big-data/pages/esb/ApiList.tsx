import type { Definition } from '@formwork/contract/definitions/api.ts';
import { definitionStates } from '@formwork/contract/definitions/api.ts';
import { gatewayApi, type LiveApi } from '@formwork/contract/gateway/api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { q } from '@formwork/web/http/query.ts';
import type { CallResponse } from '@formwork/web/http/call.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, time, title, wide, type Columns } from '@formwork/web/list/columns-of.tsx';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { FolderTree } from '@formwork/web/resources/FolderTree.tsx';
import { DefinitionState } from '@formwork/web/resources/resource-columns.tsx';
import { useResourceActions } from '@formwork/web/resources/use-resource-actions.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { gatewayApis } from '../../gateway-apis.ts';

export type Overview = CallResponse<typeof gatewayApi.overview>;
export const liveTones = { live: 'success', deprecated: 'warning', retired: 'neutral' } as const;

/** APIs with their groups (folders), where they are live, and what came in within a day. */
export function ApiList({ overview, add }: { overview: Overview; add: ReactNode }) {
  const t = useT();
  const locale = useLocale();
  const traffic = useQuery(q(gatewayApi.traffic, { query: { hours: 24 } }));
  const { actionsOf, dialogs } = useResourceActions(gatewayApis);
  const columns = useMemo((): Columns<Definition> => {
    const live = Map.groupBy(overview.live, ({ api }) => api);
    const calls = new Map((traffic.data?.apis ?? []).map((one) => [one.id, one]));
    const figure = (id: string, name: 'calls' | 'failed' | 'refused') =>
      formatNumber(calls.get(id)?.[name] ?? 0, locale);
    return columnsOf<Definition>()('gateway.column', {
      name: wide(title, 240),
      state: { width: 150, cell: (one) => <DefinitionState of={one} /> },
      live: { width: 220, cell: ({ id }) => <LiveTags of={live.get(id) ?? []} /> },
      calls: { width: 100, align: 'end', cell: ({ id }) => figure(id, 'calls') },
      refused: { width: 100, align: 'end', cell: ({ id }) => figure(id, 'refused') },
      failed: { width: 100, align: 'end', cell: ({ id }) => figure(id, 'failed') },
      savedAt: time,
    });
  }, [overview, traffic.data, locale]);
  return (
    <SplitView remember="resources.gateway" width={220} side={<FolderTree area="gateway" />}>
      <ListPane
        list={gatewayApis.list}
        columns={columns}
        label={t('gateway.tab.apis')}
        search={t('resources.search')}
        filters={[
          {
            name: 'state',
            label: t('resources.column.state'),
            options: [...definitionStates, 'off' as const].map((value) => ({
              value,
              label: t(`resources.filter.${value}`),
            })),
          },
        ]}
        rowHref={({ id, archivedAt }) => (archivedAt === null ? gatewayApis.hrefOf(id) : undefined)}
        rowActions={actionsOf}
        empty={{ title: t('gateway.api.none'), hint: t('gateway.api.none_hint'), action: add }}
      />
      {dialogs}
    </SplitView>
  );
}

function LiveTags({ of }: { of: readonly LiveApi[] }) {
  const t = useT();
  return (
    <span className="resource-tags">
      {of.map(({ environment, number, state }) => (
        <StateTag key={environment} tone={liveTones[state]}>
          {`${environment === 'live' ? t('gateway.environment.main') : environment} · ${number}`}
        </StateTag>
      ))}
    </span>
  );
}
