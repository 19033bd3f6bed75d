import { departmentsOf as departmentsOfPerson } from '../directory/directory-index.ts';
import type { Directory } from '../directory/directory.ts';

/** Where a person works, as rules about departments ask it. */
export interface Place {
  departments: readonly string[];
  /** Those and all below them. */
  below: readonly string[];
}

const known = new WeakMap<Directory, { places: Map<string, Place>; children: Map<string | null, { id: string }[]> }>();

/** Worked out once for each person and picture of the organization. */
export function placeOf(directory: Directory, userId: string): Place {
  const found = knownOf(directory);
  let place = found.places.get(userId);
  if (!place) {
    const departments = departmentsOf(directory, userId);
    found.places.set(userId, (place = { departments, below: departmentsUnder(directory, departments) }));
  }
  return place;
}

/** The departments and all below them. */
export function departmentsUnder(directory: Directory, departments: readonly string[]): string[] {
  const { children } = knownOf(directory);
  const below = new Set<string>();
  const add = (id: string): void => {
    if (below.has(id)) return;
    below.add(id);
    for (const child of children.get(id) ?? []) add(child.id);
  };
  for (const id of departments) add(id);
  return [...below];
}

function knownOf(directory: Directory) {
  let found = known.get(directory);
  if (!found)
    known.set(
      directory,
      (found = {
        places: new Map(),
        children: Map.groupBy(directory.departments.values(), ({ parentId }) => parentId),
      }),
    );
  return found;
}

/** Posts somebody holds, the main one first, and roles, by whatever way. */
export function unitsOf(directory: Directory, userId: string): { posts: string[]; roles: readonly string[] } & Place {
  const person = directory.people.get(userId);
  if (!person) return { posts: [], roles: [], departments: [], below: [] };
  return {
    ...placeOf(directory, userId),
    posts: [person.postId, ...person.partTime.map(({ postId }) => postId)].filter((id) => id !== null),
    roles: person.roleIds,
  };
}

function departmentsOf({ people }: Directory, userId: string): string[] {
  const person = people.get(userId);
  return person ? departmentsOfPerson(person) : [];
}
