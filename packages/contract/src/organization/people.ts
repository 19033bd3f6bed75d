import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { roles as outerRoles, enterpriseRoles } from '../roles.ts';
import { nameText } from '../text.ts';

/** Roles which an administrator can give to people of the own enterprise. */
export const EnterpriseRole = z.enum(enterpriseRoles);
export type EnterpriseRole = z.infer<typeof EnterpriseRole>;

export const genders = ['male', 'female'] as const;
export const Gender = z.enum(genders);
export type Gender = z.infer<typeof Gender>;

const Named = z.object({ id: uuid, name: z.string() });

/** What the enterprise knows of a person beside name and place. */
export const PersonDetails = z.object({
  gender: Gender.nullable(),
  birthday: z.iso.date().nullable(),
  email: z.string(),
  phone: z.string(),
  extension: z.string(),
  /** What the person is there for, in words. */
  jobDescription: z.string(),
  entryDate: z.iso.date().nullable(),
});
export type PersonDetails = z.infer<typeof PersonDetails>;

export const Person = PersonDetails.extend({
  id: uuid,
  login: z.string(),
  name: z.string(),
  role: z.enum(outerRoles),
  disabled: z.boolean(),
  department: Named.nullable(),
  post: Named.nullable(),
  partTime: z.array(z.object({ department: Named, post: Named.nullable() })),
  superior: Named.nullable(),
  /** The supplier they work for; null for people of the enterprise. */
  supplier: Named.nullable(),
  roles: z.array(Named),
  /** What the one who asks may do with this person. */
  can: z.object({
    edit: z.boolean(),
    changeRole: z.boolean(),
    disable: z.boolean(),
    resetPassword: z.boolean(),
    /** Give what they have to somebody else as they leave. */
    handOver: z.boolean(),
  }),
});
export type Person = z.infer<typeof Person>;

/** Shown once: it is kept nowhere. */
export const InitialPassword = z.object({ password: z.string() });

/** What can move to another person when somebody leaves. */
export const handOverParts = ['tasks', 'records', 'definitions', 'roles'] as const;
export const HandOverPart = z.enum(handOverParts);
export type HandOverPart = z.infer<typeof HandOverPart>;

/** What a hand-over moved; `kept`: to-dos that could not, because the other person has a part in them already. */
export const HandOverResult = z.object({
  tasks: z.int(),
  records: z.int(),
  definitions: z.int().default(0),
  roles: z.int(),
  kept: z.int(),
});
export type HandOverResult = z.infer<typeof HandOverResult>;

export const loginPattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/;
export const PersonName = nameText().min(1).max(60);

const ofPerson = z.object({ personId: uuid });
const edits = 'organization.person.edit';
const people = ['people'] as const;

export const PersonDetailsInput = z.object({
  gender: Gender.nullable().optional(),
  birthday: z.iso.date().nullable().optional(),
  email: z.union([z.literal(''), z.email().max(100)]).optional(),
  phone: z
    .string()
    .trim()
    .regex(/^[0-9+() -]{0,30}$/)
    .optional(),
  extension: z.string().trim().max(20).optional(),
  jobDescription: z.string().trim().max(500).optional(),
  entryDate: z.iso.date().nullable().optional(),
});
export type PersonDetailsInput = z.infer<typeof PersonDetailsInput>;

const Place = z.object({
  postId: uuid.nullable().optional(),
  supplierId: uuid.nullable().optional(),
  /** One position a department, beside the main one. */
  partTime: z
    .array(z.object({ departmentId: uuid, postId: uuid.nullable() }))
    .max(20)
    .optional(),
});

