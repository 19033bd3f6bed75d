import { formsApi } from '@formwork/contract/forms/api.ts';
import type { RoleView } from '@formwork/contract/organization/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { looksAfter, useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';

/** What of roles somebody may change: administrators all of it, whoever looks after a system its rights, or its roles. */
export interface MayEdit {
  /** Groups, pages, copies, and the roles of no system. */
  all: boolean;
  /** What roles may do with applications and forms: of the systems in care, the server shows no others. */
  rights: boolean;
  newRoles: boolean;
  role: (role: Pick<RoleView, 'systemId'>) => boolean;
}

export function useMayEdit(): MayEdit {
  const all = useCan()('organization.role.edit');
  const ofSystems = !all && looksAfter('roles');
  const cared = useQuery({ ...q(formsApi.listSystems, { query: { administering: 'roles' } }), enabled: ofSystems });
  const systems = new Set(cared.data?.systems.map(({ id }) => id));
  return {
    all,
    rights: all || looksAfter('rights'),
    newRoles: all || ofSystems,
    role: ({ systemId }) => all || (systemId !== null && systems.has(systemId)),
  };
}
