import { operationsApi } from '@formwork/contract/operations/api.ts';
import { customersApi } from '@formwork/contract/operations/customers.ts';
import { route, routeDirect, type Server } from '../../platform/http.ts';
import { createCustomer, listCustomers, listProviders, resumeCustomer, suspendCustomer, updateCustomer } from './customers.ts';
import { platformOverview } from './overview.ts';

export function operationsRoutes(server: Server): void {
  route(server, operationsApi.overview, platformOverview);

  route(server, customersApi.list, listCustomers);
  route(server, customersApi.providers, listProviders);
  // what is dropped from memory is dropped after the commit
  routeDirect(server, customersApi.create, createCustomer);
  routeDirect(server, customersApi.update, updateCustomer);
  routeDirect(server, customersApi.suspend, suspendCustomer);
  routeDirect(server, customersApi.resume, resumeCustomer);
}
