import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import type { GroupKind, GroupPart } from '@formwork/contract/organization/groups.ts';
import type { PeopleImport, PeopleReading, SheetColumn } from '@formwork/contract/organization/sheets.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export interface DepartmentTable {
  space_id: string;
  id: string;
  parent_id: string | null;
  name: string;
  position: Generated<number>;
  head_id: Generated<string | null>;
  virtual: Generated<boolean>;
  disabled: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface GradeTable {
  space_id: string;
  id: string;
  name: string;
  rank: number;
}

export interface PostTable {
  space_id: string;
  id: string;
  name: string;
  description: Generated<string>;
  grade_id: string | null;
  disabled: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface SupplierTable {
  space_id: string;
  id: string;
  name: string;
  credit_code: Generated<string>;
  contact: Generated<string>;
  phone: Generated<string>;
  note: Generated<string>;
  disabled: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface PersonTable {
  space_id: string;
  account_id: string;
  department_id: string | null;
  superior_id: string | null;
  post_id: Generated<string | null>;
  supplier_id: Generated<string | null>;
  email: Generated<string>;
  phone: Generated<string>;
}

export interface PartTimeTable {
  space_id: string;
  account_id: string;
  department_id: string;
  post_id: string | null;
}

export interface UserGroupTable {
  space_id: string;
  id: string;
  name: string;
  kind: GroupKind;
  owner_id: string;
  app_ids: Generated<string[]>;
  scope: JSONColumnType<GroupPart[]>;
  created_at: Generated<Date>;
}

export interface RoleTable {
  space_id: string;
  id: string;
  name: string;
  description: Generated<string>;
  group_id: Generated<string | null>;
  system_id: Generated<string | null>;
  created_at: Generated<Date>;
}

export interface RoleMemberTable {
  space_id: string;
  role_id: string;
  account_id: string;
}

export interface RoleHolderTable {
  space_id: string;
  role_id: string;
  kind: 'department' | 'post' | 'group';
  id: string;
  below: boolean;
}

export interface RoleGroupTable {
  space_id: string;
  id: string;
  name: string;
  position: number;
}

export interface PageRightTable {
  space_id: string;
  id: string;
  page: string;
  role_id: string | null;
  effect: 'grant' | 'refuse' | 'closed';
}

export interface ConsoleGrantTable {
  space_id: string;
  account_id: string;
  pages: string[];
}

export interface DelegatedAdminTable {
  space_id: string;
  id: string;
  account_id: string;
  department_id: string | null;
  system_id: string | null;
  may: DelegatedPart[];
  until: Date | null;
  under: string | null;
  given_by: string;
  given_at: Generated<Date>;
}

export interface PeopleImportTable {
  space_id: string;
  id: string;
  job_id: string | null;
  file_key: string;
  file_name: string;
  columns: JSONColumnType<(SheetColumn | null)[]>;
  ignored: JSONColumnType<string[]>;
  /** null: uploaded before it was kept. */
  reading: JSONColumnType<PeopleReading> | null;
  state: Generated<PeopleImport['state']>;
  done: Generated<number>;
  total: number;
  created: Generated<number>;
  updated: Generated<number>;
  failed: Generated<number>;
  failures: ColumnType<ImportFailure[], string | undefined, string>;
  started_by: string;
  created_at: Generated<Date>;
}

/** A row that was refused: its line in the file, and why. */
export interface ImportFailure {
  line: number;
  code: string;
  data?: Record<string, unknown>;
  column?: SheetColumn;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'organization.console_grant': ConsoleGrantTable;
    'organization.delegated_admin': DelegatedAdminTable;
    'organization.department': DepartmentTable;
    'organization.grade': GradeTable;
    'organization.post': PostTable;
    'organization.supplier': SupplierTable;
    'organization.person': PersonTable;
    'organization.part_time': PartTimeTable;
    'organization.user_group': UserGroupTable;
    'organization.people_import': PeopleImportTable;
    'organization.role': RoleTable;
    'organization.role_member': RoleMemberTable;
    'organization.role_holder': RoleHolderTable;
    'organization.role_group': RoleGroupTable;
    'organization.page_right': PageRightTable;
  }
}

/** Named constraints and the refusal each stands for. */
export const constraintCodes = {
  department_name_key: { code: 'organization.department.name_taken', path: 'name' },
  delegated_admin_department: 'organization.department.not_found',
  department_parent: 'organization.department.not_found',
  person_department: 'organization.department.not_found',
  person_post: 'organization.post.not_found',
  person_supplier: 'organization.supplier.not_found',
  part_time_pkey: 'organization.person.twice_in_department',
  part_time_department: 'organization.department.not_found',
  part_time_post: 'organization.post.not_found',
  grade_name_key: { code: 'organization.grade.name_taken', path: 'name' },
  post_name_key: { code: 'organization.post.name_taken', path: 'name' },
  post_grade: 'organization.grade.not_found',
  supplier_name_key: { code: 'organization.supplier.name_taken', path: 'name' },
  user_group_name_key: { code: 'organization.group.name_taken', path: 'name' },
  user_group_own_name_key: { code: 'organization.group.name_taken', path: 'name' },
  role_name_key: { code: 'organization.role.name_taken', path: 'name' },
  role_member_role: 'organization.role.not_found',
  role_holder_role: 'organization.role.not_found',
  role_group: 'organization.role_group.not_found',
  role_group_name_key: { code: 'organization.role_group.name_taken', path: 'name' },
  page_right_role: 'organization.role.not_found',
} as const;
