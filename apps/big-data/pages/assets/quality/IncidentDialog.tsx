import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { IncidentChange, incidentStates, type Incident } from '@formwork/contract/assets/quality.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { PeopleInput } from '@formwork/web/form/inputs/PickInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { qualityReadings } from './quality-readings.ts';

interface Entry {
  state: Incident['state'];
  owner: string[];
  note: string;
}

/** Who handles an incident, how far they are, and what it was. */
export function IncidentDialog({
  incident,
  title,
  onClose,
}: {
  incident: Incident;
  title: string;
  onClose: () => void;
}) {
  const t = useT();
  const save = useSave(assetQualityApi.updateIncident, {
    refresh: qualityReadings,
    onDone: onClose,
    params: { incidentId: incident.id },
  });
  return (
    <FormDialog<Entry, IncidentChange>
      title={title}
      rules={IncidentChange}
      initial={{ state: incident.state, owner: incident.owner === null ? [] : [incident.owner], note: incident.note }}
      // what somebody else changes meanwhile stays as they left it
      toBody={({ state, owner: [owner = null], note }) => ({
        ...(state !== incident.state && { state }),
        ...(owner !== incident.owner && { owner }),
        ...(note !== incident.note && { note }),
      })}
      command={save}
      onClose={onClose}
    >
      <SelectInput
        name="state"
        label={t('assets.incident.state')}
        options={incidentStates.map((value) => ({ value, label: t(`assets.incident.${value}`) }))}
      />
      <PeopleInput name="owner" label={t('assets.incident.owner')} />
      <LongTextInput name="note" label={t('assets.incident.note')} rows={3} wide />
    </FormDialog>
  );
}
