import { exchangeApi, type ExchangeDetail, type ExchangeStep } from '@formwork/contract/etl/exchange.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatBytes, formatNumber } from '@formwork/ui/format/number-format.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { Deliveries } from './Deliveries.tsx';
import { Facts } from './Facts.tsx';
import { RowsTable } from '../../parts/RowsTable.tsx';
import { ExchangeStateTag } from './state.tsx';
import { StepDialog } from './StepDialog.tsx';
import { UseDialog } from './UseDialog.tsx';

/** One exchange, as the side sees it that looks: where it stands, what was delivered, and what may be done. */
export function RequestDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const request = useQuery(q(exchangeApi.get, { params: { exchangeId: id } }));
  const [step, setStep] = useState<ExchangeStep>();
  const [using, setUsing] = useState<'task' | 'api'>();
  const { data } = request;
  return (
    <Drawer
      open
      size={760}
      title={data?.title ?? ''}
      onClose={onClose}
      footer={
        data &&
        (data.can.length > 0 || data.state === 'approved') && (
          <div className="exchange-steps">
            {data.side === 'asked' && data.state === 'approved' && (
              <>
                {data.ways.map((way) => (
                  <Button key={way} type={way === 'task' ? 'primary' : 'default'} onClick={() => setUsing(way)}>
                    {t(`dataexchange.use.${way}`)}
                  </Button>
                ))}
              </>
            )}
            {data.can.map((one) => (
              <Button
                key={one}
                type={one === 'approve' ? 'primary' : 'default'}
                danger={one === 'refuse' || one === 'end'}
                onClick={() => setStep(one)}
              >
                {t(
                  one === 'end' && data.state === 'requested'
                    ? 'dataexchange.step.take_back'
                    : `dataexchange.step.${one}`,
                )}
              </Button>
            ))}
          </div>
        )
      }
    >
      {data ? (
        <Told request={data} />
      ) : (
        <Unread of={[request]} skeleton={<SkeletonRows rows={8} />} refused={t('dataexchange.gone')} />
      )}
      {step && data && <StepDialog request={data} step={step} onClose={() => setStep(undefined)} />}
      {using && data && <UseDialog request={data} way={using} onClose={() => setUsing(undefined)} />}
    </Drawer>
  );
}

function Told({ request }: { request: ExchangeDetail }) {
  const t = useT();
  const locale = useLocale();
  const { side, partner, state, until, note, endedBy, rows, bytes } = request;
  return (
    <div className="exchange-stack">
      <Facts
        facts={[
          [t('dataexchange.column.state'), <ExchangeStateTag key="state" state={state} />],
          [t(side === 'asked' ? 'dataexchange.column.provider' : 'dataexchange.asker'), partner.name],
          [t('dataexchange.column.asked_at'), <Time key="asked" at={request.askedAt} locale={locale} />],
          [t('dataexchange.until'), until ?? t('dataexchange.unbound')],
          ...(endedBy ? [[t('dataexchange.ended_by'), t(`dataexchange.by.${endedBy}`)] as const] : []),
          [t('dataexchange.column.rows'), formatNumber(rows, locale)],
          [t('dataexchange.column.bytes'), formatBytes(bytes, locale)],
        ]}
      />
      <h3>{t('dataexchange.reason')}</h3>
      <p className="exchange-text">{request.reason}</p>
      {note !== '' && (
        <>
          <h3>{t('dataexchange.note')}</h3>
          <p className="exchange-text">{note}</p>
        </>
      )}
      <h3>{t('dataexchange.terms_agreed')}</h3>
      <p className="exchange-text">{request.terms}</p>
      {request.columns.length > 0 && (
        <>
          <h3>{t('dataexchange.columns')}</h3>
          <RowsTable label={t('dataexchange.columns')} columns={request.columns} rows={[]} none={null} />
        </>
      )}
      <Deliveries request={request} />
    </div>
  );
}
