import { exchangeStates, type ExchangeRequest } from '@formwork/contract/etl/exchange.ts';
import { formatBytes } from '@formwork/ui/format/number-format.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, number, text, time, wide } from '@formwork/web/list/columns-of.tsx';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useMemo } from 'react';
import { exchangeRequests } from '../../exchange-lists.ts';
import { RequestDrawer } from './RequestDrawer.tsx';
import { ExchangeStateTag } from './state.tsx';

/** What was asked for, both ways: those that wait come first. */
export function Requests() {
  const t = useT();
  const locale = useLocale();
  const [opened, setOpened] = useQueryText('id');
  const columns = useMemo(
    () =>
      columnsOf<ExchangeRequest>()('dataexchange.column', {
        title: wide(text, 200),
        side: { width: 120, cell: ({ side }) => t(`dataexchange.side.${side}`) },
        partner: { width: 160, cell: ({ partner }) => partner.name },
        state: { width: 110, cell: ({ state }) => <ExchangeStateTag state={state} /> },
        reason: wide(text, 200),
        until: { width: 120, cell: ({ until }) => until ?? t('dataexchange.unbound') },
        rows: number,
        bytes: { width: 100, align: 'end', cell: ({ bytes }) => formatBytes(bytes, locale) },
        askedAt: time,
      }),
    [t, locale],
  );
  return (
    <>
      <ListPane<ExchangeRequest, unknown>
        list={exchangeRequests}
        columns={columns}
        label={t('dataexchange.tab.requests')}
        search={t('dataexchange.requests.search')}
        filters={[
          {
            name: 'side',
            label: t('dataexchange.column.side'),
            options: (['asked', 'received'] as const).map((value) => ({
              value,
              label: t(`dataexchange.side.${value}`),
            })),
          },
          {
            name: 'state',
            label: t('dataexchange.column.state'),
            options: exchangeStates.map((value) => ({ value, label: t(`dataexchange.state.${value}`) })),
          },
        ]}
        onOpen={({ id }) => setOpened(id)}
        empty={{ title: t('dataexchange.requests.none'), hint: t('dataexchange.requests.none_hint') }}
      />
      {opened !== undefined && <RequestDrawer key={opened} id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
