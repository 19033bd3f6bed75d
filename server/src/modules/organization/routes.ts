import { organizationApi } from '@formwork/contract/organization/api.ts';
import { routeDirect, type Server } from '../../platform/http.ts';
import { createDepartment, disableDepartment, enableDepartment, listDepartments, updateDepartment } from './departments.ts';
import { createPerson, disablePerson, enablePerson, getPerson, listPeople, resetPassword, updatePerson } from './people.ts';
import { pickDepartments, pickPeople, pickRoles } from './picker.ts';
import { createRole, deleteRole, listRoleMembers, listRoles, setRoleMembers, updateRole } from './roles.ts';

/** Reading comes from memory; a change has its own transaction, because memory is dropped after the commit. */
export function organizationRoutes(server: Server): void {
  routeDirect(server, organizationApi.listDepartments, listDepartments);
  routeDirect(server, organizationApi.createDepartment, createDepartment);
  routeDirect(server, organizationApi.updateDepartment, updateDepartment);
  routeDirect(server, organizationApi.disableDepartment, disableDepartment);
  routeDirect(server, organizationApi.enableDepartment, enableDepartment);

  routeDirect(server, organizationApi.listPeople, listPeople);
  routeDirect(server, organizationApi.getPerson, getPerson);
  routeDirect(server, organizationApi.createPerson, createPerson);
  routeDirect(server, organizationApi.updatePerson, updatePerson);
  routeDirect(server, organizationApi.disablePerson, disablePerson);
  routeDirect(server, organizationApi.enablePerson, enablePerson);
  routeDirect(server, organizationApi.resetPassword, resetPassword);

  routeDirect(server, organizationApi.listRoles, listRoles);
  routeDirect(server, organizationApi.createRole, createRole);
  routeDirect(server, organizationApi.updateRole, updateRole);
  routeDirect(server, organizationApi.deleteRole, deleteRole);
  routeDirect(server, organizationApi.listRoleMembers, listRoleMembers);
  routeDirect(server, organizationApi.setRoleMembers, setRoleMembers);

  routeDirect(server, organizationApi.pickPeople, pickPeople);
  routeDirect(server, organizationApi.pickRoles, pickRoles);
  routeDirect(server, organizationApi.pickDepartments, pickDepartments);
}
