import { KeepInput, retentionApi, type OverdueRow } from '@formwork/contract/assets/retention.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { DayInput } from '@formwork/web/form/inputs/DayInput.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { overdueReadings } from './overdue-readings.ts';

/** Rows stay beyond their time until a day, and why; without a day that is taken back. */
export function KeepDialog({ row, onClose }: { row: OverdueRow; onClose: () => void }) {
  const t = useT();
  const save = useSave(retentionApi.keep, {
    refresh: overdueReadings,
    onDone: onClose,
    params: { assetId: String(row.id) },
  });
  return (
    <FormDialog<{ until: string | null; reason: string }, KeepInput>
      title={t('assets.overdue.keep')}
      rules={KeepInput}
      initial={{ until: row.keptUntil, reason: row.keptWhy }}
      toBody={({ until, reason }) => ({ until: until === '' ? null : until, reason })}
      command={save}
      onClose={onClose}
    >
      <DayInput name="until" label={t('assets.overdue.keep_until')} />
      <LongTextInput name="reason" label={t('assets.overdue.keep_why')} rows={3} wide />
    </FormDialog>
  );
}
