import { exchangeApi, RequestInput, type ShownOffer } from '@formwork/contract/etl/exchange.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { DayInput } from '@formwork/web/form/inputs/DayInput.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { exchangeReadings } from './readings.ts';

/** Asks another enterprise for what it offers. */
export function ApplyDialog({ offer, onClose }: { offer: ShownOffer; onClose: () => void }) {
  const t = useT();
  const save = useSave(exchangeApi.request, { refresh: exchangeReadings, onDone: onClose });
  return (
    <FormDialog
      title={t('dataexchange.apply_title', { title: offer.title })}
      okText={t('dataexchange.apply')}
      rules={RequestInput}
      initial={{ reason: '', until: null as string | null, agreed: false }}
      toBody={({ reason, until, agreed }) => ({
        provider: offer.provider.id,
        offer: offer.id,
        reason,
        until,
        // what is not agreed to is refused by the rules, at the switch
        agreed: agreed as true,
      })}
      command={save}
      onClose={onClose}
    >
      <LongTextInput
        name="reason"
        label={t('dataexchange.reason')}
        help={t('dataexchange.reason_help')}
        rows={3}
        wide
        autoFocus
      />
      <DayInput name="until" label={t('dataexchange.until')} help={t('dataexchange.until_help')} />
      <SwitchInput
        name="agreed"
        label={t('dataexchange.agree')}
        help={t('dataexchange.agree_help')}
        wrong={t('dataexchange.agree_first')}
        wide
      />
    </FormDialog>
  );
}
