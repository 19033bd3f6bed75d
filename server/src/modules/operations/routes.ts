import { operationsApi } from '@formwork/contract/operations/api.ts';
import { holdApi } from '@formwork/contract/operations/hold.ts';
import { customersApi } from '@formwork/contract/operations/customers.ts';
import { eventsApi } from '@formwork/contract/operations/events.ts';
import { operatorRolesApi, personnelApi } from '@formwork/contract/operations/staff.ts';
import { usersApi } from '@formwork/contract/operations/users.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { customerAddresses, putCustomerAddresses } from './customer-addresses.ts';
import {
  createCustomer,
  listCustomers,
  listProviders,
  resumeCustomer,
  suspendCustomer,
  updateCustomer,
} from './customers.ts';
import { discardFailedEvents, eventLag, listFailedEvents, replayFailedEvents } from './events.ts';
import { letGoOn, viewHold } from './hold.ts';
import { mergeUsers, planMerge } from './merge.ts';
import { platformOverview } from './overview.ts';
import { createStaff, disableStaff, enableStaff, listPersonnel, resetStaffPassword, updateStaff } from './personnel.ts';
import { createOperatorRole, deleteOperatorRole, listOperatorRoles, updateOperatorRole } from './roles.ts';
import { disableUser, enableUser, endUserSession, endUserSessions, getUser, listUsers, unlockUser } from './users.ts';

export function operationsRoutes(server: Server): void {
  route(server, operationsApi.overview, platformOverview);
  // across all spaces, each in a transaction of its own
  routeDirect(server, holdApi.hold, viewHold);
  routeDirect(server, holdApi.endHold, letGoOn);

  route(server, customersApi.list, listCustomers);
  route(server, customersApi.providers, listProviders);
  // what is dropped from memory is dropped after the commit
  routeDirect(server, customersApi.create, createCustomer);
  routeDirect(server, customersApi.update, updateCustomer);
  routeDirect(server, customersApi.suspend, suspendCustomer);
  routeDirect(server, customersApi.resume, resumeCustomer);
  routeDirect(server, customersApi.addresses, customerAddresses);
  routeDirect(server, customersApi.putAddresses, putCustomerAddresses);

  route(server, usersApi.list, listUsers);
  route(server, usersApi.get, getUser);
  routeDirect(server, usersApi.unlock, unlockUser);
  routeDirect(server, usersApi.disable, disableUser);
  routeDirect(server, usersApi.enable, enableUser);
  routeDirect(server, usersApi.endSession, endUserSession);
  routeDirect(server, usersApi.endSessions, endUserSessions);
  route(server, usersApi.planMerge, planMerge);
  routeDirect(server, usersApi.merge, mergeUsers);

  // over all spaces, in the role that hands events on
  routeDirect(server, eventsApi.failed, listFailedEvents);
  routeDirect(server, eventsApi.lag, eventLag);
  routeDirect(server, eventsApi.replay, replayFailedEvents);
  routeDirect(server, eventsApi.discard, discardFailedEvents);

  route(server, operatorRolesApi.list, listOperatorRoles);
  routeDirect(server, operatorRolesApi.create, createOperatorRole);
  routeDirect(server, operatorRolesApi.update, updateOperatorRole);
  routeDirect(server, operatorRolesApi.remove, deleteOperatorRole);

  route(server, personnelApi.list, listPersonnel);
  routeDirect(server, personnelApi.create, createStaff);
  routeDirect(server, personnelApi.update, updateStaff);
  routeDirect(server, personnelApi.disable, disableStaff);
  routeDirect(server, personnelApi.enable, enableStaff);
  routeDirect(server, personnelApi.reset, resetStaffPassword);
}
