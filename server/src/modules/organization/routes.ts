import { consoleApi } from '@formwork/contract/console/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { routeDirect, type Server } from '../../platform/http/http.ts';
import { guardConsole, listConsoleGrants, setConsoleGrant } from './roles/console-grants.ts';
import { getContact, listContacts } from './people/contacts.ts';
import { endDelegatedAdmin, giveDelegatedAdmin, listDelegatedAdmins } from './delegated/delegated-admins.ts';
import { delegates } from './delegated/delegates.ts';
import {
  createDepartment,
  disableDepartment,
  enableDepartment,
  getDepartment,
  listTree,
  updateDepartment,
} from './departments/departments.ts';
import { createGroup, deleteGroup, listGroups, updateGroup } from './roles/groups.ts';
import { handOver } from './hand-over.ts';
import { getPeopleImport, readPeopleSheet, startPeopleImport, uploadPeopleSheet } from './import/imports.ts';
import { mergeDepartment } from './departments/merge-departments.ts';
import {
  createPerson,
  disablePerson,
  enablePerson,
  getPerson,
  listPeople,
  movePeople,
  endSecondStep,
  resetPassword,
  updatePerson,
} from './people/people.ts';
import { listPageRights, myClosedPages, setPageRights } from './roles/page-rights.ts';
import { exportPeople, importFailures, importTemplate } from './import/people-sheets.ts';
import { pickDepartments, pickGroups, pickPeople, pickPosts, pickRoles } from './people/picker.ts';
import {
  assignPost,
  createGrade,
  createPost,
  deleteGrade,
  deletePost,
  listGrades,
  listPosts,
  updateGrade,
  updatePost,
} from './departments/posts.ts';
import { describeOrganizationRights } from './roles/rights-subjects.ts';
import { createRoleGroup, deleteRoleGroup, listRoleGroups, updateRoleGroup } from './roles/role-groups.ts';
import {
  createRole,
  deleteRole,
  listRoleHolders,
  listRoleMembers,
  listRoles,
  setRoleHolders,
  setRoleMembers,
  updateRole,
} from './roles/roles.ts';
import { createSupplier, deleteSupplier, listSuppliers, updateSupplier } from './people/suppliers.ts';

/** Reading comes from memory; a change has its own transaction, because memory is brought up to date after the commit. */
export function organizationRoutes(server: Server): void {
  routeDirect(server, organizationApi.listTree, listTree);
  routeDirect(server, organizationApi.getDepartment, getDepartment);
  routeDirect(server, organizationApi.createDepartment, createDepartment);
  routeDirect(server, organizationApi.updateDepartment, updateDepartment);
  routeDirect(server, organizationApi.mergeDepartment, mergeDepartment);
  routeDirect(server, organizationApi.disableDepartment, disableDepartment);
  routeDirect(server, organizationApi.enableDepartment, enableDepartment);

  routeDirect(server, organizationApi.listPeople, listPeople);
  routeDirect(server, organizationApi.getPerson, getPerson);
  routeDirect(server, organizationApi.createPerson, createPerson);
  routeDirect(server, organizationApi.updatePerson, updatePerson);
  routeDirect(server, organizationApi.movePeople, movePeople);
  routeDirect(server, organizationApi.handOver, handOver);
  routeDirect(server, organizationApi.disablePerson, disablePerson);
  routeDirect(server, organizationApi.enablePerson, enablePerson);
  routeDirect(server, organizationApi.resetPassword, resetPassword);
  routeDirect(server, organizationApi.endSecondStep, endSecondStep);

  routeDirect(server, organizationApi.importTemplate, importTemplate);
  routeDirect(server, organizationApi.exportPeople, exportPeople);
  routeDirect(server, organizationApi.uploadPeopleSheet, uploadPeopleSheet);
  routeDirect(server, organizationApi.readPeopleSheet, readPeopleSheet);
  routeDirect(server, organizationApi.getPeopleImport, getPeopleImport);
  routeDirect(server, organizationApi.startPeopleImport, startPeopleImport);
  routeDirect(server, organizationApi.importFailures, importFailures);

  routeDirect(server, organizationApi.listPosts, listPosts);
  routeDirect(server, organizationApi.createPost, createPost);
  routeDirect(server, organizationApi.updatePost, updatePost);
  routeDirect(server, organizationApi.assignPost, assignPost);
  routeDirect(server, organizationApi.deletePost, deletePost);
  routeDirect(server, organizationApi.listGrades, listGrades);
  routeDirect(server, organizationApi.createGrade, createGrade);
  routeDirect(server, organizationApi.updateGrade, updateGrade);
  routeDirect(server, organizationApi.deleteGrade, deleteGrade);

  routeDirect(server, organizationApi.listGroups, listGroups);
  routeDirect(server, organizationApi.createGroup, createGroup);
  routeDirect(server, organizationApi.updateGroup, updateGroup);
  routeDirect(server, organizationApi.deleteGroup, deleteGroup);

  routeDirect(server, organizationApi.listSuppliers, listSuppliers);
  routeDirect(server, organizationApi.createSupplier, createSupplier);
  routeDirect(server, organizationApi.updateSupplier, updateSupplier);
  routeDirect(server, organizationApi.deleteSupplier, deleteSupplier);

  routeDirect(server, organizationApi.listContacts, listContacts);
  routeDirect(server, organizationApi.getContact, getContact);

  routeDirect(server, organizationApi.listRoles, listRoles);
  routeDirect(server, organizationApi.createRole, createRole);
  routeDirect(server, organizationApi.updateRole, updateRole);
  routeDirect(server, organizationApi.deleteRole, deleteRole);
  routeDirect(server, organizationApi.listRoleMembers, listRoleMembers);
  routeDirect(server, organizationApi.setRoleMembers, setRoleMembers);
  routeDirect(server, organizationApi.listRoleHolders, listRoleHolders);
  routeDirect(server, organizationApi.setRoleHolders, setRoleHolders);
  routeDirect(server, organizationApi.listRoleGroups, listRoleGroups);
  routeDirect(server, organizationApi.createRoleGroup, createRoleGroup);
  routeDirect(server, organizationApi.updateRoleGroup, updateRoleGroup);
  routeDirect(server, organizationApi.deleteRoleGroup, deleteRoleGroup);
  routeDirect(server, organizationApi.listPageRights, listPageRights);
  routeDirect(server, organizationApi.closedPages, myClosedPages);
  routeDirect(server, organizationApi.setPageRights, setPageRights);

  routeDirect(server, organizationApi.pickPeople, pickPeople);
  routeDirect(server, organizationApi.pickRoles, pickRoles);
  routeDirect(server, organizationApi.pickDepartments, pickDepartments);
  routeDirect(server, organizationApi.pickPosts, pickPosts);
  routeDirect(server, organizationApi.pickGroups, pickGroups);

  server.guards.push(guardConsole);
  routeDirect(server, consoleApi.listGrants, listConsoleGrants);
  routeDirect(server, consoleApi.setGrant, setConsoleGrant);

  server.delegates = delegates;
  routeDirect(server, organizationApi.listDelegatedAdmins, listDelegatedAdmins);
  routeDirect(server, organizationApi.giveDelegatedAdmin, giveDelegatedAdmin);
  routeDirect(server, organizationApi.endDelegatedAdmin, endDelegatedAdmin);

  describeOrganizationRights(server);
}
