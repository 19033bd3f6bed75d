import { enterpriseRoles } from '@formwork/contract/roles.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { RolePicker } from '@formwork/web/pickers/RolePicker.tsx';
import { Select } from 'antd';
import { useState } from 'react';

const kinds = ['designed', ...enterpriseRoles.filter((role) => role !== 'admin'), 'own'] as const;
type Kind = (typeof kinds)[number];

/** As whom the form is looked at: as it is designed, as a kind of account, or as who holds one role of the enterprise. */
export function RoleChoice({ role, onRole }: { role: string | undefined; onRole: (role: string | undefined) => void }) {
  const t = useT();
  const given: Kind =
    role === undefined ? 'designed' : (kinds as readonly string[]).includes(role) ? (role as Kind) : 'own';
  const [chosen, setChosen] = useState(given);
  const choose = (kind: Kind) => {
    setChosen(kind);
    if (kind !== 'own') onRole(kind === 'designed' ? undefined : kind);
  };
  return (
    <span className="trial-role">
      <Select
        size="small"
        aria-label={t('trial.as')}
        value={chosen}
        onChange={choose}
        popupMatchSelectWidth={false}
        options={kinds.map((value) => ({
          value,
          label: value === 'designed' || value === 'own' ? t(`trial.as_${value}`) : t(`organization.role.${value}`),
        }))}
      />
      {chosen === 'own' && (
        <RolePicker
          aria-label={t('trial.as_own')}
          value={given === 'own' && role !== undefined ? [role] : []}
          onChange={([id]) => onRole(id)}
        />
      )}
    </span>
  );
}
