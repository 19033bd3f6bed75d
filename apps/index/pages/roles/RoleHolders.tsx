import { organizationApi, type RoleHolder } from '@formwork/contract/organization/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';

/** Departments whose people hold the role, without being named one by one. Saved as they are chosen. */
export function RoleHolders({ roleId, mayEdit }: { roleId: string; mayEdit: boolean }) {
  const t = useT();
  const params = { roleId };
  const holders = useQuery(q(organizationApi.listRoleHolders, { params }));
  const set = useCommand(organizationApi.setRoleHolders, { refresh: [organizationApi.listRoleHolders, organizationApi.listRoles, organizationApi.listPeople, organizationApi.pickRoles] });
  const known = holders.data ?? [];
  const others = known.filter(({ kind }) => kind !== 'department');
  const departments = known.filter(({ kind }) => kind === 'department');
  const below = departments.length > 0 && departments.every((one) => one.below);
  const save = (chosen: RoleHolder[]) => void set.run({ params, body: { holders: [...others, ...chosen] } });
  return (
    <div className="role-holders">
      <span>{t('rights.held_by_departments')}</span>
      <DepartmentPicker multiple disabled={!mayEdit || !holders.data || set.pending} aria-label={t('rights.held_by_departments')} value={departments.map(({ id }) => id)} onChange={(ids) => save(ids.map((id) => ({ kind: 'department', id, below })))} />
      <Checkbox disabled={!mayEdit || departments.length === 0} checked={below} onChange={(event) => save(departments.map((one) => ({ ...one, below: event.target.checked })))}>{t('rights.with_below')}</Checkbox>
    </div>
  );
}
