import type { VisitorTxCtx } from '../../../platform/context.ts';
import type { Directory } from '../directory/directory.ts';
import { requirePlace, writePlace } from './places.ts';

/** Refuses a department where nobody can have their main place. */
export function requireMainDepartment(directory: Directory, departmentId: string | null | undefined): void {
  requirePlace(directory, { departmentId });
}

/** Gives a newcomer their place, in the transaction that lets them in. A department that went out of use since it was chosen is left out: nobody stays outside for it. */
export async function placeNewcomer(
  ctx: VisitorTxCtx,
  directory: Directory,
  id: string,
  departmentId: string | null,
): Promise<void> {
  const department = directory.departments.get(departmentId ?? '');
  if (department && !department.disabled && !department.virtual)
    await writePlace(ctx, id, { departmentId: department.id });
}