export const peopleApi = {
  listPeople: endpoint({
    method: 'GET',
    path: '/organization/people',
    permission: 'organization.person.manage',
    delegable: ['people', 'posts'],
    summary: 'People of the space by name, login or pinyin, in the order of their names.',
    query: z.object({
      search: z.string().trim().max(60).optional(),
      /** People of this department and of those below it, part-time ones too; `none` for people without one. */
      department: z.union([uuid, z.literal('none')]).optional(),
      /** Without those of the departments below. */
      direct: z.boolean().optional(),
      post: uuid.optional(),
      /** Of one supplier, or of `any`. */
      supplier: z.union([uuid, z.literal('any')]).optional(),
      state: z.enum(['enabled', 'disabled', 'all']).default('enabled'),
      offset: z.number().int().min(0).max(1_000_000).default(0),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(Person), total: z.int() }),
  }),
  getPerson: endpoint({
    method: 'GET',
    path: '/organization/people/:personId',
    permission: 'organization.person.read',
    summary: 'One person of the space; for those who do not administer people, themselves alone.',
    params: ofPerson,
    response: Person,
  }),
  createPerson: endpoint({
    method: 'POST',
    path: '/organization/people',
    permission: edits,
    delegable: people,
    summary: 'Create an account with its membership; the initial password is in the answer and nowhere else.',
    body: PersonDetailsInput.extend(Place.shape).extend({
      name: PersonName,
      login: z.string().trim().regex(loginPattern),
      role: EnterpriseRole,
      departmentId: uuid.nullable(),
      superiorId: uuid.nullable().default(null),
    }),
    response: InitialPassword.extend({ person: Person }),
    // the initial password would let whoever made the account use what it has by its place
    rights: {
      when: ({ body }) =>
        body.role !== 'user' || body.departmentId !== null || Boolean(body.postId) || (body.partTime ?? []).length > 0,
    },
  }),
  updatePerson: endpoint({
    method: 'PATCH',
    path: '/organization/people/:personId',
    permission: edits,
    delegable: people,
    summary: 'Change name, role, positions, superior or details of a person.',
    params: ofPerson,
    body: PersonDetailsInput.extend(Place.shape).extend({
      name: PersonName.optional(),
      role: EnterpriseRole.optional(),
      departmentId: uuid.nullable().optional(),
      superiorId: uuid.nullable().optional(),
    }),
    response: Person,
    rights: {
      when: ({ body }) =>
        body.role !== undefined ||
        body.departmentId !== undefined ||
        body.postId !== undefined ||
        body.partTime !== undefined,
    },
  }),
  movePeople: endpoint({
    method: 'POST',
    path: '/organization/people/moves',
    permission: edits,
    delegable: people,
    summary: 'Give many people another main department; into a virtual one they come beside their own.',
    body: z.object({ ids: z.array(uuid).min(1).max(1_000), departmentId: uuid }),
    response: z.object({ moved: z.int() }),
    rights: true,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/organization/people/:personId/hand-over',
    permission: edits,
    summary:
      'A person leaves: to-dos, records, and roles with what they lead go to another person by a job; the account can be shut at once.',
    params: ofPerson,
    body: z.object({ toId: uuid, parts: z.array(HandOverPart).min(1), disable: z.boolean() }),
    response: z.object({ jobId: uuid }),
    rights: { when: ({ body }) => body.disable || body.parts.includes('roles') },
  }),
  disablePerson: endpoint({
    method: 'PUT',
    path: '/organization/people/:personId/disabling',
    permission: edits,
    delegable: people,
    summary: 'Shut a person out of the space; open sessions end at once.',
    params: ofPerson,
    response: Person,
    rights: true,
  }),
  enablePerson: endpoint({
    method: 'DELETE',
    path: '/organization/people/:personId/disabling',
    permission: edits,
    delegable: people,
    summary: 'Let a person in again.',
    params: ofPerson,
    response: Person,
    rights: true,
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/organization/people/:personId/password',
    permission: edits,
    delegable: people,
    summary: 'Give a person a new initial password; their sessions end.',
    params: ofPerson,
    response: InitialPassword,
  }),
  endSecondStep: endpoint({
    method: 'DELETE',
    path: '/organization/people/:personId/second-step',
    permission: edits,
    delegable: people,
    summary:
      'For whoever has lost app, phone and recovery codes: their second step ends and their sessions with it, once it is certain who they are.',
    params: ofPerson,
    response: nothing,
  }),
};
