import type { Generated } from 'kysely';

export interface DepartmentTable {
  space_id: string;
  id: string;
  parent_id: string | null;
  name: string;
  position: Generated<number>;
  head_id: Generated<string | null>;
  disabled: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface PersonTable {
  space_id: string;
  account_id: string;
  department_id: string | null;
  superior_id: string | null;
}

export interface RoleTable {
  space_id: string;
  id: string;
  name: string;
  description: Generated<string>;
  created_at: Generated<Date>;
}

export interface RoleMemberTable {
  space_id: string;
  role_id: string;
  account_id: string;
}

declare module '../../platform/db.ts' {
  interface ControlTables {
    'organization.department': DepartmentTable;
    'organization.person': PersonTable;
    'organization.role': RoleTable;
    'organization.role_member': RoleMemberTable;
  }
}

/** Named constraints and the refusal each stands for. */
export const constraintCodes = {
  department_name_key: 'organization.department.name_taken',
  department_parent: 'organization.department.not_found',
  person_department: 'organization.department.not_found',
  role_name_key: 'organization.role.name_taken',
  role_member_role: 'organization.role.not_found',
} as const;
