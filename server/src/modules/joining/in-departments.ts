import { sql, type RawBuilder } from 'kysely';
import type { Administered } from '../organization/public.ts';

/** For those who look after some departments: requests and invitations of these. */
export function inDepartments({ part }: Administered): RawBuilder<boolean> {
  return sql<boolean>`department_id = any(${[...part.departments.keys()]}::uuid[])`;
}
