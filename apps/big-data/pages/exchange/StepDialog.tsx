import { exchangeApi, type ExchangeRequest, type ExchangeStep } from '@formwork/contract/etl/exchange.ts';
import { RefusalEntry, StepEntry } from '@formwork/contract/etl/exchange-entries.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { exchangeReadings } from './readings.ts';

/** A step of either side with its reason, which the other one reads. */
export function StepDialog({
  request,
  step,
  onClose,
}: {
  request: ExchangeRequest;
  step: ExchangeStep;
  onClose: () => void;
}) {
  const t = useT();
  const params = { exchangeId: request.id };
  const done = { refresh: exchangeReadings, params, onDone: onClose, onPrepared: onClose };
  const decide = useSave(exchangeApi.decide, done);
  const end = useSave(exchangeApi.end, done);
  const command = step === 'end' ? end : { ...decide, run: ({ note }: StepEntry) => decide.run({ step, note }) };
  return (
    <FormDialog<StepEntry, StepEntry>
      title={t(`dataexchange.step_title.${step}`, { partner: request.partner.name, title: request.title })}
      okText={t(`dataexchange.step.${step}`)}
      rules={step === 'refuse' ? RefusalEntry : StepEntry}
      initial={{ note: '' }}
      toBody={({ note }) => ({ note })}
      command={command}
      onClose={onClose}
    >
      <LongTextInput
        name="note"
        label={t('dataexchange.note')}
        help={t(`dataexchange.step_help.${step}`)}
        wrong={t('dataexchange.note_first')}
        rows={3}
        wide
        autoFocus
      />
    </FormDialog>
  );
}
