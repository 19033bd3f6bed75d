import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { setAppearance, useAppearance } from '@formwork/web/appearance/appearance.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Switch } from 'antd';
import { useId } from 'react';

/** Opens and closes the scanner in the bar of phones and in fields, for everybody at once. */
export function ScanSwitch() {
  const t = useT();
  const id = useId();
  const { scanning } = useAppearance();
  const save = useCommand(enterpriseApi.setScanning, { refresh: [enterpriseApi.appearance], onDone: setAppearance });
  return (
    <span className="navigation-scan">
      <Switch
        id={id}
        checked={scanning}
        loading={save.pending}
        onChange={(enabled) => void save.run({ body: { enabled } })}
      />{' '}
      <label htmlFor={id}>{t('navigation.scan')}</label>
    </span>
  );
}
