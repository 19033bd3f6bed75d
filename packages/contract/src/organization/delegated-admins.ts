import { z } from 'zod';
import { delegatedParts, isSystemPart } from '../delegated.ts';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { Title } from '../text.ts';

const Named = z.object({ id: uuid, name: z.string() });

/** Somebody who is no administrator looks after a department and those below it, or after a system. */
export const DelegatedAdmin = z.object({
  id: uuid,
  person: Named.extend({ login: z.string(), disabled: z.boolean() }),
  /** Its name, and the way to it from the top of what the one who asks may see; null of a system. */
  department: Named.extend({ path: z.array(z.string()) }).nullable(),
  /** null of a department. */
  system: z.object({ id: shortId, title: Title }).nullable(),
  may: z.array(z.enum(delegatedParts)),
  /** Nobody ended it; it may hold nothing all the same, see `inForce`. */
  until: z.iso.datetime().nullable(),
  givenBy: Named,
  givenAt: z.iso.datetime(),
  /** It was handed on by somebody who looks after a department themselves, and ends with what they have. */
  handedOn: z.boolean(),
  inForce: z.boolean(),
  can: z.object({ end: z.boolean() }),
});
export type DelegatedAdmin = z.infer<typeof DelegatedAdmin>;

const ofGrant = z.object({ grantId: uuid });

/** Of one department or of one system, with parts that such a thing has. */
const NewDelegatedAdmin = z
  .object({
    personId: uuid,
    departmentId: uuid.nullish(),
    systemId: shortId.nullish(),
    may: z.array(z.enum(delegatedParts)).min(1),
    until: z.iso.datetime().nullable().default(null),
  })
  .refine(({ departmentId, systemId }) => (departmentId ?? null) !== null || (systemId ?? null) !== null, {
    path: ['departmentId'],
    message: 'missing',
  })
  .refine(({ departmentId, systemId }) => (departmentId ?? null) === null || (systemId ?? null) === null, {
    path: ['systemId'],
    message: 'one',
  })
  .refine(({ systemId, may }) => may.every((part) => isSystemPart(part) === ((systemId ?? null) !== null)), {
    path: ['may'],
    message: 'part',
  });

export const delegatedAdminsApi = {
  listDelegatedAdmins: endpoint({
    method: 'GET',
    path: '/organization/delegated-admins',
    permission: 'organization.delegate.read',
    delegable: delegatedParts,
    summary:
      'Who looks after which department or system without being administrator; for such people what they have and what they handed on.',
    query: z.object({ person: uuid.optional() }),
    response: z.array(DelegatedAdmin),
  }),
  giveDelegatedAdmin: endpoint({
    method: 'POST',
    path: '/organization/delegated-admins',
    permission: 'organization.delegate.edit',
    delegable: delegatedParts,
    summary:
      'Let somebody look after a department and those below it, or after a system. Whoever does so themselves hands on no more than they have, and no longer.',
    body: NewDelegatedAdmin,
    response: DelegatedAdmin,
    rights: true,
  }),
  endDelegatedAdmin: endpoint({
    method: 'DELETE',
    path: '/organization/delegated-admins/:grantId',
    permission: 'organization.delegate.end',
    delegable: delegatedParts,
    summary: 'End it at once, with all that was handed on from it.',
    params: ofGrant,
    response: nothing,
  }),
};
