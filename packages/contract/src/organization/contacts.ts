import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';
import { PersonDetails } from './people.ts';

export const Contact = z.object({
  id: uuid,
  name: z.string(),
  department: z.string().nullable(),
  post: z.string().nullable(),
  extension: z.string(),
  email: z.string(),
  portrait: uuid.nullable(),
});
export type Contact = z.infer<typeof Contact>;

export const ContactCard = PersonDetails.omit({ phone: true, entryDate: true }).extend({
  id: uuid,
  name: z.string(),
  /** File of the avatar. */
  portrait: uuid.nullable(),
  disabled: z.boolean(),
  /** Departments from the top, the main position first. */
  positions: z.array(z.object({ department: z.array(z.string()), post: z.string().nullable(), main: z.boolean() })),
  supplier: z.string().nullable(),
  superior: z.object({ id: uuid, name: z.string() }).nullable(),
});
export type ContactCard = z.infer<typeof ContactCard>;

export const contactsApi = {
  listContacts: endpoint({
    method: 'GET',
    path: '/organization/contacts',
    permission: 'organization.person.read',
    summary:
      'People in use in the order of their names, by department and search; the first page says where each initial begins.',
    query: z.object({
      search: z.string().trim().max(60).optional(),
      department: uuid.optional(),
      /** Without those of the departments below. */
      direct: z.boolean().optional(),
      offset: z.number().int().min(0).max(1_000_000).default(0),
      limit: z.number().int().min(1).max(200).default(100),
    }),
    response: z.object({
      rows: z.array(Contact),
      total: z.int(),
      initials: z.array(z.object({ letter: z.string(), offset: z.int() })),
    }),
  }),
  getContact: endpoint({
    method: 'GET',
    path: '/organization/contacts/:personId',
    permission: 'organization.person.read',
    summary: 'The contact card of a person.',
    params: z.object({ personId: uuid }),
    response: ContactCard,
  }),
};
