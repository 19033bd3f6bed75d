import { exchangeApi, type Offer } from '@formwork/contract/etl/exchange.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { boundsOf } from './bounds.ts';
import { Facts } from './Facts.tsx';
import { SourceName } from './SourceName.tsx';
import { RowsTable } from '../../parts/RowsTable.tsx';
import { ExchangeStateTag, OfferStateTag } from './state.tsx';

/** An own offer: what it says, what others see of it, and who asked for it. */
export function OfferDrawer({
  offer,
  onRequest,
  onClose,
}: {
  offer: Offer;
  onRequest: (id: string) => void;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { about, terms, sample, offeredTo, order, source } = offer;
  return (
    <Drawer open size={760} title={offer.title} onClose={onClose}>
      <div className="exchange-stack">
        <Facts
          facts={[
            [t('dataexchange.column.state'), <OfferStateTag key="state" offer={offer} />],
            [
              t('dataexchange.column.audience'),
              offeredTo?.map(({ name }) => name).join(', ') ?? t('dataexchange.everybody'),
            ],
            [t('dataexchange.source'), <SourceName key="source" source={source} />],
            ...boundsOf(offer, t, locale),
            ...(order === '' ? [] : [[t('dataexchange.order'), order] as const]),
            ...(offer.offeredAt === null
              ? []
              : [
                  [
                    t('dataexchange.column.offered_at'),
                    <Time key="at" at={offer.offeredAt} locale={locale} />,
                  ] as const,
                ]),
          ]}
        />
        {about !== '' && <p className="exchange-text">{about}</p>}
        <h3>{t('dataexchange.terms')}</h3>
        <p className="exchange-text">{terms}</p>
        <h3>{t('dataexchange.sample')}</h3>
        {sample ? (
          <RowsTable
            label={t('dataexchange.sample')}
            {...sample}
            none={<p className="exchange-quiet">{t('dataexchange.no_rows')}</p>}
          />
        ) : (
          <p className="exchange-quiet">{t('dataexchange.sample_none')}</p>
        )}
        <h3>{t('dataexchange.asked_for')}</h3>
        <AskedFor offer={offer.id} onRequest={onRequest} />
      </div>
    </Drawer>
  );
}

function AskedFor({ offer, onRequest }: { offer: string; onRequest: (id: string) => void }) {
  const t = useT();
  const locale = useLocale();
  const requests = useQuery(q(exchangeApi.requests, { query: { side: 'received', offer, limit: 100 } }));
  if (!requests.data) return <Unread of={[requests]} skeleton={<SkeletonRows rows={2} />} small />;
  if (requests.data.rows.length === 0) return <p className="exchange-quiet">{t('dataexchange.asked_for_none')}</p>;
  return (
    <ul className="exchange-deliveries">
      {requests.data.rows.map(({ id, partner, state, rows, askedAt }) => (
        <li key={id}>
          <ExchangeStateTag state={state} />
          <Button type="link" size="small" onClick={() => onRequest(id)}>
            {partner.name}
          </Button>
          <Time at={askedAt} locale={locale} />
          <span>{t('dataexchange.rows', { count: rows })}</span>
        </li>
      ))}
    </ul>
  );
}
