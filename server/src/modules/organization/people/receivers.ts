import type { Receiver } from '@formwork/contract/records/share.ts';
import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import { belongsTo } from '../departments/units.ts';

/** Enabled people whom the receivers name, without those whom exceptions do. Departments mean those below them too. */
export function peopleAmong(directory: Directory, receivers: readonly Receiver[]): string[] {
  const isNamed = (person: DirectoryPerson, { kind, id }: Receiver): boolean =>
    ({
      people: () => person.id === id,
      departments: () => belongsTo(directory, person, { kind: 'department', id, below: true }),
      posts: () => belongsTo(directory, person, { kind: 'post', id }),
      groups: () => belongsTo(directory, person, { kind: 'group', id }),
      roles: () => person.roleIds.includes(id),
    })[kind]();
  const given = receivers.filter(({ except }) => !except);
  const kept = receivers.filter(({ except }) => except);
  // few are named one by one: nobody else need be looked at
  const asked = given.every(({ kind }) => kind === 'people')
    ? given.flatMap(({ id }) => directory.people.get(id) ?? [])
    : [...directory.people.values()];
  return asked
    .filter(
      (person) =>
        !person.disabled && given.some((one) => isNamed(person, one)) && !kept.some((one) => isNamed(person, one)),
    )
    .map(({ id }) => id);
}

/** How a receiver is called; undefined for one that is there no more. */
export function receiverName(directory: Directory, { kind, id }: Receiver): string | undefined {
  return {
    people: directory.people,
    departments: directory.departments,
    posts: directory.posts,
    groups: directory.groups,
    roles: directory.roles,
  }[kind].get(id)?.name;
}
