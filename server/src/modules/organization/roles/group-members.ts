import type { GroupPart } from '@formwork/contract/organization/groups.ts';
import { holds, isIn, subtreeOf } from '../directory/directory-index.ts';
import type { Directory, DirectoryGroup, DirectoryPerson } from '../directory/directory.ts';

/** Enabled people whom a group holds, in the order of their names. */
export function membersOfGroup(directory: Directory, { scope }: DirectoryGroup): DirectoryPerson[] {
  const within = namedBy(directory, scope);
  const onlyPeople = scope.every(({ kind, except }) => kind === 'person' || except === true);
  const asked = onlyPeople
    ? scope.flatMap(({ id, except }) => (except ? [] : (directory.people.get(id) ?? [])))
    : [...directory.people.values()];
  return asked.filter((person) => !person.disabled && within(person));
}

/** Whether the parts of a group name a person, and none of its exceptions does. */
export function namedBy(directory: Directory, scope: readonly GroupPart[]): (person: DirectoryPerson) => boolean {
  const within = anyOf(
    directory,
    scope.filter(({ except }) => except !== true),
  );
  const without = anyOf(
    directory,
    scope.filter(({ except }) => except === true),
  );
  return (person) => within(person) && !without(person);
}

function anyOf(directory: Directory, parts: readonly GroupPart[]): (person: DirectoryPerson) => boolean {
  const people = new Set(parts.filter(({ kind }) => kind === 'person').map(({ id }) => id));
  const posts = parts.filter(({ kind }) => kind === 'post').map(({ id }) => id);
  const departments = new Set<string>();
  for (const { kind, id } of parts)
    if (kind === 'department') for (const below of subtreeOf(directory, id)) departments.add(below);
  return (person) => people.has(person.id) || isIn(person, departments) || posts.some((post) => holds(person, post));
}
