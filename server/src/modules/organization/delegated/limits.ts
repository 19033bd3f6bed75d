import { conflict, forbidden } from '../../../platform/errors.ts';
import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import type { Place } from '../people/places.ts';
import { rolesIn } from '../roles/role-holding.ts';
import type { Administered } from './administered.ts';
import { grantsInForce } from './delegated-facts.ts';

/** What a part of the directory does not say by itself: who looks after departments meets these limits, administrators none of them. */

/** People with an ordinary account who look after nothing themselves: who got hold of another account would have what it may. */
export function isOrdinary({ whole, delegate }: Administered, person: DirectoryPerson): boolean {
  return (
    delegate === undefined ||
    (person.id !== delegate.id && person.role === 'user' && grantsInForce(whole, person.id).length === 0)
  );
}

export function requireOrdinary(care: Administered, person: DirectoryPerson): void {
  if (!isOrdinary(care, person)) throw forbidden('organization.delegated.ordinary_people');
}

/** Accounts of another kind are the administrators' to give. */
export function requireOrdinaryRole({ delegate }: Administered, role: string | undefined): void {
  if (delegate && role !== undefined && role !== 'user') throw forbidden('organization.delegated.ordinary_people');
}

/** Nothing is put outside of all departments, and where it is put has to be there. */
export function requireInside({ delegate }: Administered, departmentId: string | null | undefined): void {
  if (delegate && departmentId === null) throw forbidden('organization.delegated.inside');
}

/** What was given into somebody's care is changed by those who gave it. */
export function requireBelow({ delegate, tops }: Administered, departmentId: string): void {
  if (delegate && tops.has(departmentId)) throw forbidden('organization.delegated.own_department');
}

/** Roles that people would come to hold by another place are handed on by those who hold them. `after` is the organization as it would be. */
export function requireOwnRoles(
  { whole, delegate }: Administered,
  people: readonly DirectoryPerson[],
  after: Directory = whole,
): void {
  if (!delegate || people.length === 0) return;
  const heldBy = rolesIn(after);
  const beyond = new Set(
    people.flatMap((person) => {
      const before = whole.people.get(person.id)?.roleIds ?? [];
      return heldBy(person).filter((role) => !before.includes(role) && !delegate.roleIds.includes(role));
    }),
  );
  if (beyond.size > 0)
    throw forbidden('organization.delegated.beyond', {
      names: [...beyond].map((role) => whole.roles.get(role)?.name ?? '').join(', '),
    });
}

/** A place as a delegate may give it: what they are not shown stays as it is. */
export function placeWithin(care: Administered, place: Place, id?: string): Place {
  const { whole, part, delegate } = care;
  if (!delegate) return place;
  const person = whole.people.get(id ?? '');
  requireInside(care, place.departmentId);
  if (!person && place.departmentId === undefined) throw forbidden('organization.delegated.inside');
  if (place.supplierId && place.supplierId !== person?.supplierId) throw forbidden('organization.delegated.suppliers');
  const kept = { ...place, supplierId: undefined };
  if (place.superiorId === null && person && !part.people.has(person.superiorId ?? '')) kept.superiorId = undefined;
  const unseen = (person?.partTime ?? []).filter(({ departmentId }) => !part.departments.has(departmentId));
  if (place.partTime && unseen.length > 0) {
    if (place.partTime.some(({ departmentId }) => unseen.some((one) => one.departmentId === departmentId)))
      throw conflict('organization.person.twice_in_department');
    kept.partTime = [...place.partTime, ...unseen];
  }
  return kept;
}

/** A person as they would stand after it. */
export function placedAs(person: DirectoryPerson, { departmentId, postId, partTime }: Place): DirectoryPerson {
  return {
    ...person,
    ...(departmentId === undefined ? {} : { departmentId }),
    ...(postId === undefined ? {} : { postId }),
    ...(partTime === undefined ? {} : { partTime }),
  };
}

/** Somebody who is not there yet, for rules that ask what they would hold. */
export const newcomer: DirectoryPerson = {
  id: '',
  login: '',
  name: '',
  role: 'user',
  disabled: false,
  atHome: true,
  departmentId: null,
  postId: null,
  superiorId: null,
  supplierId: null,
  partTime: [],
  roleIds: [],
};
