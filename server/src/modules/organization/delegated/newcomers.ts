import type { Administered } from './administered.ts';
import { departmentIn } from '../departments/departments.ts';
import { newcomer, placedAs, requireInside, requireOrdinaryRole, requireOwnRoles } from './limits.ts';

/** Whether whoever lets people in may give them this place and account. */
export function requireMayPlace(
  care: Administered,
  { role, departmentId }: { role: string; departmentId: string | null },
): void {
  if (!care.delegate) return;
  requireOrdinaryRole(care, role);
  requireInside(care, departmentId);
  if (departmentId !== null) departmentIn(care.part, departmentId);
  requireOwnRoles(care, [placedAs(newcomer, { departmentId })]);
}
