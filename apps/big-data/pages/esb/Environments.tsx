import { Environment, gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import type { Overview } from './ApiList.tsx';
import { addressIn } from './call-address.ts';
import { LeftDialog, type Left } from './LeftDialog.tsx';
import { TelemetryCard } from './TelemetryCard.tsx';

/** Where APIs are served: each environment has its own address, releases and snapshot. */
export function Environments({ overview }: { overview: Overview }) {
  const t = useT();
  const locale = useLocale();
  const [adding, setAdding] = useState(false);
  const refresh = [gatewayApi.overview];
  const save = useSave(gatewayApi.createEnvironment, { refresh, onDone: () => setAdding(false) });
  const remove = useCommand(gatewayApi.removeEnvironment, { refresh });
  const [left, setLeft] = useState<readonly Left[]>([]);
  const file = useCommand(gatewayApi.declarative);
  const download = async (format: 'kong' | 'apisix', environment: string) => {
    const made = await file.run({ query: { format, environment } });
    if (!made) return;
    saveText(`${format}-${environment}.yaml`, made.text);
    setLeft(made.left);
  };
  return (
    <div className="esb-body">
      <div className="esb-tools">
        <Button type="primary" onClick={() => setAdding(true)}>
          {t('gateway.environment.add')}
        </Button>
      </div>
      {overview.environments.map(({ id, name }) => {
        const served = overview.live.filter(({ environment }) => environment === id).length;
        const snapshot = overview.snapshots.find(({ environment }) => environment === id);
        return (
          <section key={id} className="esb-card">
            <header>
              <h2>{id === mainEnvironment ? t('gateway.environment.main') : name}</h2>
              <span className="esb-note">{t('gateway.environment.serves', { count: served })}</span>
              <span className="esb-space" />
              {id !== mainEnvironment && served === 0 && (
                <Button danger type="text" onClick={() => void remove.run({ params: { environment: id } })}>
                  {t('gateway.environment.remove')}
                </Button>
              )}
            </header>
            <code className="esb-address">{addressIn(overview, id)}</code>
            {snapshot && (
              <span className="esb-note">
                {t('gateway.environment.snapshot', { number: snapshot.number })}{' '}
                <Time at={snapshot.at} locale={locale} />
              </span>
            )}
            {served > 0 && (
              <div className="esb-line">
                <Button size="small" onClick={() => void download('kong', id)}>
                  {t('gateway.environment.kong')}
                </Button>
                <Button size="small" onClick={() => void download('apisix', id)}>
                  {t('gateway.environment.apisix')}
                </Button>
              </div>
            )}
          </section>
        );
      })}
      <TelemetryCard />
      {left.length > 0 && <LeftDialog left={left} onClose={() => setLeft([])} />}
      {adding && (
        <FormDialog
          title={t('gateway.environment.add')}
          rules={Environment}
          initial={{ id: '', name: '' }}
          toBody={(values) => values}
          command={save}
          onClose={() => setAdding(false)}
        >
          <TextInput
            name="id"
            label={t('gateway.environment.id')}
            help={t('gateway.environment.id_help')}
            placeholder="test"
          />
          <TextInput name="name" label={t('gateway.name')} />
        </FormDialog>
      )}
    </div>
  );
}

function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
