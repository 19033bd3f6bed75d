import { exchangeApi, offerStates, type Offer } from '@formwork/contract/etl/exchange.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, number, person, text, time, wide } from '@formwork/web/list/columns-of.tsx';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { useSetQuery } from '@formwork/web/router/page-context.ts';
import { App } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { offers } from '../../exchange-lists.ts';
import { OfferDialog } from './OfferDialog.tsx';
import { OfferDrawer } from './OfferDrawer.tsx';
import { exchangeReadings } from './readings.ts';
import { OfferStateTag } from './state.tsx';

/** What this enterprise offers: written, offered, withdrawn. */
export function Offers({ add }: { add: ReactNode }) {
  const t = useT();
  const { modal } = App.useApp();
  const setQuery = useSetQuery();
  const [opened, setOpened] = useState<Offer>();
  const [editing, setEditing] = useState<Offer>();
  const set = useCommand(exchangeApi.setOffered, { refresh: exchangeReadings, timeout: 120_000 });
  const remove = useCommand(exchangeApi.removeOffer, { refresh: exchangeReadings });
  const columns = useMemo(
    () =>
      columnsOf<Offer>()('dataexchange.column', {
        title: wide(text, 220),
        state: { width: 190, cell: (offer) => <OfferStateTag offer={offer} /> },
        audience: {
          width: 160,
          cell: ({ offeredTo }) => offeredTo?.map(({ name }) => name).join(', ') ?? t('dataexchange.everybody'),
        },
        waiting: number,
        running: number,
        person,
        offeredAt: time,
      }),
    [t],
  );
  const actionsOf = (offer: Offer): MenuAction[] => {
    const params = { offerId: offer.id };
    return [
      { id: 'edit', title: t('dataexchange.offer.edit'), onSelect: () => setEditing(offer) },
      ...(offer.state !== 'offered' || offer.changed
        ? [
            {
              id: 'offer',
              title: t(offer.state === 'offered' ? 'dataexchange.offer.again' : 'dataexchange.offer.offer'),
              onSelect: () =>
                void modal.confirm({
                  title: t('dataexchange.offer.offer_title', { title: offer.title }),
                  content: t('dataexchange.offer.offer_hint'),
                  okText: t('dataexchange.offer.offer'),
                  onOk: () => set.run({ params, body: { state: 'offered' } }),
                }),
            },
          ]
        : []),
      ...(offer.state === 'offered'
        ? [
            {
              id: 'withdraw',
              title: t('dataexchange.offer.withdraw'),
              onSelect: () =>
                void modal.confirm({
                  title: t('dataexchange.offer.withdraw_title', { title: offer.title }),
                  content: t('dataexchange.offer.withdraw_hint'),
                  okText: t('dataexchange.offer.withdraw'),
                  onOk: () => set.run({ params, body: { state: 'withdrawn' } }),
                }),
            },
          ]
        : []),
      {
        id: 'remove',
        title: t('dataexchange.offer.remove'),
        danger: true,
        disabled: offer.waiting + offer.running > 0,
        reason: t('etl.exchange.in_use'),
        onSelect: () =>
          void modal.confirm({
            title: t('dataexchange.offer.remove_title', { title: offer.title }),
            content: t('dataexchange.offer.remove_hint'),
            okText: t('dataexchange.offer.remove'),
            okButtonProps: { danger: true },
            onOk: () => remove.run({ params }),
          }),
      },
    ];
  };
  return (
    <>
      <ListPane<Offer, unknown>
        list={offers}
        columns={columns}
        label={t('dataexchange.tab.offers')}
        search={t('dataexchange.offers.search')}
        filters={[
          {
            name: 'state',
            label: t('dataexchange.column.state'),
            options: offerStates.map((value) => ({ value, label: t(`dataexchange.offer.state.${value}`) })),
          },
        ]}
        rowActions={actionsOf}
        onOpen={setOpened}
        empty={{ title: t('dataexchange.offers.none'), hint: t('dataexchange.offers.none_hint'), action: add }}
      />
      {opened && (
        <OfferDrawer
          key={opened.id}
          offer={opened}
          onRequest={(id) => setQuery({ tab: 'requests', id, search: undefined, state: undefined })}
          onClose={() => setOpened(undefined)}
        />
      )}
      {editing && <OfferDialog offer={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}
