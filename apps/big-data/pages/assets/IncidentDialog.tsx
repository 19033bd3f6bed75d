import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { incidentStates, type Incident } from '@formwork/contract/assets/quality.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { Labelled } from './Labelled.tsx';
import { qualityReadings } from './quality-readings.ts';

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
  const [state, setState] = useState(incident.state);
  const [owner, setOwner] = useState(incident.owner);
  const [note, setNote] = useState(incident.note);
  const save = useCommand(assetQualityApi.updateIncident, { refresh: qualityReadings, onDone: onClose });
  return (
    <Modal
      open
      title={title}
      okText={t('assets.save')}
      confirmLoading={save.pending}
      onCancel={onClose}
      onOk={() =>
        void save.run({
          params: { incidentId: incident.id },
          // what somebody else changes meanwhile stays as they left it
          body: {
            ...(state !== incident.state && { state }),
            ...(owner !== incident.owner && { owner }),
            ...(note !== incident.note && { note }),
          },
        })
      }
    >
      <div className="asset-stack">
        <Labelled label={t('assets.incident.state')}>
          <Select
            aria-label={t('assets.incident.state')}
            value={state}
            onChange={setState}
            options={incidentStates.map((value) => ({ value, label: t(`assets.incident.${value}`) }))}
          />
        </Labelled>
        <Labelled label={t('assets.incident.owner')}>
          <PersonPicker
            aria-label={t('assets.incident.owner')}
            value={owner === null ? [] : [owner]}
            onChange={(ids) => setOwner(ids[0] ?? null)}
          />
        </Labelled>
        <Labelled label={t('assets.incident.note')}>
          <Input.TextArea
            aria-label={t('assets.incident.note')}
            autoSize={{ minRows: 3, maxRows: 10 }}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Labelled>
      </div>
    </Modal>
  );
}
