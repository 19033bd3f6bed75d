import { z } from 'zod';
import { departmentParts } from '../delegated.ts';
import { endpoint, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';

export const departmentNameMax = 60;
/** Levels of the tree. */
export const departmentDepthMax = 30;

/** Asked in order to look after this: whoever does so for some departments alone is shown no others. */
export const Administering = z.enum(departmentParts).optional();

const Named = z.object({ id: uuid, name: z.string() });

export const Department = z.object({
  id: uuid,
  parentId: uuid.nullable(),
  name: z.string(),
  head: Named.nullable(),
  /** A project team or a committee: people are in it beside their own department. */
  virtual: z.boolean(),
  disabled: z.boolean(),
  /** Enabled people in it and below it, each counted once. */
  people: z.int(),
  /** Departments right below it. */
  children: z.int(),
});
export type Department = z.infer<typeof Department>;

/** A department and its place among its siblings: where a tree has to open, and how far to scroll. */
export const DepartmentStep = z.object({ id: uuid, name: z.string(), index: z.int() });
export type DepartmentStep = z.infer<typeof DepartmentStep>;

const Name = nameText().min(1).max(departmentNameMax);
const ofDepartment = z.object({ departmentId: uuid });
const people = ['people'] as const;
const summaryOf = {
  permission: 'organization.person.edit',
  delegable: people,
  params: ofDepartment,
  response: Department,
} as const;

export const departmentsApi = {
  listTree: endpoint({
    method: 'GET',
    path: '/organization/tree',
    permission: 'organization.person.read',
    summary: 'The departments right below one, or those at the top, a page at a time: a tree reads what it shows.',
    query: z.object({
      parent: uuid.optional(),
      /** Those out of use as well. */
      disabled: z.boolean().optional(),
      administering: Administering,
      offset: z.number().int().min(0).max(1_000_000).default(0),
      limit: z.number().int().min(1).max(500).default(200),
    }),
    response: z.object({ rows: z.array(Department), total: z.int() }),
  }),
  getDepartment: endpoint({
    method: 'GET',
    path: '/organization/departments/:departmentId',
    permission: 'organization.person.read',
    summary: 'One department, and the way to it from the top.',
    params: ofDepartment,
    query: z.object({ disabled: z.boolean().optional(), administering: Administering }),
    response: Department.extend({ way: z.array(DepartmentStep) }),
  }),
  createDepartment: endpoint({
    method: 'POST',
    path: '/organization/departments',
    permission: 'organization.person.edit',
    delegable: people,
    summary: 'Create a department at the end of its siblings.',
    body: z.object({
      name: Name,
      parentId: uuid.nullable(),
      headId: uuid.nullable().optional(),
      virtual: z.boolean().optional(),
    }),
    response: Department,
  }),
  updateDepartment: endpoint({
    ...summaryOf,
    method: 'PATCH',
    path: '/organization/departments/:departmentId',
    summary: 'Rename a department, name its head, move it below another one or before one of its siblings.',
    body: z.object({
      name: Name.optional(),
      headId: uuid.nullable().optional(),
      parentId: uuid.nullable().optional(),
      /** The sibling it shall stand before; the end without one. Only together with `parentId`. */
      beforeId: uuid.nullable().optional(),
    }),
    rights: { when: ({ body }) => body.parentId !== undefined },
  }),
  mergeDepartment: endpoint({
    ...summaryOf,
    method: 'POST',
    path: '/organization/departments/:departmentId/merging',
    summary:
      'Move people and departments of one department into another. The emptied one is out of use and stands below the other, so that its records stay within.',
    body: z.object({ intoId: uuid }),
    rights: true,
  }),
  disableDepartment: endpoint({
    ...summaryOf,
    method: 'PUT',
    path: '/organization/departments/:departmentId/disabling',
    summary: 'Take a department without people and enabled departments below it out of use.',
  }),
  enableDepartment: endpoint({
    ...summaryOf,
    method: 'DELETE',
    path: '/organization/departments/:departmentId/disabling',
    summary: 'Take a department into use again.',
  }),
};
