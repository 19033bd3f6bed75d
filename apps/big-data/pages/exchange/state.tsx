import type { ExchangeState, Offer } from '@formwork/contract/etl/exchange.ts';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';

const tones: Record<ExchangeState, StateTone> = {
  requested: 'info',
  approved: 'success',
  suspended: 'warning',
  refused: 'error',
  ended: 'neutral',
  expired: 'neutral',
};

export function ExchangeStateTag({ state }: { state: ExchangeState }) {
  const t = useT();
  return <StateTag tone={tones[state]}>{t(`dataexchange.state.${state}`)}</StateTag>;
}

const offerTones = { draft: 'neutral', offered: 'success', withdrawn: 'warning' } as const;

/** Of an offer; what is written may be ahead of what is offered. */
export function OfferStateTag({ offer }: { offer: Pick<Offer, 'state' | 'changed'> }) {
  const t = useT();
  return (
    <>
      <StateTag tone={offerTones[offer.state]}>{t(`dataexchange.offer.state.${offer.state}`)}</StateTag>
      {offer.changed && <StateTag tone="info">{t('dataexchange.offer.changed')}</StateTag>}
    </>
  );
}
