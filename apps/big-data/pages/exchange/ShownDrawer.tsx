import { exchangeApi, type DirectoryRow, type ShownOffer } from '@formwork/contract/etl/exchange.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useSetQuery } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { ApplyDialog } from './ApplyDialog.tsx';
import { boundsOf } from './bounds.ts';
import { Facts } from './Facts.tsx';
import { RowsTable } from '../../parts/RowsTable.tsx';
import { ExchangeStateTag } from './state.tsx';

/** Everything that an offer of another enterprise says, and the way to ask for it. */
export function ShownDrawer({ row, onClose }: { row: DirectoryRow; onClose: () => void }) {
  const t = useT();
  const params = { offerSpace: row.provider.id, offerId: row.id };
  const shown = useQuery(q(exchangeApi.shown, { params }));
  const [applying, setApplying] = useState(false);
  const { data } = shown;
  return (
    <Drawer
      open
      size={760}
      title={row.title}
      onClose={onClose}
      extra={data && <Next offer={data} onApply={() => setApplying(true)} />}
    >
      {data ? (
        <Said offer={data} />
      ) : (
        <Unread of={[shown]} skeleton={<SkeletonRows rows={8} />} refused={t('dataexchange.gone')} />
      )}
      {applying && data && <ApplyDialog offer={data} onClose={() => setApplying(false)} />}
    </Drawer>
  );
}

const over: ReadonlySet<string> = new Set(['refused', 'ended', 'expired']);

function Next({ offer: { mine }, onApply }: { offer: ShownOffer; onApply: () => void }) {
  const t = useT();
  const setQuery = useSetQuery();
  if (mine && !over.has(mine.state))
    return (
      <Button onClick={() => setQuery({ tab: 'requests', id: mine.id, search: undefined })}>
        {t('dataexchange.to_request')}
      </Button>
    );
  return (
    <Button type="primary" onClick={onApply}>
      {t(mine ? 'dataexchange.apply_again' : 'dataexchange.apply')}
    </Button>
  );
}

function Said({ offer }: { offer: ShownOffer }) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="exchange-stack">
      <Facts
        facts={[
          [t('dataexchange.column.provider'), offer.provider.name],
          [t('dataexchange.column.offered_at'), <Time key="at" at={offer.offeredAt} locale={locale} />],
          ...boundsOf(offer, t, locale),
          ...(offer.order === '' ? [] : [[t('dataexchange.order'), offer.order] as const]),
          ...(offer.mine
            ? [[t('dataexchange.column.mine'), <ExchangeStateTag key="mine" state={offer.mine.state} />] as const]
            : []),
        ]}
      />
      {offer.about !== '' && <p className="exchange-text">{offer.about}</p>}
      <h3>{t('dataexchange.terms')}</h3>
      <p className="exchange-text">{offer.terms}</p>
      <h3>{t('dataexchange.sample')}</h3>
      <RowsTable
        label={t('dataexchange.sample')}
        {...offer.sample}
        none={<p className="exchange-quiet">{t('dataexchange.no_rows')}</p>}
      />
    </div>
  );
}
