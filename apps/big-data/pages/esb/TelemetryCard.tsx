import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { gatewayWatchApi, TelemetryInput, type Telemetry } from '@formwork/contract/gateway/watch-api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { NumberInput } from '@formwork/web/form/inputs/NumberInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';

/** Where traces of calls go. */
export function TelemetryCard() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const asked = useQuery({ ...q(gatewayWatchApi.telemetry), refetchInterval: 30_000 });
  if (!asked.data) return null;
  const { telemetry } = asked.data;
  return (
    <section className="esb-card">
      <header>
        <h2>{t('gateway.telemetry.title')}</h2>
        {telemetry && !telemetry.enabled && <StateTag>{t('gateway.telemetry.off')}</StateTag>}
        <span className="esb-space" />
        <Button size="small" onClick={() => setOpen(true)}>
          {t('gateway.telemetry.edit')}
        </Button>
      </header>
      <span className="esb-note">{t('gateway.telemetry.hint')}</span>
      <span>{telemetry ? t('gateway.telemetry.sent', { count: telemetry.sent }) : t('gateway.telemetry.none')}</span>
      {telemetry?.failure && (
        <Alert type="warning" showIcon title={t('gateway.telemetry.failure', { failure: telemetry.failure })} />
      )}
      {isOpen && <TelemetryDialog telemetry={telemetry} onClose={() => setOpen(false)} />}
    </section>
  );
}

function TelemetryDialog({ telemetry, onClose }: { telemetry: Telemetry | null; onClose: () => void }) {
  const t = useT();
  const connections = useQuery(q(connectionsApi.list, { query: { limit: 100 } }));
  const save = useSave(gatewayWatchApi.putTelemetry, { refresh: [gatewayWatchApi.telemetry], onDone: onClose });
  return (
    <FormDialog
      title={t('gateway.telemetry.title')}
      rules={TelemetryInput}
      initial={{
        connection: telemetry?.connection ?? null,
        share: telemetry?.share ?? 100,
        enabled: telemetry?.enabled ?? true,
      }}
      toBody={({ connection, share, enabled }) => ({ connection: connection ?? '', share, enabled })}
      command={save}
      onClose={onClose}
    >
      <SelectInput
        name="connection"
        label={t('gateway.telemetry.connection')}
        options={(connections.data?.rows ?? [])
          .filter(({ kind }) => kind === 'http')
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NumberInput name="share" label={t('gateway.telemetry.share')} />
      <SwitchInput name="enabled" label={t('gateway.telemetry.enabled')} />
    </FormDialog>
  );
}
