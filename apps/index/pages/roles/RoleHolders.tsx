import { organizationApi, type RoleHolder } from '@formwork/contract/organization/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { PostPicker } from '@formwork/web/pickers/PostPicker.tsx';
import { PublicGroupPicker } from '@formwork/web/pickers/PublicGroupPicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';

const pickers = { department: DepartmentPicker, post: PostPicker, group: PublicGroupPicker } as const;
const kinds = ['department', 'post', 'group'] as const;

/** Departments, posts and public groups whose people hold the role, without being named one by one. Saved as they are chosen. */
export function RoleHolders({ roleId, mayEdit }: { roleId: string; mayEdit: boolean }) {
  const t = useT();
  const params = { roleId };
  const holders = useQuery(q(organizationApi.listRoleHolders, { params }));
  const set = useCommand(organizationApi.setRoleHolders, {
    refresh: [
      organizationApi.listRoleHolders,
      organizationApi.listRoles,
      organizationApi.listPeople,
      organizationApi.pickRoles,
    ],
  });
  const known = holders.data ?? [];
  const departments = known.filter(({ kind }) => kind === 'department');
  const below = departments.length > 0 && departments.every((one) => one.below);
  const save = (kind: RoleHolder['kind'], chosen: RoleHolder[]) =>
    void set.run({ params, body: { holders: [...known.filter((one) => one.kind !== kind), ...chosen] } });
  return (
    <div className="role-holders">
      {kinds.map((kind) => {
        const Picker = pickers[kind];
        const label = t(`rights.held_by_${kind}`);
        return (
          <div key={kind}>
            <span>{label}</span>
            <Picker
              multiple
              disabled={!mayEdit || !holders.data || set.pending}
              aria-label={label}
              value={known.filter((one) => one.kind === kind).map(({ id }) => id)}
              onChange={(ids) =>
                save(
                  kind,
                  ids.map((id) => ({ kind, id, below: kind === 'department' && below })),
                )
              }
            />
            {kind === 'department' && (
              <Checkbox
                disabled={!mayEdit || departments.length === 0}
                checked={below}
                onChange={(event) =>
                  save(
                    'department',
                    departments.map((one) => ({ ...one, below: event.target.checked })),
                  )
                }
              >
                {t('rights.with_below')}
              </Checkbox>
            )}
          </div>
        );
      })}
    </div>
  );
}
