import type { PersonDetailsInput } from '@formwork/contract/organization/people.ts';
import type { VisitorTxCtx } from '../../../platform/context.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { writeProfileOf } from '../../profile/public.ts';
import { usable } from '../departments/departments.ts';
import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import { usablePost } from '../departments/posts.ts';
import { usableSupplier } from './suppliers.ts';

/** Where somebody belongs and what is known of them; what is left out stays as it is. */
export interface Place extends PersonDetailsInput {
  departmentId?: string | null | undefined;
  postId?: string | null | undefined;
  superiorId?: string | null | undefined;
  supplierId?: string | null | undefined;
  partTime?: { departmentId: string; postId: string | null }[] | undefined;
}

/** What the database cannot refuse by itself. Who already holds something out of use keeps it. */
export function requirePlace(
  directory: Directory,
  place: Place,
  person?: DirectoryPerson,
  /** Circles of superiors lead through people whom not everybody is shown. */
  whole: Directory = directory,
): void {
  const { departmentId, postId, supplierId, partTime } = place;
  if (departmentId && departmentId !== person?.departmentId && usable(directory, departmentId).virtual)
    throw conflict('organization.department.virtual_main');
  if (postId && postId !== person?.postId) usablePost(directory, postId);
  if (supplierId && supplierId !== person?.supplierId) usableSupplier(directory, supplierId);
  const main = departmentId === undefined ? person?.departmentId : departmentId;
  const beside = partTime ?? person?.partTime ?? [];
  for (const position of partTime ?? []) {
    const had = person?.partTime.find((one) => one.departmentId === position.departmentId);
    if (!had) usable(directory, position.departmentId);
    if (position.postId && position.postId !== had?.postId) usablePost(directory, position.postId);
  }
  if (
    beside.some((position) => position.departmentId === main) ||
    new Set(beside.map((position) => position.departmentId)).size < beside.length
  )
    throw conflict('organization.person.twice_in_department');
  requireSuperior(directory, place.superiorId, person, whole);
}

export async function writePlace(tx: VisitorTxCtx, id: string, place: Place): Promise<void> {
  const { departmentId, postId, superiorId, supplierId, partTime, email, phone, ...profile } = place;
  const changes = defined({
    department_id: departmentId,
    post_id: postId,
    superior_id: superiorId,
    supplier_id: supplierId,
    email,
    phone,
  });
  if (Object.keys(changes).length > 0) {
    await tx.tx
      .insertInto('organization.person')
      .values({ space_id: tx.spaceId, account_id: id, department_id: null, superior_id: null, ...changes })
      .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet(changes))
      .execute();
  }
  if (partTime) {
    await tx.tx.deleteFrom('organization.part_time').where('account_id', '=', id).execute();
    if (partTime.length > 0)
      await tx.tx
        .insertInto('organization.part_time')
        .values(
          partTime.map((position) => ({
            space_id: tx.spaceId,
            account_id: id,
            department_id: position.departmentId,
            post_id: position.postId,
          })),
        )
        .execute();
  }
  await writeProfileOf(tx, id, profile);
  if (Object.keys(changes).length > 0 || partTime)
    await record(tx, 'organization.person.placed', {
      id,
      ...defined({ departmentId, postId, superiorId, supplierId, partTime }),
    });
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function requireSuperior(
  directory: Directory,
  superiorId: string | null | undefined,
  person: DirectoryPerson | undefined,
  whole: Directory,
): void {
  if (!superiorId || superiorId === person?.superiorId) return;
  const superior = directory.people.get(superiorId);
  if (!superior) throw notFound('organization.person.not_found');
  if (superior.disabled) throw conflict('organization.person.disabled');
  const above = new Set<string>();
  for (let at: string | null = superiorId; at !== null && !above.has(at); at = whole.people.get(at)?.superiorId ?? null)
    above.add(at);
  if (person && above.has(person.id)) throw conflict('organization.person.superior_circle');
}
