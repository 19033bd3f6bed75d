import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { setAppearance, useAppearance } from '@formwork/web/appearance/appearance.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { useId } from 'react';

/** What stands at the side inside an application: its own menu, or this navigation as everywhere else. */
export function AppMenusChoice() {
  const t = useT();
  const id = useId();
  const { appMenus } = useAppearance();
  const save = useCommand(enterpriseApi.setAppMenus, { refresh: [enterpriseApi.appearance], onDone: setAppearance });
  return (
    <span className="navigation-scan">
      <label htmlFor={id}>{t('navigation.in_apps')}</label>{' '}
      <Select<'own' | 'this'>
        id={id}
        value={appMenus ? 'own' : 'this'}
        loading={save.pending}
        options={[
          { value: 'own', label: t('navigation.in_apps_own') },
          { value: 'this', label: t('navigation.in_apps_this') },
        ]}
        onChange={(choice) => void save.run({ body: { enabled: choice === 'own' } })}
      />
    </span>
  );
}
