import type { ButtonSetting, OwnButton } from '@formwork/contract/forms/buttons.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { RolePicker } from '@formwork/web/pickers/RolePicker.tsx';
import { Segmented, Select } from 'antd';
import { Line } from '../settings/form/inspector-parts.tsx';

const isAccount = (id: string): boolean => (enterpriseRoles as readonly string[]).includes(id);

/** Who may press a button: everybody or those named, and who may not whatever else lets them. The matrix of roles shows and changes the same. */
export function ButtonRoles({
  setting,
  onChange,
}: {
  setting: ButtonSetting;
  onChange: (part: Partial<OwnButton>) => void;
}) {
  const t = useT();
  const { roles } = setting;
  const refused = setting.refused ?? [];
  const setRefused = (next: string[]) => onChange({ refused: next.length > 0 ? next : undefined });
  return (
    <>
      <Line label={t('buttons.who')}>
        <Segmented
          block
          value={roles === undefined ? 'all' : 'named'}
          options={[
            { value: 'all', label: t('buttons.everybody') },
            { value: 'named', label: t('buttons.only_named') },
          ]}
          onChange={(next) => onChange({ roles: next === 'all' ? undefined : [] })}
        />
      </Line>
      {roles && (
        <>
          <Line label={t('buttons.accounts')}>
            <Accounts label={t('buttons.accounts')} value={roles} onChange={(next) => onChange({ roles: next })} />
          </Line>
          <Line label={t('buttons.roles')} help={t('buttons.roles_hint')}>
            <RolePicker
              multiple
              aria-label={t('buttons.roles')}
              value={roles.filter((id) => !isAccount(id))}
              onChange={(next) => onChange({ roles: [...roles.filter(isAccount), ...next] })}
            />
          </Line>
        </>
      )}
      <Line label={t('buttons.refused_accounts')}>
        <Accounts label={t('buttons.refused_accounts')} value={refused} onChange={setRefused} />
      </Line>
      <Line label={t('buttons.refused_roles')} help={t('buttons.refused_hint')}>
        <RolePicker
          multiple
          aria-label={t('buttons.refused_roles')}
          value={refused.filter((id) => !isAccount(id))}
          onChange={(next) => setRefused([...refused.filter(isAccount), ...next])}
        />
      </Line>
    </>
  );
}

/** The kinds of accounts among what is named; administrators need no role and nothing refuses them. */
function Accounts({
  label,
  value,
  onChange,
}: {
  label: string;
  value: readonly string[];
  onChange: (next: string[]) => void;
}) {
  const t = useT();
  const offered = enterpriseRoles.filter((role) => role !== 'admin');
  return (
    <Select
      mode="multiple"
      allowClear
      aria-label={label}
      value={value.filter((id) => (offered as readonly string[]).includes(id))}
      onChange={(next: string[]) =>
        onChange([...next, ...value.filter((id) => !(offered as readonly string[]).includes(id))])
      }
      options={offered.map((role) => ({ value: role, label: t(`organization.role.${role}`) }))}
    />
  );
}
