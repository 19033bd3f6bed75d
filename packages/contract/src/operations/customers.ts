import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';
import { loginPattern, PersonName } from '../organization/people.ts';
import { nameText } from '../text.ts';

export const editions = ['community', 'enterprise'] as const;
export const Edition = z.enum(editions);
export type Edition = z.infer<typeof Edition>;

/** An enterprise that is suspended or expired keeps everything, but its people cannot sign in. */
export const customerStates = ['active', 'expired', 'suspended'] as const;
export type CustomerState = (typeof customerStates)[number];
/** `expiring`: those active ones whose time ends within 30 days. */
export const customerFilters = [...customerStates, 'expiring'] as const;

export const suspensionReasonLength = 60;

const Named = z.object({ id: uuid, name: z.string() });

/** How much of the house an enterprise uses. Records are as the database's statistics have them. */
export const Usage = z.object({ people: z.int(), applications: z.int(), records: z.int(), storedBytes: z.number() });
export type Usage = z.infer<typeof Usage>;

export const Customer = z.object({
  id: z.string(),
  name: z.string(),
  creditCode: z.string(),
  edition: Edition,
  state: z.enum(customerStates),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  suspendedAt: z.string().nullable(),
  suspendedBecause: z.string(),
  /** The service-provider administrator whose customer it is. */
  provider: Named.nullable(),
  usage: Usage,
  can: z.object({ edit: z.boolean(), suspend: z.boolean(), assign: z.boolean() }),
});
export type Customer = z.infer<typeof Customer>;

const name = nameText().min(2).max(60);
const creditCode = z.string().trim().toUpperCase().max(18);
const expiresAt = z.iso.datetime({ offset: true }).nullable();
/** Single addresses and ranges such as 10.1.0.0/16. */
export const Addresses = z.object({ ranges: z.array(z.string().trim().min(1).max(50)).max(50) });
export type Addresses = z.infer<typeof Addresses>;
const ofCustomer = z.object({ customerId: z.string().max(40) });

export const customersApi = {
  list: endpoint({
    method: 'GET',
    path: '/operations/customers',
    permission: 'operations.customer.read',
    summary: 'Enterprises with edition, expiry and usage, newest first; a service provider sees its own customers.',
    query: z.object({
      search: z.string().trim().max(100).optional(),
      state: z.enum(customerFilters).optional(),
      edition: Edition.optional(),
      offset: z.number().int().min(0).max(1_000_000).default(0),
      limit: z.number().int().min(1).max(100).default(50),
    }),
    response: z.object({ rows: z.array(Customer), total: z.int() }),
  }),
  providers: endpoint({
    method: 'GET',
    path: '/operations/customers/providers',
    permission: 'operations.customer.read',
    summary: 'The service-provider administrators who may look after a customer.',
    response: z.array(Named),
  }),
  create: endpoint({
    method: 'POST',
    path: '/operations/customers',
    permission: 'operations.customer.edit',
    summary:
      'Adds an enterprise with its first administrator, whose one-time password is in the answer and nowhere else.',
    body: z.object({
      name,
      creditCode: creditCode.default(''),
      edition: Edition.default('enterprise'),
      expiresAt: expiresAt.default(null),
      providerId: uuid.nullable().optional(),
      administrator: z.object({ name: PersonName, login: z.string().trim().regex(loginPattern) }),
    }),
    response: z.object({ customer: Customer, login: z.string(), password: z.string() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/operations/customers/:customerId',
    permission: 'operations.customer.edit',
    summary: 'Changes what is kept of an enterprise; an expiry in the past ends its sessions.',
    params: ofCustomer,
    body: z.object({
      name: name.optional(),
      creditCode: creditCode.optional(),
      edition: Edition.optional(),
      expiresAt: expiresAt.optional(),
      providerId: uuid.nullable().optional(),
    }),
    response: Customer,
  }),
  suspend: endpoint({
    method: 'PUT',
    path: '/operations/customers/:customerId/suspension',
    permission: 'operations.customer.suspend',
    summary: 'Shuts an enterprise: sessions of its people end at once, nobody signs in, nothing is lost.',
    params: ofCustomer,
    body: z.object({ because: z.string().trim().min(1).max(suspensionReasonLength) }),
    response: Customer,
  }),
  resume: endpoint({
    method: 'DELETE',
    path: '/operations/customers/:customerId/suspension',
    permission: 'operations.customer.suspend',
    summary: 'Opens a suspended enterprise again.',
    params: ofCustomer,
    response: Customer,
  }),
  addresses: endpoint({
    method: 'GET',
    path: '/operations/customers/:customerId/addresses',
    permission: 'operations.customer.addresses',
    summary: 'Private addresses that the connections of an enterprise may reach, beside those of the installation.',
    params: ofCustomer,
    response: Addresses,
  }),
  putAddresses: endpoint({
    method: 'PUT',
    path: '/operations/customers/:customerId/addresses',
    permission: 'operations.customer.addresses',
    summary: 'Says which private addresses and ranges an enterprise may reach; places of the product itself stay shut.',
    params: ofCustomer,
    body: Addresses,
    response: Addresses,
  }),
};
