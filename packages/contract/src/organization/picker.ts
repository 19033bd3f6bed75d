import { z } from 'zod';
import { Administering } from './departments.ts';
import { endpoint, listInQuery, shortId, uuid } from '../endpoint.ts';

/** What a picker shows: enough to tell two people of one name apart. */
export const PickedPerson = z.object({
  id: uuid,
  name: z.string(),
  login: z.string(),
  department: z.string().nullable(),
  disabled: z.boolean(),
  /** Where people are asked for by id: the pinyin by which a serial sign orders them. */ spelling: z
    .string()
    .optional(),
});
export type PickedPerson = z.infer<typeof PickedPerson>;

export const PickedRole = z.object({ id: uuid, name: z.string(), members: z.int() });
export type PickedRole = z.infer<typeof PickedRole>;

/** `path` names the departments above, from the top. */
export const PickedDepartment = z.object({
  id: uuid,
  name: z.string(),
  path: z.array(z.string()),
  disabled: z.boolean(),
});
export type PickedDepartment = z.infer<typeof PickedDepartment>;

export const PickedPost = z.object({
  id: uuid,
  name: z.string(),
  grade: z.string().nullable(),
  holders: z.int(),
  disabled: z.boolean(),
});
export type PickedPost = z.infer<typeof PickedPost>;

export const PickedGroup = z.object({ id: uuid, name: z.string(), people: z.int(), public: z.boolean() });
export type PickedGroup = z.infer<typeof PickedGroup>;

/** `ids` asks for these, whatever their name; otherwise the first that fit the search. */
const pickQuery = z.object({
  search: z.string().trim().max(60).optional(),
  ids: listInQuery(uuid, 500).optional(),
  limit: z.number().int().min(1).max(100).default(30),
});

export const pickerApi = {
  pickPeople: endpoint({
    method: 'GET',
    path: '/organization/picker/people',
    permission: 'organization.person.read',
    summary: 'People for a picker, by name, pinyin or login, perhaps of one department, post or group.',
    query: pickQuery.extend({
      administering: Administering,
      department: uuid.optional(),
      post: uuid.optional(),
      group: uuid.optional(),
      offset: z.number().int().min(0).max(1_000_000).optional(),
    }),
    response: z.array(PickedPerson),
  }),
  pickRoles: endpoint({
    method: 'GET',
    path: '/organization/picker/roles',
    permission: 'organization.role.read',
    summary: 'Roles for a picker, by name or pinyin.',
    query: pickQuery,
    response: z.array(PickedRole),
  }),
  pickDepartments: endpoint({
    method: 'GET',
    path: '/organization/picker/departments',
    permission: 'organization.person.read',
    summary: 'Departments for a picker, by name or pinyin.',
    query: pickQuery.extend({ administering: Administering }),
    response: z.array(PickedDepartment),
  }),
  pickPosts: endpoint({
    method: 'GET',
    path: '/organization/picker/posts',
    permission: 'organization.person.read',
    summary: 'Posts for a picker, by name or pinyin.',
    query: pickQuery.extend({ administering: Administering }),
    response: z.array(PickedPost),
  }),
  pickGroups: endpoint({
    method: 'GET',
    path: '/organization/picker/groups',
    permission: 'organization.group.edit',
    summary: 'Groups of users for a picker: own ones and public ones, of one application or of all.',
    query: pickQuery.extend({
      app: shortId.optional(),
      /** Only those that rights can be given to. */ public: z.boolean().optional(),
    }),
    response: z.array(PickedGroup),
  }),
};
